// SPDX-License-Identifier: Apache-2.0
/// @file
/// Predicates of a reduction's request.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

namespace gpu::inline v0::detail {

/// Whether elements are transformed before they are reduced.
inline bool is_transformed(reduce_request const& request) {
    return request.transform != unspecified;
}

/// Whether the result stays on the device, so that the call does not wait for it.
inline bool stays_on_device(reduce_request const& request) { return request.result == nullptr; }

} // namespace gpu::inline v0::detail
