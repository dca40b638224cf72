// SPDX-License-Identifier: Apache-2.0
/// @file
/// What crosses into the shared library for gpu::transform_reduce.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A reduction of what a listed transform makes of the elements of one range, or of two.
struct transform_request {
    std::uint32_t version = request_version;
    std::uint32_t transform = 0; ///< place in `transforms`
    /// of the first range, as if nothing were transformed
    reduce_request const* reduction = nullptr;
    /// the second range, of as many elements of the same type; null where there is none
    void const* second = nullptr;
    device_id second_memory; ///< where it lies; unspecified for a plain pointer
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_transform_reduce(gpu::detail::transform_request const* request,
                                 gpu::detail::call_result* call_result) noexcept;
#pragma GCC visibility pop
}
