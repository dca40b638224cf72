// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory of the host: sizes, allocation, copies and fills.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// @return physical memory of the machine in bytes
std::uint64_t total_memory() noexcept;
/// @return the bytes that can still be allocated, see available_memory.hpp
std::uint64_t free_memory() noexcept;

/// @return `bytes` bytes aligned to 256, or null if there are none; `bytes` is not 0
void* try_allocate_on_host(std::size_t bytes) noexcept;
/// The same, but throws instead of returning null.
/// @throws gpu::out_of_memory
void* allocate_on_host(std::size_t bytes);
/// @param memory from either of these functions
void deallocate_on_host(void* memory) noexcept;

/// Copies on all cores. The ranges must be the same or disjoint.
void copy_on_host(void* target, void const* source, std::size_t bytes) noexcept;
/// @return whether all bytes of an element are equal
[[nodiscard]] bool is_one_byte(void const* element, std::size_t size) noexcept;

/// Writes n copies of an element of `size` bytes, on all cores.
void fill_on_host(void* memory, std::size_t n, void const* element, std::size_t size) noexcept;

} // namespace gpu::inline v0::detail
