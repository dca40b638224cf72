// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::explain, and what comes back, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/call_options.hpp>
#include <gpualgo/warp_counts.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The algorithms that can be explained, numbered as in requests.
enum class explained_algorithm : std::uint32_t {
    reduce,           ///< the sum of n elements
    transform_reduce, ///< the inner product of two ranges of n elements
    min_element,      ///< the first of the smallest of n elements
    matmul,           ///< the product of an m by k and a k by n matrix, row-major
    transform,        ///< the sums of the elements of two pictures, n wide and m high
    count_if,         ///< the number of selected elements, of n of which every other one is
    copy_if,          ///< these elements
    partition_copy,   ///< these elements, and the others
    inclusive_scan,   ///< the sums of the first 1, 2 ... n elements
    exclusive_scan,   ///< an init and the sums of the first 0, 1 ... n - 1 elements
    sort,             ///< n keys in random order, sorted by merges
    merge             ///< the elements of two sorted arrays of n and of m elements, in order
};

/// A problem, without data: counts depend on its shape only.
struct explain_request : call_options {
    std::uint32_t algorithm = 0; ///< an `explained_algorithm`
    std::uint32_t value = 0;     ///< index in `types`, for matmul in `matmul_types`
    std::uint64_t m = 1;         ///< see `explained_algorithm`
    std::uint64_t n = 1;         ///< see `explained_algorithm`
    std::uint64_t k = 1;         ///< see `explained_algorithm`
    std::uint32_t block_x = 0;   ///< for transform: threads per block along x
    std::uint32_t block_y = 0;   ///< for transform: threads per block along y
    std::uint64_t offset = 0;    ///< elements between an aligned address and the first one
    char const* strategy_name = "unknown"; ///< the policy's name, for messages
    std::uint64_t stride = 1; ///< for transform: distance of adjacent elements, in elements
};

/// One launch of a kernel.
struct explained_launch {
    char const* kernel;
    std::uint32_t grid_x, grid_y;
    std::uint32_t block_x, block_y;
    std::uint64_t warps;
    std::uint64_t divergent_warps; ///< with a warp-step that diverges
    std::uint64_t idle_warps;      ///< without an access to memory
    std::uint64_t is_extrapolated; ///< 1 if some blocks stand for others
    std::uint32_t grid_z, block_z;
};

/// One source line of the last launch.
struct explained_line {
    char const* file; ///< as in `#include <...>`
    std::uint32_t number;
    warp_counts counts;
};

/// One request of a warp of the first block of the last launch.
struct explained_access {
    char const* file; ///< as in `#include <...>`
    std::uint32_t number;
    std::uint64_t step;             ///< of its line
    std::uint32_t kind;             ///< a `memory_access`
    std::uint32_t warp;             ///< its rank in the block
    std::uint32_t interval;         ///< barriers of the block that the warp has passed before
    std::uint32_t lanes;            ///< a bit for each active lane
    std::uint32_t sectors;          ///< of global memory
    std::uint32_t wavefronts;       ///< of shared memory
    std::uint32_t least_wavefronts; ///< without conflicts
    std::uint8_t bank_words[32];    ///< of shared memory: different words per bank
};

/// Receives remarks on all counts first. Then it receives the launches in order, after each its
/// lines by file and number, and then the accesses of its first block, by warp. Texts live until
/// the function returns. If it returns 0, the library stops.
struct explain_sink {
    void* context;
    int (*take_launch)(void* context, explained_launch const* launch) noexcept;
    int (*take_line)(void* context, explained_line const* line) noexcept;
    int (*take_access)(void* context, explained_access const* access) noexcept;
    int (*take_note)(void* context, char const* sentence) noexcept;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
/// Counts what the kernels of a problem do.
void gpualgo_v0_explain(gpu::detail::explain_request const* request,
                        gpu::detail::explain_sink const* sink,
                        gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
