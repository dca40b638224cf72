// SPDX-License-Identifier: Apache-2.0
/// @file
/// A thread of the simulated device, as kernels in headers see it: data, and functions of the
/// library.
#pragma once

#include <gpualgo/abi/code_location.hpp>
#include <gpualgo/launch_shape.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// The kinds of collectives.
enum class lane_operation : std::uint8_t {
    sync,    ///< orders memory; no other kind does
    shuffle, ///< each lane gets the value of another lane
    ballot,  ///< each lane gets the set of lanes whose bool is true
    match,   ///< each lane gets the set of lanes with the same value
    /// each lane gets the set of lanes that arrive together; only here are the members not known in
    /// advance
    converge
};

/// A lane's part in a collective; it exists while the lane waits.
struct collective {
    lane_operation what;
    std::uint32_t members; ///< lanes of the warp
    code_location site;
    void const* value = nullptr; ///< the value of this lane
    void* result = nullptr;      ///< for this lane: a value, or a set of lanes as std::uint32_t
    std::size_t bytes = 0;       ///< size of the value
    unsigned source = 0;         ///< for a shuffle: the lane of the warp whose value is read
};

/// The kinds of atomic accesses.
enum class atomic_kind : std::uint8_t { read, write, change };

/// An atomic access: a function that reads or writes an element in place.
struct atomic_access {
    atomic_kind kind;
    /// @return for a read that waits: whether the element is ready; for a change: whether it is new
    bool (*apply)(void* context, void* element);
    void* context;

    /// Bytes of the largest element.
    static constexpr std::size_t largest = 8;
};

/// Memory that a kernel may access.
struct checked_memory {
    void* region = nullptr;     ///< the library's object
    std::byte* first = nullptr; ///< the first byte
    std::size_t bytes = 0;      ///< from there to the end
};

struct simulated_thread;

/// The library's functions. After a finding they return false: the thread must then end.
struct thread_functions {
    /// The block's barrier.
    bool (*sync_block)(simulated_thread& self, code_location const& site) noexcept;
    /// A barrier at which the block publishes its writes to blocks that publish later.
    /// @param is_last set to whether the block is the last of the grid to publish
    bool (*publish)(simulated_thread& self, code_location const& site, bool& is_last) noexcept;
    /// Joins a collective of its warp; returns once all lanes have arrived.
    bool (*join)(simulated_thread& self, collective& part) noexcept;
    /// The block's shared memory, as elements of a size.
    bool (*shared)(simulated_thread& self, std::size_t element_bytes,
                   checked_memory& found) noexcept;
    /// The global memory from a pointer on.
    bool (*global)(simulated_thread& self, void const* pointer, std::size_t alignment,
                   code_location const& site, checked_memory& found) noexcept;
    /// Accesses that are inside the bounds.
    /// @{
    bool (*load)(simulated_thread& self, void* region, std::byte const* address, void* value,
                 std::size_t bytes, code_location const& site) noexcept;
    bool (*store)(simulated_thread& self, void* region, std::byte* address, void const* value,
                  std::size_t bytes, code_location const& site) noexcept;
    bool (*access_atomically)(simulated_thread& self, void* region, std::byte* address,
                              std::size_t bytes, atomic_access const& access,
                              code_location const& site) noexcept;
    /// Reads again and again, until the element is ready.
    bool (*await)(simulated_thread& self, void* region, std::byte* address, std::size_t bytes,
                  atomic_access const& read, code_location const& site) noexcept;
    /// @}
    /// Words through which interleaved blocks wait for each other: atomic accesses, which order
    /// nothing else.
    /// @{
    bool (*load_word)(simulated_thread& self, void const* word, void* value, std::size_t bytes,
                      code_location const& site) noexcept;
    bool (*store_word)(simulated_thread& self, void* word, void const* value, std::size_t bytes,
                       code_location const& site) noexcept;
    /// Lets other warps and blocks run, in a loop that waits for another block.
    bool (*pause)(simulated_thread& self, code_location const& site) noexcept;
    /// @}
    /// Finds an access to be outside the bounds.
    /// @param access "a read" ...
    /// @param i the first element
    /// @param count elements accessed
    /// @param size elements of the array
    bool (*fail_bounds)(simulated_thread& self, void const* region, char const* access,
                        std::size_t i, std::size_t count, std::size_t size,
                        code_location const& site) noexcept;
};

/// One thread of a launch.
struct simulated_thread {
    thread_functions const* functions;
    extent3 const* grid = nullptr;        ///< blocks
    extent3 const* block_shape = nullptr; ///< threads per block
    std::uint32_t block = 0;              ///< its block's rank
    std::uint32_t rank = 0;               ///< in its block

    [[nodiscard]] unsigned lane() const { return rank % 32; }
};

/// Unwinds the body of a thread that must end. Caught where the body was called.
struct thread_stopped {};

/// Ends the thread after a finding.
inline void unless_stopped(bool goes_on) {
    if (!goes_on) [[unlikely]]
        throw thread_stopped{};
}

} // namespace gpu::inline v0::detail
