// SPDX-License-Identifier: Apache-2.0
/// @file
/// Shared by the tests and the fuzzer of reductions by key.
#pragma once

#include <gpualgo/functional.hpp>

#include <cstring>
#include <limits>
#include <type_traits>
#include <vector>

template <class T>
bool same_bits(std::vector<T> const& a, std::vector<T> const& b) {
    return a.size() == b.size() &&
           (a.empty() || std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0);
}

/// An init that does not change a total.
template <class T, class Op>
T identity(Op) {
    using limits = std::numeric_limits<T>;
    if constexpr (std::is_same_v<Op, gpu::plus<>>) return static_cast<T>(-T());
    else if constexpr (std::is_same_v<Op, gpu::minimum<>>)
        return limits::has_infinity ? limits::infinity() : limits::max();
    else return limits::has_infinity ? static_cast<T>(-limits::infinity()) : limits::lowest();
}
