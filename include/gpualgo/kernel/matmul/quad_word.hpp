// SPDX-License-Identifier: Apache-2.0
/// @file
/// The most that one instruction of a thread loads or stores.
#pragma once

namespace gpu::inline v0::kernel {

/// 16 bytes of neighbouring elements.
template <class T>
struct alignas(16) quad_word {
    static constexpr unsigned size = 16 / sizeof(T); ///< elements
    T element[size];                                 ///< the elements
};

} // namespace gpu::inline v0::kernel
