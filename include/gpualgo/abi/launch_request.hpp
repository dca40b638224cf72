// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::simulated::launch, and what comes back, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/code_location.hpp>
#include <gpualgo/abi/explain_request.hpp>
#include <gpualgo/abi/simulated_thread.hpp>
#include <gpualgo/launch_shape.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// How a kernel may use memory that it is given.
enum class memory_use : std::uint32_t {
    read,       ///< it only reads
    read_write, ///< it reads and writes
    write_first ///< it writes each element before it reads it: elements count as unwritten
};

/// Memory of the program.
struct launch_memory {
    void const* first;
    std::uint64_t bytes;
    std::uint64_t element_bytes;
    std::uint32_t argument; ///< its place among the arguments, from 1, for messages
    memory_use use;
};

/// A launch of a program's own kernel.
struct simulated_launch_request {
    launch_shape shape;
    /// Runs one thread. Exceptions stay in the program.
    /// @param memory of the request, in order
    /// @return false if the kernel has thrown an exception
    bool (*run)(void const* context, simulated_thread& self, checked_memory const* memory) noexcept;
    void const* context;
    launch_memory const* memory;
    std::uint32_t count; ///< of memory
};

/// A thread that takes part in a defect.
struct defect_witness {
    code_location site;
    std::uint32_t block;
    std::uint32_t thread;
};

/// A defect of a kernel.
struct found_defect {
    std::uint32_t kind; ///< a `simulated::defect`
    std::uint64_t seed;
    char const* text; ///< lives until the receiver returns
    defect_witness first;
    defect_witness const* second; ///< may be null
};

/// Receives a defect.
struct defect_sink {
    void* context;
    void (*take_defect)(void* context, found_defect const* found) noexcept;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
/// Runs a program's kernel on the simulated device, and counts what it does. If it has a defect,
/// only `defects` and `result` are told.
void gpualgo_v0_simulated_launch(gpu::detail::simulated_launch_request const* request,
                                 gpu::detail::explain_sink const* counts,
                                 gpu::detail::defect_sink const* defects,
                                 gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
