// SPDX-License-Identifier: Apache-2.0
/// @file
/// The bins of a histogram, and the search for the bin of an element.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sorted/even_edges.hpp>
#include <gpualgo/kernel/sorted/guesses.hpp>

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

/// The bins between some edges. Bin i has the elements from edge i on, and below edge i + 1.
///
/// If the edges are evenly spaced, the bin of an element is computed, or guessed and compared with
/// the edge nearby. So the result is always that of the edges.
/// @tparam T the type of elements
template <class T>
struct bins {
    using edge = bin_edge<T>; ///< the type of edges
    /// how the bins of elements are guessed if edges are evenly spaced
    using guess = std::conditional_t<std::integral<T>, quotient_guess, product_guess<edge>>;

    even_edges<edge> even; ///< the bounds and the number of bins, also if edges are not even
    bool is_even;          ///< whether edges are evenly spaced
    bool is_guessed;       ///< whether they are, and `guessed` serves for all elements
    guess guessed;         ///< unspecified otherwise

    /// @param of_even the bounds and the number of bins
    /// @param are_edges_even whether all edges are evenly spaced
    constexpr bins(even_edges<edge> of_even, bool are_edges_even)
        : even(of_even), is_even(are_edges_even), is_guessed(false), guessed() {
        if (is_even) is_guessed = guessed.template prepare<T>(even);
    }

    /// @return the number of bins
    [[nodiscard]] GPUALGO_FUNCTION constexpr std::uint32_t count() const { return even.bins; }

    /// Only if `is_guessed`.
    /// @return where an element is
    [[nodiscard]] GPUALGO_DEVICE auto guess_place(T element) const {
        return guessed.find(element, even);
    }

    /// Only if `is_guessed`. Takes no branch but one around the access to an edge.
    /// @param edges all edges: anything with `get(i)`
    /// @return the bin of an element; `count()` if it is in none, as NaNs are
    template <class Edges>
    [[nodiscard]] GPUALGO_DEVICE std::uint32_t find_near(Edges const& edges, T element) const {
        auto place = guess_place(element);
        if (!place.is_sure)
            place.is_before =
                static_cast<edge>(element) < edges.get(place.edge < count() ? place.edge : count());
        auto const bin = place.edge - (place.is_before ? 1 : 0);
        return bin < count() ? static_cast<std::uint32_t>(bin) : count();
    }

    /// @param edges the sorted edges, one more than bins: anything with `get(i)`; unused if they
    /// are evenly spaced
    /// @return the bin of an element; `count()` if it is in none, as NaNs are
    template <class Edges>
    [[nodiscard]] GPUALGO_DEVICE std::uint32_t find(Edges const& edges, T element) const {
        if (is_guessed) return find_near(even, element);
        auto const x = static_cast<edge>(element);
        if (!(x >= even.lower && x < even.upper)) return count();
        return is_even ? search(even, x) : search(edges, x);
    }

private:
    template <class Edges>
    [[nodiscard]] GPUALGO_DEVICE std::uint32_t search(Edges const& edges, edge x) const {
        std::uint32_t begin = 0, end = count();
        while (end - begin > 1) {
            std::uint32_t const middle = begin + (end - begin) / 2;
            if (x < edges.get(middle)) end = middle;
            else begin = middle;
        }
        return begin;
    }
};

} // namespace gpu::inline v0::kernel
