// SPDX-License-Identifier: Apache-2.0
/// @file
/// Launches on the simulated device: each thread of a grid of blocks calls the kernel.
#pragma once

#include "block_waits.hpp"
#include "counting/block_trace.hpp"
#include "counting/launch_counts.hpp"
#include "memory_map.hpp"
#include "ticket_counter.hpp"

#include "host/memory.hpp"

#include <gpualgo/abi/code_location.hpp>
#include <gpualgo/launch_shape.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace gpu::inline v0::simulated {

class thread;

/// Limits of compute capability 9.0: threads and bytes of shared memory per block, blocks per grid.
inline constexpr std::size_t max_threads = 1024, max_shared_bytes = 227 << 10,
                             max_blocks = 0x7fffffff;

/// The shape of a launch.
struct grid_shape {
    extent3 grid;                 ///< blocks
    extent3 block;                ///< threads per block
    std::size_t shared_bytes = 0; ///< dynamic shared memory per block
};

/// A launch whose events were counted.
struct counted_launch {
    std::string kernel; ///< its name; empty for a callable
    grid_shape shape;
    launch_counts counts; ///< of all blocks
    std::uint64_t blocks_run = 0;
    bool is_extrapolated = false; ///< whether some blocks stand for others
    block_trace first_block{};    ///< its requests
};

/// Adjacent blocks of a grid.
struct block_range {
    std::uint32_t first;
    std::uint32_t count;
    /// Whether one of them is the last block of the grid to publish; otherwise none is.
    bool has_last = true;
};

/// Adjacent blocks that run, and have the counts of others.
struct sampled_blocks {
    block_range blocks;
    std::uint64_t weight = 1; ///< how many such ranges the grid has, with this one
};

/// Options for counting events without memory. Global memory is addresses only, and races in it are
/// not found. Reads give what is stated here, and zeros otherwise. If blocks wait for each other,
/// only block 0 runs, unless `each` is selected.
struct dry_run {
    /// The blocks of a launch that run.
    enum class selection : std::uint8_t {
        all,
        each, ///< all, also of a kernel whose blocks wait for each other
        few,  ///< the others have the same counts, see counting/sample.hpp
        none  ///< the launch is noted only
    };

    /// Greatest common divisor of the sizes of the elements in global memory.
    std::size_t element_bytes;
    selection blocks = selection::few;
    std::vector<dry_content> inputs = {};  ///< of inputs, in order
    std::vector<dry_content> scratch = {}; ///< of allocations of the queue, in order
    /// Called for each launch with its number and its blocks, if it is not empty. If the result is
    /// not, these blocks run, and not those that `blocks` says.
    std::function<std::vector<sampled_blocks>(std::uint32_t launch, std::uint32_t grid)> samples =
        {};
};

/// Options for running kernels.
struct launch_options {
    /// The seed for the order in which lanes, warps and blocks run.
    std::uint64_t seed = 1;
    /// The number of blocks that the device pretends to run at once.
    std::size_t resident_blocks = 4;
    /// Whether blocks run on all cores; otherwise one by one in the order of the seed.
    bool parallel = true;
    /// Called for every barrier, tile sync and publishing. Those for which it returns true are
    /// treated as missing, to test that races are found. May be empty.
    std::function<bool(code_location const&)> omits = {};
    /// If not null, events are counted, and each launch is appended.
    std::vector<counted_launch>* counted = nullptr;
    /// If set, launches have no global memory. Requires `counted`.
    std::optional<dry_run> dry = {};
    /// Called before large allocations.
    std::uint64_t (*free_memory)() = &detail::free_memory;

    [[nodiscard]] bool is_omitted(code_location const& site) const { return omits && omits(site); }

    /// The defaults, with the seed from the environment variable `GPUALGO_SEED`.
    /// @throws std::invalid_argument if it is not a number
    static launch_options from_environment();
};

/// A kernel, type-erased, and its arguments.
struct kernel_call {
    void (*function)(void const* arguments, thread& self);
    void const* arguments;
};

/// Sums the counts of all cores. Thread-safe.
class counts_sum {
public:
    void add(launch_counts const& counts) {
        std::lock_guard const lock(mutex_);
        sum_ += counts;
    }
    /// The sum. Call after all have ended.
    [[nodiscard]] launch_counts const& sum() const { return sum_; }

private:
    std::mutex mutex_;
    launch_counts sum_;
};

/// Data shared by the blocks of a launch.
struct launch_state {
    grid_shape shape;
    kernel_call kernel;
    launch_options const& options;
    memory_map const& memory;
    std::uint32_t number; ///< in the queue, from 1
    block_range blocks{0, static_cast<std::uint32_t>(shape.grid.volume())}; ///< those that run
    counts_sum* counts = nullptr;  ///< null if nothing is counted
    block_trace* traced = nullptr; ///< receives the requests of the first block; may be null
    /// Whether blocks wait for each other. They then run interleaved, on one host thread.
    bool interleaves = false;
    std::uint64_t progress = 0; ///< steps of interleaved blocks that others may wait for
    ticket_counter tickets{static_cast<std::uint32_t>(shape.grid.volume()),
                           blocks.has_last ? blocks.count : 0};
    mutable block_waits waits{};
};

/// Throws std::invalid_argument if a shape exceeds the limits.
void check(grid_shape const& shape);
/// The same for the number of blocks.
void check_blocks(std::size_t blocks);

/// Runs a launch of a checked shape, and returns when all blocks have ended. If blocks fail, throws
/// the exception of the first one in the order of the seed; the others may not have run.
void run(launch_state& launch);

} // namespace gpu::inline v0::simulated
