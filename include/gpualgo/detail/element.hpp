// SPDX-License-Identifier: Apache-2.0
/// @file
/// Contiguous elements in host memory, bools too.
#pragma once

#include <vector>

namespace gpu::inline v0::detail {

/// An element of a vector of contiguous elements, bools too.
template <class T>
struct element {
    T value;
};

inline std::vector<bool> packed(std::vector<element<bool>> const& elements) {
    std::vector<bool> bits;
    bits.reserve(elements.size());
    for (auto const e : elements) bits.push_back(e.value);
    return bits;
}

} // namespace gpu::inline v0::detail
