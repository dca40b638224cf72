// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrices for tests of products, and reference products computed by plain loops.
#pragma once

#include "same_bits.hpp"

#include <gpualgo/abi/matmul_lists.hpp>

#include <algorithm>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <random>
#include <type_traits>
#include <vector>

namespace test {

/// Element types of A and B, and of C.
template <class Value, class Result>
struct product {
    using value = Value;
    using result = Result;
    using accumulator = gpu::detail::matmul_accumulator<Value>;
};

/// All precompiled products.
using products =
    gpu::detail::type_list<product<float, float>, product<double, double>,
                           product<gpu::half, gpu::half>, product<gpu::half, float>,
                           product<gpu::bfloat16, gpu::bfloat16>, product<gpu::bfloat16, float>,
                           product<std::int8_t, std::int32_t>, product<std::int32_t, std::int32_t>>;

template <class T>
inline constexpr bool is_floating =
    std::floating_point<T> || std::same_as<T, gpu::half> || std::same_as<T, gpu::bfloat16>;

/// Value of memory that must be neither read nor written: NaN, or a pattern.
template <class T>
T canary() {
    if constexpr (is_floating<T>) return std::numeric_limits<T>::quiet_NaN();
    else return static_cast<T>(0x5a5a5a5a);
}

/// Memory layout of a matrix.
struct arrangement {
    bool column_major = false;
    std::int64_t gap = 0;   ///< elements between rows or columns
    std::size_t offset = 0; ///< elements before the first one: may misalign 16-byte loads
};

/// An owning matrix surrounded by canaries. Has the part of std::mdspan's interface that the
/// library uses.
template <class T>
class stored_matrix {
public:
    stored_matrix(std::int64_t rows, std::int64_t columns, arrangement how = {})
        : rows_(rows), columns_(columns), how_(how) {
        std::int64_t const lines = how.column_major ? columns : rows;
        memory_.assign(static_cast<std::size_t>(lines * leading_dimension()) + how.offset + margin,
                       canary<T>());
    }

    [[nodiscard]] std::int64_t extent(std::size_t r) const { return r == 0 ? rows_ : columns_; }
    [[nodiscard]] std::int64_t stride(std::size_t r) const {
        return (r == 0) == how_.column_major ? 1 : leading_dimension();
    }
    [[nodiscard]] T* data_handle() { return memory_.data() + how_.offset; }
    [[nodiscard]] T const* data_handle() const { return memory_.data() + how_.offset; }

    T& operator()(std::int64_t i, std::int64_t j) {
        return data_handle()[i * stride(0) + j * stride(1)];
    }
    T const& operator()(std::int64_t i, std::int64_t j) const {
        return data_handle()[i * stride(0) + j * stride(1)];
    }

    /// Sets element (i, j) to f(i, j).
    template <class F>
    stored_matrix& fill(F f) {
        for (std::int64_t i = 0; i < rows_; ++i)
            for (std::int64_t j = 0; j < columns_; ++j) (*this)(i, j) = static_cast<T>(f(i, j));
        return *this;
    }

    /// All elements, and the memory around them.
    [[nodiscard]] std::vector<T>& memory() { return memory_; }
    [[nodiscard]] std::vector<T> const& memory() const { return memory_; }

    /// Whether all memory except the elements is unchanged.
    [[nodiscard]] bool surroundings_intact() const {
        stored_matrix pristine(rows_, columns_, how_);
        pristine.fill([&](std::int64_t i, std::int64_t j) { return (*this)(i, j); });
        return std::equal(memory_.begin(), memory_.end(), pristine.memory_.begin(), same_bits<T>);
    }

private:
    static constexpr std::size_t margin = 9;

    [[nodiscard]] std::int64_t leading_dimension() const {
        return std::max<std::int64_t>((how_.column_major ? rows_ : columns_) + how_.gap, 1);
    }

    std::int64_t rows_, columns_;
    arrangement how_;
    std::vector<T> memory_;
};

/// Small integers: sums of their products are exact in every accumulator type, in any order.
class small_integers {
public:
    explicit small_integers(std::uint32_t seed) : generator_(seed) {}
    int operator()(std::int64_t, std::int64_t) { return static_cast<int>(generator_() % 5) - 2; }

private:
    std::mt19937 generator_;
};

/// Normally distributed numbers.
class normal_numbers {
public:
    explicit normal_numbers(std::uint32_t seed) : generator_(seed) {}
    double operator()(std::int64_t, std::int64_t) { return distribution_(generator_); }

private:
    std::mt19937 generator_;
    std::normal_distribution<double> distribution_;
};

/// Returns element (i, j) of A * B, computed in T.
template <class T, class A, class B>
T dot(A const& a, B const& b, std::int64_t i, std::int64_t j) {
    T sum{};
    for (std::int64_t k = 0; k < a.extent(1); ++k)
        sum += static_cast<T>(a(i, k)) * static_cast<T>(b(k, j));
    return sum;
}

} // namespace test
