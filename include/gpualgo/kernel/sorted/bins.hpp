// SPDX-License-Identifier: Apache-2.0
/// @file
/// The bins of a histogram, and the search for the bin of an element.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The type of the edges of bins for elements of type T: all numbers of type T convert to it
/// exactly. Edges of narrow integers are wider, because the last one may lie above all numbers.
template <class T>
using bin_edge = std::conditional_t<
    std::integral<T>,
    std::conditional_t<std::same_as<T, std::uint64_t>, std::uint64_t, std::int64_t>,
    std::conditional_t<std::same_as<T, double>, double, float>>;

/// The type in which the bin of an element is guessed.
template <class T>
using bin_number =
    std::conditional_t<(std::integral<T> && sizeof(T) >= 4) || std::same_as<T, double>, double,
                       float>;

/// The bins between some edges. Bin i has the elements from edge i on, and below edge i + 1.
///
/// If the edges are evenly spaced, a multiplication guesses the bin. The guess is compared with the
/// edges only if rounding may have changed it. So the result is always that of the edges.
/// @tparam T the type of elements
template <class T>
struct bins {
    using edge = bin_edge<T>;     ///< the type of edges
    using number = bin_number<T>; ///< the type of guesses

    edge lower;          ///< edge 0
    edge upper;          ///< the last edge
    std::uint32_t count; ///< bins, at least one
    number scale;        ///< bins per unit; 0 if the edges are not evenly spaced
    number margin;       ///< largest error of a guess, in bins; less than a quarter

    /// @param edges the sorted edges, one more than bins: anything with `get(i)`
    /// @return the bin of an element; `count` if it is in none, as NaNs are
    template <class Edges>
    [[nodiscard]] GPUALGO_DEVICE std::uint32_t find(Edges const& edges, T element) const {
        auto const x = static_cast<edge>(element);
        if (!(x >= lower && x < upper)) return count;
        if (scale > 0) {
            number const place = distance(x) * scale + margin;
            auto bin = static_cast<std::uint32_t>(place);
            if (bin >= count) bin = count - 1;
            number const fraction = place - static_cast<number>(bin);
            if (fraction >= 2 * margin && fraction < 1) return bin;
            if (x >= edges.get(bin) && x < edges.get(bin + 1)) return bin;
        }
        std::uint32_t begin = 0, end = count;
        while (end - begin > 1) {
            std::uint32_t const middle = begin + (end - begin) / 2;
            if (x < edges.get(middle)) end = middle;
            else begin = middle;
        }
        return begin;
    }

private:
    [[nodiscard]] GPUALGO_DEVICE number distance(edge x) const {
        if constexpr (std::integral<edge>)
            return static_cast<number>(static_cast<std::uint64_t>(x) -
                                       static_cast<std::uint64_t>(lower));
        else return static_cast<number>(x - lower);
    }
};

} // namespace gpu::inline v0::kernel
