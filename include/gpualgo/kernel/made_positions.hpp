// SPDX-License-Identifier: Apache-2.0
/// @file
/// An input of a search that lies nowhere: tests and keys make its elements from their positions.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/reduce/positions.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// Kernels take it in place of a pointer to an array.
struct made_positions {
    using value_type = std::uint64_t; ///< the type of a position
};

/// Positions, as an array of a context that searches read.
struct array_of_made_positions : array_of_positions {
    /// @return elements i ... i + V - 1; there is no address that they could be shifted from
    template <std::size_t V>
    GPUALGO_DEVICE position_vector shifted_vector(std::size_t i) const {
        return this->template aligned_vector<V>(i);
    }
};

/// @return positions, as an array of the context
template <class Context>
GPUALGO_DEVICE array_of_made_positions array_of(Context const&, made_positions) {
    return {{0}};
}

} // namespace gpu::inline v0::kernel
