// SPDX-License-Identifier: Apache-2.0
/// @file
/// The result of a call of the shared library. Exceptions do not leave the library.
#pragma once

#include <gpualgo/abi/device_id.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The status of a call. The header turns all but `ok` into the exception of that name.
enum class status_code : std::uint32_t {
    ok,
    error,
    no_device,
    device_fault,
    unsupported_operator,
    out_of_memory,
    invalid_argument,
    length_error
};

/// The status of a call, and what ran. The library fills it; strings end with a zero.
struct call_result {
    status_code status = status_code::ok;
    std::int32_t code = 0;             ///< CUDA's error code
    std::uint64_t bytes_requested = 0; ///< of an `out_of_memory`
    std::uint64_t bytes_available = 0; ///< of an `out_of_memory`
    device_id device;                  ///< where it ran
    std::uint32_t strategy = unspecified;
    std::uint32_t space = unspecified;
    std::uint64_t grid = 0;  ///< blocks of the first launch, or segments on the host
    std::uint32_t block = 0; ///< threads per block; 0 on the host
    std::uint64_t bytes = 0; ///< bytes of input read
    char kernel[96];         ///< the kernel's name
    char message[600];       ///< the failure, or why the call ran on another device than requested

    // Leaves the rest of the arrays uninitialized, to save time in short calls.
    call_result() noexcept { kernel[0] = message[0] = 0; }
};

} // namespace gpu::inline v0::detail
