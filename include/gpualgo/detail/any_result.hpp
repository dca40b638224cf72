// SPDX-License-Identifier: Apache-2.0
/// @file
/// What a call that does not compile returns.
#pragma once

namespace gpu::inline v0::detail {

/// Becomes any type, so that nothing else is wrong with the call.
struct any_result {
    template <class T>
    operator T() const;
};

} // namespace gpu::inline v0::detail
