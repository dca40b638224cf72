// SPDX-License-Identifier: Apache-2.0
/// @file
/// Adjacent elements, which are loaded or stored at once.
#pragma once

namespace gpu::inline v0::sm90 {

/// Two adjacent elements of C.
template <class T>
struct alignas(2 * sizeof(T)) neighbours {
    T first, second;
};

/// Four adjacent elements of C that begin at a multiple of 16 bytes.
template <class T>
struct alignas(16) four_neighbours {
    T of[4];
};

} // namespace gpu::inline v0::sm90
