// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of partial reductions, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Elements that a function of the program provides one after the other, such as those of a file.
struct element_source {
    /// Writes the next `bytes` bytes of elements, fewer only at the end. Called by one thread.
    /// @return the number of bytes
    std::uint64_t (*read)(void* context, void* to, std::uint64_t bytes) noexcept = nullptr;
    void* context = nullptr;
};

/// A reduction of the elements [begin, begin + n) of a larger range, by `automatic`. The
/// accumulator is computed in itself. Neither init nor result are used.
struct partial_request : reduce_request {
    std::uint64_t begin = 0; ///< index of the first element in the larger range
    /// The devices that chunks of a range of the host, or of a source, are reduced on. If there are
    /// none, the range is reduced on the device of the options.
    device_id const* devices = nullptr;
    std::uint64_t device_count = 0;
    /// If given, it has the elements instead of `first`: at most n.
    element_source source;
    std::uint64_t* elements_read = nullptr; ///< the number of elements of a source
    void* totals = nullptr; ///< of the largest aligned subtrees of complete segments, at most 128
    void* head[2] = {};     ///< elements before the first boundary of segments, of each range
    void* tail[2] = {};     ///< elements after the last boundary
    /// A part that is reduced at the same time; null if there is none.
    partial_request const* next = nullptr;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
/// Runs partial reductions, on all their devices at once.
void gpualgo_v0_reduce_partial(gpu::detail::partial_request const* request,
                               gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
