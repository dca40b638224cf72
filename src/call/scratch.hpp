// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scratch memory from the caller's memory resource.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/error.hpp>

#include <cstddef>
#include <string>

namespace gpu::inline v0::detail {

/// Whether the caller has given a resource.
inline bool is_given(scratch_source const& source) { return source.allocate != nullptr; }

/// Allocates from the resource. Throws gpu::out_of_memory; the program sees the exception of the
/// resource instead.
inline void* allocate_from(scratch_source const& source, std::size_t bytes) {
    void* const memory = source.allocate(source.context, bytes);
    if (memory == nullptr)
        throw out_of_memory(
            "the policy's memory resource has no " + std::to_string(bytes) + " bytes", bytes, 0);
    return memory;
}

} // namespace gpu::inline v0::detail
