// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::reduce_by_key, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/select_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A reduction of the values of each run of equal keys. Its range has the keys, of a listed type.
struct reduce_by_key_request : range_request {
    std::uint32_t total = 0;     ///< index in `types`: the type of values and totals
    std::uint32_t operation = 0; ///< index in `operators`
    element_test test;           ///< compares neighbouring keys, as for `unique`
    void const* values = nullptr;
    device_id values_memory;  ///< where they lie; unspecified for a plain pointer
    select_output keys_out;   ///< the first key of each run
    select_output totals_out; ///< the total of each run's values
    /// On the host: the number of runs. It is written only if the call succeeds.
    std::uint64_t* runs = nullptr;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_reduce_by_key(gpu::detail::reduce_by_key_request const* request,
                              gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
