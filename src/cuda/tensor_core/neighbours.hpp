// SPDX-License-Identifier: Apache-2.0
/// @file
/// Pairs of elements.
#pragma once

namespace gpu::inline v0::sm90 {

/// Two adjacent elements of C.
template <class T>
struct alignas(2 * sizeof(T)) neighbours {
    T first, second;
};

} // namespace gpu::inline v0::sm90
