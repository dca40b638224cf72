// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the bins of elements between evenly spaced edges by a multiplication.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sorted/even_edges.hpp>

#include <concepts>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// A guess of where an element is. It is in the bin that begins at an edge, or in the one before.
/// @tparam Index an integer that wraps: elements in no bin may be anywhere
template <class Index>
struct guessed_place {
    Index edge;     ///< the bin that begins there
    bool is_before; ///< whether the element is less than that edge
    bool is_sure;   ///< whether `is_before` is certainly right
};

/// Bins of floating-point numbers: a place is (x - lower) * scale, in bins. It tells on which side
/// of the nearest edge the element is, unless it is so near that rounding may have changed that.
/// @tparam Number float or double: the type of edges
template <class Number>
class product_guess {
    using bits = std::conditional_t<sizeof(Number) == 4, std::uint32_t, std::uint64_t>;

public:
    /// @tparam T the type of elements
    /// @return whether guesses serve: errors of places are much less than half a bin
    template <class T>
    constexpr bool prepare(even_edges<Number> const& edges) {
        using limits = std::numeric_limits<Number>;
        auto const scale = static_cast<Number>(edges.bins / edges.width());
        auto const size = [](Number x) { return static_cast<double>(x < 0 ? -x : x); };
        double const largest =
            size(edges.lower) > size(edges.upper) ? size(edges.lower) : size(edges.upper);
        // Half a unit in the last place per rounding: of a place up to the number of bins, and of
        // edges.
        constexpr double roundings = std::same_as<Number, float> ? 5 : 10;
        constexpr double half = static_cast<double>(limits::epsilon()) / 2;
        double const error =
            roundings * half * edges.bins + 1.125 * half * largest * static_cast<double>(scale);
        bool const is_finite = edges.width() <= static_cast<double>(limits::max());
        if (!(is_finite && scale >= limits::min() && scale <= limits::max() && error < 0.25))
            return false;
        scale_ = scale;
        error_ = static_cast<Number>(error * 1.125);
        return true;
    }

    /// See `bins::guess_place`.
    template <class T>
    [[nodiscard]] GPUALGO_DEVICE guessed_place<bits> find(T element,
                                                          even_edges<Number> const& edges) const {
        Number const place = (static_cast<Number>(element) - edges.lower) * scale_;
        Number const shifted = place + shift;
        Number const distance = place - (shifted - shift);
        return {bit_cast<bits>(shifted) - bit_cast<bits>(shift),
                distance<0, distance> error_ || distance < -error_}; // not if it is a NaN
    }

private:
    /// Sums with this are rounded to integers, which are then the lowest bits.
    static constexpr Number shift =
        Number(3) * static_cast<Number>(bits{1} << (std::numeric_limits<Number>::digits - 2));

    Number scale_ = 0; ///< bins per unit
    Number error_ = 0; ///< the largest of places and edges, in bins
};

/// Bins of integers: (x - lower) * bins / (upper - lower), rounded down. If the bounds are at most
/// 2^32 apart, a multiplication divides exactly (Granlund and Montgomery, "Division by invariant
/// integers using multiplication", PLDI 1994). Otherwise it is guessed in double.
class quotient_guess {
public:
    /// @tparam T the type of elements
    /// @return whether bins are found so
    template <class T, class Edge>
    constexpr bool prepare(even_edges<Edge> const& edges) {
        std::uint64_t const width = edges.width();
        is_exact_ = width <= std::uint64_t{1} << 32;
        if constexpr (sizeof(T) == 8) {
            if (!is_exact_) return wide_.template prepare<double>(distances(edges));
        } else {
            if (!is_exact_ || !is_word<T>(edges)) return false;
        }
        last_ = static_cast<std::uint32_t>(width - 1);
        whole_ = static_cast<std::uint32_t>(edges.bins / width);
        // ceil(2^64 * rest / width): its error is less than a 2^64th, and a quotient's fraction is
        // at most 1 - 1 / width
        std::uint64_t const rest = edges.bins % width, high = (rest << 32) / width,
                            left = ((rest << 32) % width) << 32;
        fraction_ = (high << 32) + left / width + (left % width != 0 ? 1 : 0);
        return true;
    }

    /// See `bins::guess_place`.
    template <class T, class Edge>
    [[nodiscard]] GPUALGO_DEVICE auto find(T element, even_edges<Edge> const& edges) const {
        using index = std::conditional_t<sizeof(T) == 8, std::uint64_t, std::uint32_t>;
        auto const distance = static_cast<index>(element) - static_cast<index>(edges.lower);
        if constexpr (sizeof(T) == 8)
            if (!is_exact_) {
                auto place = wide_.find(static_cast<double>(distance), distances(edges));
                // the distance of a lesser element wraps, and may round to that of the last edge
                if (element < edges.lower) place = {edges.bins, false, true};
                return place;
            }
        index const bin = quotient(static_cast<std::uint32_t>(distance));
        return guessed_place<index>{distance <= last_ ? bin : edges.bins, false, true};
    }

private:
    /// Whether a distance of two words of 32 bits, which wraps, tells whether an element is between
    /// the bounds.
    template <class T, class Edge>
    static constexpr bool is_word(even_edges<Edge> const& edges) {
        using word =
            std::conditional_t<std::same_as<T, std::uint32_t>, std::uint32_t, std::int32_t>;
        using limits = std::numeric_limits<word>;
        return edges.lower >= Edge{limits::min()} && edges.upper - 1 <= Edge{limits::max()};
    }
    /// @return the edges as distances from the first
    template <class Edge>
    GPUALGO_FUNCTION static constexpr even_edges<double> distances(even_edges<Edge> const& edges) {
        return {0, static_cast<double>(edges.width()), edges.bins};
    }
    [[nodiscard]] GPUALGO_DEVICE std::uint32_t quotient(std::uint32_t distance) const {
        std::uint64_t const low =
            std::uint64_t{distance} * static_cast<std::uint32_t>(fraction_) >> 32;
        std::uint64_t const high = std::uint64_t{distance} * (fraction_ >> 32);
        return static_cast<std::uint32_t>((high + low) >> 32) + distance * whole_;
    }

    bool is_exact_ = false;
    std::uint32_t last_ = 0;          ///< the largest distance in a bin
    std::uint32_t whole_ = 0;         ///< bins per integer
    std::uint64_t fraction_ = 0;      ///< and the rest of them, as a fraction of 2^64
    product_guess<double> wide_ = {}; ///< otherwise
};

} // namespace gpu::inline v0::kernel
