// SPDX-License-Identifier: Apache-2.0
/// @file
/// pinned_vector: a `std::vector` in memory of the host that GPUs copy from and to directly.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/detail/device_memory.hpp>
#include <gpualgo/detail/raise.hpp>

#include <cstddef>
#include <limits>
#include <new>
#include <vector>

namespace gpu::inline v0 {

/// Memory of the host, aligned to 256 bytes: page-locked for all GPUs if one can be used, otherwise
/// plain memory. Locking takes long, and keeps the system from paging. Use it for memory that is
/// copied from or to a GPU often.
///
/// Thread safety: all allocators are equal, and may be used from several threads at once.
/// @tparam T the elements' type; aligned to at most 256 bytes
template <class T>
class pinned_allocator {
public:
    using value_type = T; ///< as given

    pinned_allocator() noexcept = default;
    /// For elements of another type.
    template <class U>
    pinned_allocator(pinned_allocator<U> const&) noexcept {
    } // NOLINT(google-explicit-constructor): allocators are converted so

    /// @param n elements, not 0
    /// @return memory for them
    /// @throws std::bad_array_new_length if they do not fit into the address space
    /// @throws gpu::out_of_memory if there is not as much, or if the system lets no more be
    /// page-locked
    [[nodiscard]] T* allocate(std::size_t n) {
        static_assert(alignof(T) <= detail::memory_alignment,
                      "gpu::pinned_allocator<T>: T must not be aligned to more than 256 bytes, to "
                      "which page-locked memory is aligned");
        if (n > std::numeric_limits<std::size_t>::max() / sizeof(T))
            throw std::bad_array_new_length();
        void* memory = nullptr;
        detail::call_result allocated;
        gpualgo_v0_allocate_pinned(n * sizeof(T), &memory, &allocated);
        detail::raise(allocated);
        return static_cast<T*>(memory);
    }
    /// @param memory from `allocate`
    /// @param n as it was given to `allocate`
    void deallocate(T* memory, std::size_t n) noexcept {
        ::gpualgo_v0_deallocate_pinned(memory, n * sizeof(T));
    }

    /// @return true: they are all the same
    friend bool operator==(pinned_allocator, pinned_allocator) noexcept { return true; }
};

/// A `std::vector` in page-locked memory. Every call takes it as a range of the host. It is copied
/// from and to GPUs at the full speed of the bus.
/// @tparam T an element; bools are packed as in `std::vector<bool>`
template <class T>
using pinned_vector = std::vector<T, pinned_allocator<T>>;

} // namespace gpu::inline v0
