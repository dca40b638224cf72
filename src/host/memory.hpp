// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory of the host.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// @return memory of the machine, in bytes
std::uint64_t total_memory() noexcept;
/// @return the part of it that can still be allocated, see available_memory.hpp
std::uint64_t free_memory() noexcept;

/// @return `bytes` bytes, more than 0, aligned to 256; null if the system has none
void* try_allocate_on_host(std::size_t bytes) noexcept;
/// The same, not null.
/// @throws gpu::out_of_memory
void* allocate_on_host(std::size_t bytes);
/// @param memory from either function
void deallocate_on_host(void* memory) noexcept;

/// Copies on all cores. The ranges may be the same, but do not overlap otherwise.
void copy_on_host(void* target, void const* source, std::size_t bytes) noexcept;
/// Writes n copies of an element of `size` bytes, on all cores.
void fill_on_host(void* memory, std::size_t n, void const* element, std::size_t size) noexcept;

} // namespace gpu::inline v0::detail
