// SPDX-License-Identifier: Apache-2.0
/// @file
/// The test of `unique`: whether an element differs from the one before it. All types of a size
/// share kernels.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <concepts>

namespace gpu::inline v0::kernel {

/// Compares the bits of two elements as `==` compares the elements. -0 equals +0, and NaN differs
/// from every number and from itself.
/// @tparam Bits an unsigned integer of the elements' size
template <std::unsigned_integral Bits>
struct unlike_previous {
    /// Selections by such tests compare neighbours.
    static constexpr bool compares_neighbours = true;

    Bits magnitude; ///< mask of all bits but the sign of floating-point numbers; otherwise of all
    Bits infinity;  ///< the bits of infinity; for integers all bits

    /// @param x the bits of an element
    /// @param previous the bits of the element before it
    /// @return whether they differ
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(Bits x, Bits previous) const {
        bool const is_number = static_cast<Bits>(x & magnitude) <= infinity;
        bool const are_zeros = static_cast<Bits>((x | previous) & magnitude) == 0;
        return !((x == previous && is_number) || are_zeros);
    }

    /// @return whether elements differ if and only if their bits do, as integers do
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool compares_bits() const {
        return magnitude == static_cast<Bits>(-1);
    }
};

/// Whether a test compares an element with the one before it.
template <class Test>
concept neighbour_test = requires {
    requires Test::compares_neighbours;
};

} // namespace gpu::inline v0::kernel
