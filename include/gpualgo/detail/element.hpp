// SPDX-License-Identifier: Apache-2.0
/// @file
/// Contiguous elements in host memory, bools too.
#pragma once

namespace gpu::inline v0::detail {

/// An element of a vector of contiguous elements, bools too.
template <class T>
struct element {
    T value;
};

} // namespace gpu::inline v0::detail
