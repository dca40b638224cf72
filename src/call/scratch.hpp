// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scratch memory from the caller's memory resource.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstddef>
#include <new>

namespace gpu::inline v0::detail {

/// Whether the caller has given a resource.
inline bool is_given(scratch_source const& source) { return source.allocate != nullptr; }

/// Allocates from the resource. On failure the caller sees the exception of the resource, not this
/// std::bad_alloc.
inline void* allocate_from(scratch_source const& source, std::size_t bytes) {
    void* const memory = source.allocate(source.context, bytes);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

} // namespace gpu::inline v0::detail
