// SPDX-License-Identifier: Apache-2.0
/// @file
/// The compile errors for calls on devices that expressions cannot serve.
#pragma once

namespace gpu::inline v0::detail {

template <bool IsAutomatic, class Policy>
constexpr void require_automatic() {
    static_assert(IsAutomatic, "gpu expressions run on devices by gpu::automatic only. Use that, "
                               "or no policy");
}

} // namespace gpu::inline v0::detail
