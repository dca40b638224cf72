// SPDX-License-Identifier: Apache-2.0
/// @file
/// The result type of calls that do not compile.
#pragma once

namespace gpu::inline v0::detail {

/// Converts to any type, so that the compiler reports no further errors.
struct any_result {
    template <class T>
    operator T() const;
};

} // namespace gpu::inline v0::detail
