// SPDX-License-Identifier: Apache-2.0
/// @file
/// Decodes what a request for a search asks for.
#pragma once

#include <gpualgo/abi/extrema_request.hpp>
#include <gpualgo/detail/extrema_order.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Whether the element to find first is the largest.
inline bool is_reversed(extrema_request const& request) {
    return (request.wanted == static_cast<std::uint32_t>(extremum::largest)) !=
           (request.is_descending != 0);
}

/// Whether a request is for both the smallest and the largest element.
inline bool is_for_both(extrema_request const& request) {
    return request.wanted == static_cast<std::uint32_t>(extremum::both);
}

} // namespace gpu::inline v0::detail
