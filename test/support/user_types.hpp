// SPDX-License-Identifier: Apache-2.0
/// @file
/// Types and operators that are not precompiled, for files compiled by g++, by nvcc and by both.
/// Totals are exact and do not depend on the order.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace user {

/// N bytes, which are added separately and wrap around.
template <std::size_t N>
struct bytes {
    unsigned char byte[N];

    friend GPUALGO_FUNCTION constexpr bool operator==(bytes const& a, bytes const& b) {
        for (std::size_t i = 0; i < N; ++i)
            if (a.byte[i] != b.byte[i]) return false;
        return true;
    }
};

/// Adds bytes separately.
struct add_bytes {
    template <std::size_t N>
    GPUALGO_FUNCTION constexpr bytes<N> operator()(bytes<N> a, bytes<N> const& b) const {
        for (std::size_t i = 0; i < N; ++i)
            a.byte[i] = static_cast<unsigned char>(a.byte[i] + b.byte[i]);
        return a;
    }
};

/// A number without default constructor, with stricter alignment than shared memory has.
class alignas(32) number {
public:
    GPUALGO_FUNCTION constexpr explicit number(long long value) : value_(value) {}
    GPUALGO_FUNCTION constexpr long long value() const { return value_; }

    friend GPUALGO_FUNCTION constexpr number operator+(number a, number b) {
        return number(a.value_ + b.value_);
    }
    friend GPUALGO_FUNCTION constexpr bool operator==(number a, number b) {
        return a.value_ == b.value_;
    }

private:
    long long value_;
};

/// Number and sum of elements of another type.
struct count_and_sum {
    long long count;
    long long sum;

    count_and_sum() = default;
    GPUALGO_FUNCTION constexpr count_and_sum(long long c, long long s) : count(c), sum(s) {}
    GPUALGO_FUNCTION constexpr count_and_sum(short element) : count(1), sum(element) {}

    friend GPUALGO_FUNCTION constexpr count_and_sum operator+(count_and_sum a, count_and_sum b) {
        return {a.count + b.count, a.sum + b.sum};
    }
    friend GPUALGO_FUNCTION constexpr bool operator==(count_and_sum a, count_and_sum b) {
        return a.count == b.count && a.sum == b.sum;
    }
};

/// Converts to int implicitly; explicit casts to a larger type give another value.
struct small_number {
    short value;

    small_number() = default;
    GPUALGO_FUNCTION constexpr explicit small_number(short v) : value(v) {}
    GPUALGO_FUNCTION constexpr operator int() const { return value; }
    GPUALGO_FUNCTION constexpr explicit operator long long() const { return -1000; }
};

/// Returns the i-th value of a sequence without patterns that could hide an error in the order of
/// elements.
template <class T>
T value(std::size_t i) {
    auto const mixed = i * 2654435761U >> 7;
    if constexpr (requires(T t) { t.byte; }) {
        T made{};
        for (std::size_t k = 0; k < sizeof(T); ++k)
            made.byte[k] = static_cast<unsigned char>(mixed + k * i);
        return made;
    } else {
        return T(static_cast<short>(mixed % 200));
    }
}

} // namespace user
