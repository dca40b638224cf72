// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of scans, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// The results that a scan writes.
enum class scan_kind : std::uint32_t {
    inclusive, ///< of each element and those before it
    exclusive  ///< of those before it; has an init
};

/// A scan of a listed type by a listed operator. `strategy` is an index in `scan_strategies`.
struct scan_request : range_request {
    std::uint32_t kind = 0;                ///< a `scan_kind`
    std::uint32_t operation = 0;           ///< index in `operators`
    std::uint32_t transform = unspecified; ///< index in `transforms`; unspecified if there is none
    void const* init = nullptr;            ///< one element; null if there is none
    void* out = nullptr;                   ///< n results of the elements' type; may be `first`
    device_id out_memory;                  ///< where it lies; unspecified for a plain pointer
    std::uint32_t leaves = 0;              ///< 1 if the call does not wait, otherwise 0
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_scan(gpu::detail::scan_request const* request,
                     gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
