// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::top_k, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A search for the elements at the front of an order. Copies of them are written in that order;
/// among equivalent elements, the first ones of the range come first.
struct top_k_request : range_request {
    std::uint64_t k = 0;             ///< elements wanted; at most n are written
    std::uint32_t is_descending = 0; ///< 1 if greater elements come first, as by `std::greater`
    void* out = nullptr;
    device_id out_memory; ///< where that lies; unspecified for a plain pointer
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_top_k(gpu::detail::top_k_request const* request,
                      gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
