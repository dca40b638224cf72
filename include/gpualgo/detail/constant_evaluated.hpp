// SPDX-License-Identifier: Apache-2.0
/// @file
/// Whether a constant expression is being evaluated.
#pragma once

namespace gpu::inline v0::detail {

/// Replaces `std::is_constant_evaluated`, which does not work with clang 14 in C++23: there it is
/// an `if consteval` that is true at run time. It is a function because nvcc warns of the builtin
/// in functions that are not constexpr.
[[nodiscard]] constexpr bool is_constant_evaluated() noexcept {
    return __builtin_is_constant_evaluated();
}

} // namespace gpu::inline v0::detail
