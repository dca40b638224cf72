// SPDX-License-Identifier: Apache-2.0
/// @file
/// Equality that distinguishes signed zeros and NaNs.
#pragma once

#include <cstring>

namespace test {

/// Whether two values have the same bits.
template <class T>
bool same_bits(T const& a, T const& b) {
    return std::memcmp(&a, &b, sizeof(T)) == 0;
}

} // namespace test
