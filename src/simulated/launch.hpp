// SPDX-License-Identifier: Apache-2.0
/// @file
/// A launch on the simulated device: a grid of blocks, each thread of which calls the kernel.
#pragma once

#include "memory_map.hpp"
#include "ticket_counter.hpp"

#include "host/memory.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <source_location>

namespace gpu::inline v0::simulated {

class thread;

/// CUDA's dim3: x varies fastest.
struct dim3 {
    std::uint32_t x = 1, y = 1, z = 1;

    /// @return the product
    [[nodiscard]] std::size_t volume() const { return std::size_t{x} * y * z; }
    /// @return the index of the element of this rank
    [[nodiscard]] dim3 index(std::size_t rank) const {
        return {static_cast<std::uint32_t>(rank % x), static_cast<std::uint32_t>(rank / x % y),
                static_cast<std::uint32_t>(rank / x / y)};
    }
};

/// Threads and bytes of shared memory that a block may have, and blocks that a grid may have: those
/// of compute capability 9.0.
inline constexpr std::size_t max_threads = 1024, max_shared_bytes = 227 << 10,
                             max_blocks = 0x7fffffff;

/// The shape of a launch.
struct grid_shape {
    dim3 grid;                    ///< blocks
    dim3 block;                   ///< threads of a block
    std::size_t shared_bytes = 0; ///< dynamic shared memory of a block
};

/// How kernels run, and what is tried on them.
struct launch_options {
    /// The seed of the order in which lanes, warps and blocks run.
    std::uint64_t seed = 1;
    /// Blocks that the device claims to run at once.
    std::size_t resident_blocks = 4;
    /// Whether blocks run on all cores; if not, in the order of the seed.
    bool parallel = true;
    /// Asked at every barrier, tile sync and publishing: those for which it holds order nothing, as
    /// if they were missing. May be empty.
    std::function<bool(std::source_location const&)> omits = {};
    /// Asked before much memory is taken.
    std::uint64_t (*free_memory)() = &detail::free_memory;

    [[nodiscard]] bool is_omitted(std::source_location const& site) const {
        return omits && omits(site);
    }

    /// The defaults, with the seed that the environment variable `GPUALGO_SEED` gives.
    /// @throws std::invalid_argument where it is not a number
    static launch_options from_environment();
};

/// A kernel with its arguments: what each thread calls.
struct kernel_call {
    void (*function)(void const* arguments, thread& self);
    void const* arguments;
};

/// What the blocks of a launch have in common.
struct launch {
    grid_shape shape;
    kernel_call kernel;
    launch_options const& options;
    memory_map const& memory;
    std::uint32_t number; ///< of the queue, from 1
    ticket_counter tickets{static_cast<std::uint32_t>(shape.grid.volume())};
};

/// Runs a launch, and returns when all blocks have ended. Throws what the first block, in the order
/// of the seed, that fails throws; the others then may have run or not.
void run(launch& launch);

} // namespace gpu::inline v0::simulated
