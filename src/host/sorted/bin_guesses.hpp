// SPDX-License-Identifier: Apache-2.0
/// @file
/// The bins of many elements at once: loops that g++ vectorises.
#pragma once

#include <gpualgo/kernel/sorted/bins.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The type in which the bin of an element is guessed.
template <class T>
using bin_number =
    std::conditional_t<(std::integral<T> && sizeof(T) >= 4) || std::same_as<T, double>, double,
                       float>;

/// Guesses the bins of many elements at once, if the edges are evenly spaced. A guess is the
/// integer part of a place: (x - lower) * scale, in bins. It is unsure if the place is near an
/// integer. See kernel::bins.
/// @tparam T the type of elements
template <class T>
class bin_guesses {
    using edge = kernel::bin_edge<T>;
    using number = bin_number<T>;

public:
    static constexpr std::size_t size = 512;                   ///< elements at once
    static constexpr std::uint32_t unsure = std::uint32_t(-1); ///< in place of a bin

    explicit bin_guesses(kernel::bins<T> const& bins)
        : even_(bins.even), lower_(static_cast<number>(even_.lower)),
          upper_(static_cast<number>(even_.upper)) {
        if (bins.is_even) choose_scale();
    }

    /// @return whether all that is computed from an element without rounding is exact
    [[nodiscard]] bool are_usable() const {
        if (!(scale_ > 0) || even_.bins >= std::uint32_t{1} << 30) return false;
        if constexpr (std::integral<edge>) {
            constexpr auto most = edge{1} << (std::numeric_limits<number>::digits - 1);
            return even_.upper <= most && (even_.lower >= 0 || even_.lower >= edge{} - most);
        } else {
            return true;
        }
    }

    /// A loop for by_instruction_set.
    /// @param found the bins; `count()` of the bins if an element is in none, or unsure
    /// @return whether none is unsure
    [[gnu::always_inline]] static bool find(bin_guesses const* guesses, T const* x,
                                            std::uint32_t* found) {
        number const lower = guesses->lower_, upper = guesses->upper_, shift = guesses->shift_;
        number const scale = guesses->scale_, sure = 2 * guesses->margin_;
        auto const none = static_cast<std::int32_t>(guesses->even_.bins);
        std::uint32_t some_unsure = 0;
        for (std::size_t i = 0; i < size; ++i) {
            auto const value = static_cast<number>(x[i]);
            // without a condition for what follows, which keeps g++ from vectors
            number inside = value >= lower ? value : lower; // also if it is a NaN
            inside = inside < upper ? inside : lower;
            number const place = (inside - lower) * scale + shift;
            auto const bin = static_cast<std::int32_t>(place);
            number const fraction = place - static_cast<number>(bin);
            std::int32_t const guess = fraction >= sure ? bin : -1;
            found[i] = static_cast<std::uint32_t>(inside == value ? guess : none);
            some_unsure |= found[i] == unsure ? 1U : 0U;
        }
        return some_unsure == 0;
    }

private:
    /// Chooses none if guesses are worth little.
    void choose_scale() {
        using limits = std::numeric_limits<number>;
        auto const width = static_cast<double>(even_.width());
        double spacing = 0; // of the largest numbers: edges are rounded, also if bins are narrow
        if constexpr (!std::integral<edge>)
            spacing = static_cast<double>(std::max(std::abs(even_.lower), std::abs(even_.upper))) *
                      static_cast<double>(std::numeric_limits<edge>::epsilon());
        auto const scale = static_cast<number>(even_.bins / width);
        // a guess is the result of four operations
        auto const margin = 8 * static_cast<double>(limits::epsilon()) * even_.bins +
                            spacing * static_cast<double>(scale);
        if (!(scale >= limits::min() && scale <= limits::max() && margin < 0.125)) return;
        scale_ = scale;
        shift_ = margin_ = static_cast<number>(margin);
        if constexpr (std::integral<T>) // between edges that are integers, too
            if (even_.width() % even_.bins == 0) shift_ += scale_ / 2;
    }

    kernel::even_edges<edge> even_;
    number lower_;
    number upper_;
    number scale_ = 0;  ///< bins per unit; 0 if guesses are not usable
    number margin_ = 0; ///< largest error of a guess, in bins
    number shift_ = 0;  ///< added to a place: the margin, and half a number between integers
};

} // namespace gpu::inline v0::detail
