// SPDX-License-Identifier: Apache-2.0
/// @file
/// Edges of bins of equal width. Each is computed if it is needed, with the same result on every
/// device. So no array of them is made or copied.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::kernel {

inline constexpr double largest_double = std::numeric_limits<double>::max(); ///< for kernels

/// Evenly spaced edges: edge i is lower + i * (upper - lower) / bins. It is rounded up for
/// integers. For floating-point numbers it is computed in double and rounded to their type.
template <class Edge>
struct even_edges {
    Edge lower;         ///< edge 0
    Edge upper;         ///< edge `bins`
    std::uint32_t bins; ///< at least one

    /// @param i at most the number of bins
    /// @return edge i
    [[nodiscard]] GPUALGO_FUNCTION constexpr Edge get(std::size_t i) const {
        if (i == bins) return upper;
        if constexpr (std::integral<Edge>) {
            std::uint64_t const rest = width() % bins;
            return static_cast<Edge>(static_cast<std::uint64_t>(lower) + i * (width() / bins) +
                                     (i * rest + bins - 1) / bins);
        } else {
            auto const count = static_cast<double>(bins);
            double const product = static_cast<double>(i) * width();
            double const offset = product <= largest_double
                                      ? product / count
                                      : static_cast<double>(i) / count * width();
            auto const edge = static_cast<Edge>(static_cast<double>(lower) + offset);
            return edge < upper ? edge : upper;
        }
    }

    /// @return the distance between the first edge and the last
    [[nodiscard]] GPUALGO_FUNCTION constexpr auto width() const {
        if constexpr (std::integral<Edge>)
            return static_cast<std::uint64_t>(upper) - static_cast<std::uint64_t>(lower);
        else return static_cast<double>(upper) - static_cast<double>(lower);
    }
};

} // namespace gpu::inline v0::kernel
