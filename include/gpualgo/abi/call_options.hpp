// SPDX-License-Identifier: Apache-2.0
/// @file
/// The options of a policy, as they cross into the shared library. Every request begins with them.
#pragma once

#include <gpualgo/abi/call_result.hpp>
#include <gpualgo/abi/device_id.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The version of requests. A library rejects versions that it does not know.
inline constexpr std::uint32_t request_version = 1;

/// Functions that allocate scratch for a call: a memory resource, without its class.
struct scratch_source {
    /// Null if the library uses its own memory. Returns null on failure.
    void* (*allocate)(void* context, std::uint64_t bytes) noexcept = nullptr;
    void (*deallocate)(void* context, void* memory, std::uint64_t bytes) noexcept = nullptr;
    void* context = nullptr;
    device_id memory; ///< the device whose memory is allocated
    friend bool operator==(scratch_source const&, scratch_source const&) = default;
};

/// The options of a call. Every request begins with them.
struct call_options {
    std::uint32_t version = request_version;
    std::uint32_t strategy = 0;             ///< index in the algorithm's list; 0 is `automatic`
    std::uint32_t space = unspecified;      ///< a `memory_space`
    std::uint32_t block_size = unspecified; ///< threads per block
    device_id target;                       ///< the policy's `.on(device)`
    void* stream = nullptr;                 ///< a `cudaStream_t`; null for the default stream
    scratch_source scratch;
    friend bool operator==(call_options const&, call_options const&) = default;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
/// Checks the options of a call that the program runs itself, with a strategy of `strategies`.
/// @param function the name of the function that was called, for messages
void gpualgo_v0_check_options(gpu::detail::call_options const* options, char const* function,
                              gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
