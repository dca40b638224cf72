// SPDX-License-Identifier: Apache-2.0
/// @file
/// Launches kernels that take tensor maps.
#pragma once

#include "cuda/queue.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gpu::inline v0::sm90 {

/// The parameters of a launch.
struct kernel_launch {
    void const* kernel;
    std::string_view name; ///< for reports; null-terminated
    unsigned grid, block;
    int shared_bytes;
    int cluster = 1;              ///< blocks per cluster
    bool may_start_early = false; ///< the kernel itself waits for the previous kernel
    int parts = 1;                ///< of k: each has a row of blocks, see parts_of_k.hpp
    int products = 1;             ///< whose blocks are one after another along z
    /// Whether its blocks should run beside those of kernels with much shared memory. Then it must
    /// have no more L1 cache than these.
    bool needs_no_cache = false;
};

/// The name of a variant's kernel in reports: "matmul_tensor_core<128, 64, tf32>". Takes no memory
/// of the heap, because every launch makes one.
class kernel_name_of {
public:
    /// @param suffix names the element type; empty if the variant has only one kernel for the types
    /// of A and B
    kernel_name_of(std::string_view variant, std::string_view suffix) {
        std::size_t const end = variant.size() - 1; // the angle bracket
        std::size_t length = detail::append_name(text_, 0, variant.substr(0, end));
        length = detail::append_name(text_, length, suffix);
        detail::append_name(text_, length, variant.substr(end));
    }
    operator std::string_view() const { return text_; }

private:
    char text_[sizeof(detail::call_result::kernel)];
};

/// Lets blocks of a kernel use more shared memory than the default, once per kernel and context.
/// @param bytes the same in all calls
/// @param needs_no_cache see kernel_launch; the same in all calls
void allow_shared_memory(void const* kernel, int bytes, detail::gpu_context context,
                         bool needs_no_cache = false);

/// Launches a kernel on the queue's stream.
/// @param arguments one pointer per parameter
void launch(detail::cuda_queue& queue, kernel_launch const& one, void** arguments);

/// Memory for the pace of a persistent kernel, zero before its launch.
/// @param rounds tiles per block
/// @return null if its blocks need no pace, see pace.hpp
std::uint32_t* pace_for(detail::cuda_queue& queue, int k, int rounds, std::size_t element_bytes);

} // namespace gpu::inline v0::sm90
