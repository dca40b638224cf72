// SPDX-License-Identifier: Apache-2.0
/// @file
/// An input of a reduction that is not stored: its elements are made from their positions.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// Kernels take it in place of a pointer to an array. The load gets the position of an element.
/// @tparam Value a type of the elements' size, which determines the canonical order
template <class Value>
struct positions {
    using value_type = Value; ///< for its size only
};

/// Neighbouring positions.
struct position_vector {
    std::uint64_t first; ///< the first of them

    /// @return position k of these
    GPUALGO_DEVICE std::uint64_t operator[](std::size_t k) const { return first + k; }
};

/// Positions, as an array of a context.
struct array_of_positions {
    using value_type = std::uint64_t; ///< the type that `get` returns

    std::uint64_t first; ///< the position of the first element

    /// @return the position of element i
    GPUALGO_DEVICE std::uint64_t get(std::size_t i) const { return first + i; }
    /// @return the array that starts at element i
    GPUALGO_DEVICE array_of_positions from(std::size_t i) const { return {first + i}; }
    /// @return true: there is no address
    template <std::size_t V>
    GPUALGO_DEVICE bool is_aligned() const {
        return true;
    }
    /// @return elements i ... i + V - 1
    template <std::size_t V>
    GPUALGO_DEVICE position_vector aligned_vector(std::size_t i) const {
        return {first + i};
    }
};

/// @return positions, as an array of the context
template <class Context, class Value>
GPUALGO_DEVICE array_of_positions array_of(Context const&, positions<Value>) {
    return {0};
}

} // namespace gpu::inline v0::kernel
