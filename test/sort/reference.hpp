// SPDX-License-Identifier: Apache-2.0
/// @file
/// The order of sorts by its definition in the documentation, and inputs that try it.
#pragma once

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>

#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace test {

/// The position of a NaN among NaNs: positive ones by their bits, then negative ones downwards.
template <class T>
std::int64_t nan_position(T x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof x);
    std::uint64_t const sign = std::uint64_t{1} << (8 * sizeof x - 1);
    auto const magnitude = static_cast<std::int64_t>(bits & (sign - 1));
    return (bits & sign) == 0 ? magnitude : -1 - magnitude;
}

/// Whether x comes before y in the total order of sorts.
template <class T>
bool comes_before(T x, T y, bool is_descending) {
    if constexpr (std::integral<T>) {
        return is_descending ? x > y : x < y;
    } else {
        auto const a = static_cast<double>(x), b = static_cast<double>(y);
        if (std::isnan(a) && std::isnan(b)) {
            // all positive ones before all negative ones, or after them if the order is descending
            auto const p = nan_position(x), q = nan_position(y);
            bool const ascends = (p < 0) == (q < 0) ? p < q : q < 0;
            return p != q && ascends != is_descending;
        }
        if (std::isnan(a) || std::isnan(b)) return std::isnan(b) && !std::isnan(a);
        if (a == 0 && b == 0)
            return std::signbit(is_descending ? b : a) && !std::signbit(is_descending ? a : b);
        return is_descending ? a > b : a < b;
    }
}

/// Numbers of any bits.
template <class T>
std::vector<T> random_bits(std::size_t n, std::uint64_t seed) {
    std::mt19937_64 engine(seed);
    std::vector<T> x(n);
    for (T& one : x) {
        auto const bits = engine();
        std::memcpy(static_cast<void*>(&one), &bits, sizeof one);
    }
    return x;
}

/// Numbers of few values: zeros of both signs, NaNs of both signs, infinities and others.
template <class T>
std::vector<T> few_values(std::size_t n, std::uint64_t seed) {
    using limits = std::numeric_limits<T>;
    std::vector<T> choice{T(0), T(1), T(2), T(7), limits::max(), limits::lowest()};
    if constexpr (!std::integral<T>)
        for (T const x : {T(-0.0), T(-2), limits::quiet_NaN(), T(-limits::quiet_NaN()),
                          limits::infinity(), T(-limits::infinity()), limits::denorm_min()})
            choice.push_back(x);
    std::mt19937_64 engine(seed);
    std::vector<T> x(n);
    for (T& one : x) one = choice[engine() % choice.size()];
    return x;
}

/// Whether two vectors have the same bytes: NaNs do not equal themselves.
template <class T>
bool same_bytes(std::vector<T> const& a, std::vector<T> const& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

} // namespace test
