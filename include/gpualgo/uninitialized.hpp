// SPDX-License-Identifier: Apache-2.0
/// @file
/// uninitialized: asks containers for elements without a value.
#pragma once

namespace gpu::inline v0 {

/// The type of `uninitialized`.
struct uninitialized_t {
    explicit uninitialized_t() = default; ///< only by name
};
/// Elements need no value yet: `device_vector<float> v(n, gpu::uninitialized)`.
inline constexpr uninitialized_t uninitialized{};

} // namespace gpu::inline v0
