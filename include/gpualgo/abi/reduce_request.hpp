// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of algorithms on ranges, and of reductions, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/call_options.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A call on a range of a listed type. The request of every algorithm on ranges begins with it.
struct range_request : call_options {
    std::uint32_t value = 0; ///< index in `types`: the elements' type
    device_id memory;        ///< where the range lies; unspecified for a plain pointer
    void const* first = nullptr;
    std::uint64_t n = 0; ///< elements
};

/// A reduction of listed types by a listed operator. If `transform` is given, it reduces the
/// results of a listed transform of the elements of one range, or of two.
struct reduce_request : range_request {
    std::uint32_t accumulator = 0;         ///< index in `types`: the type of init and total
    std::uint32_t operation = 0;           ///< index in `operators`
    std::uint32_t transform = unspecified; ///< index in `transforms`; unspecified if there is none
    /// The second range: as many elements of the same type. Null if there is none.
    void const* second = nullptr;
    device_id second_memory;    ///< where it lies; unspecified for a plain pointer
    void const* init = nullptr; ///< one accumulator
    /// One accumulator on the host, written only if the call succeeds. If it is null, the total
    /// goes to `into`, and the call does not wait for it.
    void* result = nullptr;
    void* into = nullptr;  ///< one accumulator on the device
    device_id into_memory; ///< where that lies; unspecified for a plain pointer
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_reduce(gpu::detail::reduce_request const* request,
                       gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
