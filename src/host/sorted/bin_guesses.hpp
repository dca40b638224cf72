// SPDX-License-Identifier: Apache-2.0
/// @file
/// The bins of many elements at once: loops that g++ vectorises.
#pragma once

#include <gpualgo/kernel/sorted/bins.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {

/// Guesses the bins of many elements at once, if the edges are evenly spaced. See kernel::bins.
/// @tparam T the type of elements
template <class T>
class bin_guesses {
    using edge = kernel::bin_edge<T>;
    using number = kernel::bin_number<T>;

public:
    static constexpr std::size_t size = 512;                   ///< elements at once
    static constexpr std::uint32_t unsure = std::uint32_t(-1); ///< in place of a bin

    explicit bin_guesses(kernel::bins<T> const& bins)
        : bins_(bins), lower_(static_cast<number>(bins.lower)),
          upper_(static_cast<number>(bins.upper)), shift_(bins.margin) {
        if constexpr (std::integral<T>) { // between edges that are integers, too
            auto const width =
                static_cast<std::uint64_t>(bins.upper) - static_cast<std::uint64_t>(bins.lower);
            if (width % bins.count == 0) shift_ += bins.scale / 2;
        }
    }

    /// @return whether all that is computed from an element without rounding is exact
    [[nodiscard]] bool are_usable() const {
        if (!(bins_.scale > 0) || bins_.count >= std::uint32_t{1} << 30) return false;
        if constexpr (std::integral<edge>) {
            constexpr auto most = edge{1} << (std::numeric_limits<number>::digits - 1);
            return bins_.upper <= most && (bins_.lower >= 0 || bins_.lower >= edge{} - most);
        } else {
            return true;
        }
    }

    /// A loop for by_instruction_set.
    /// @param found the bins; `bins.count` if an element is in none, or unsure
    /// @return whether none is unsure
    [[gnu::always_inline]] static bool find(bin_guesses const* guesses, T const* x,
                                            std::uint32_t* found) {
        kernel::bins<T> const bins = guesses->bins_;
        number const lower = guesses->lower_, upper = guesses->upper_, shift = guesses->shift_;
        number const sure = 2 * bins.margin;
        auto const none = static_cast<std::int32_t>(bins.count);
        std::uint32_t some_unsure = 0;
        for (std::size_t i = 0; i < size; ++i) {
            auto const value = static_cast<number>(x[i]);
            // without a condition for what follows, which keeps g++ from vectors
            number inside = value >= lower ? value : lower; // also if it is a NaN
            inside = inside < upper ? inside : lower;
            number const place = (inside - lower) * bins.scale + shift;
            auto const bin = static_cast<std::int32_t>(place);
            number const fraction = place - static_cast<number>(bin);
            std::int32_t const guess = fraction >= sure ? bin : -1;
            found[i] = static_cast<std::uint32_t>(inside == value ? guess : none);
            some_unsure |= found[i] == unsure ? 1U : 0U;
        }
        return some_unsure == 0;
    }

private:
    kernel::bins<T> bins_;
    number lower_;
    number upper_;
    number shift_; ///< added to a place: the margin, and half a number between integers
};

} // namespace gpu::inline v0::detail
