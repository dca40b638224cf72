// SPDX-License-Identifier: Apache-2.0
/// @file
/// Operands of mma.sync, loaded from global memory to registers, see narrow_place.hpp.
#pragma once

#include "element_types.hpp"
#include "narrow_place.hpp"

#include <gpualgo/kernel/matmul/warp_matrix.cuh>
#include <gpualgo/kernel/matmul/warp_matrix_of_double.cuh>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::sm90 {

/// The bits of an element in memory, and a register of mma.sync.
template <class Value>
struct narrow_types {
    static_assert(sizeof(Value) == 2);
    using element = std::uint16_t;
    using word = std::uint32_t;
};
template <>
struct narrow_types<std::int8_t> {
    using element = std::uint8_t;
    using word = std::uint32_t;
};
template <>
struct narrow_types<tf32> {
    using element = std::uint32_t;
    using word = std::uint32_t;
};
template <>
struct narrow_types<double> {
    using element = double;
    using word = double;
};

/// A or B as a kernel reads it.
template <class Value>
struct strided_elements {
    using element = typename narrow_types<Value>::element;
    element const* first;
    std::int64_t row_stride, column_stride; ///< in elements
};

/// Loads as assembly are not moved into branches. Not by __ldg: the kernel may start while the
/// previous one still writes A.
__device__ __forceinline__ void load_words(std::uint32_t (&w)[1], void const* from) {
    asm volatile("ld.global.u32 %0, [%1];" : "=r"(w[0]) : "l"(from));
}
__device__ __forceinline__ void load_words(std::uint32_t (&w)[2], void const* from) {
    asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(w[0]), "=r"(w[1]) : "l"(from));
}
__device__ __forceinline__ void load_words(std::uint32_t (&w)[4], void const* from) {
    asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
                 : "l"(from));
}
__device__ __forceinline__ void load_words(double (&w)[4], void const* from) {
    asm volatile("ld.global.v2.f64 {%0, %1}, [%4];\n\tld.global.v2.f64 {%2, %3}, [%4 + 64];"
                 : "=d"(w[0]), "=d"(w[1]), "=d"(w[2]), "=d"(w[3])
                 : "l"(from));
}

/// Four elements of 16 along k, of a row of A or a column of B.
template <class Value>
struct four_elements {
    using place = narrow_place<sizeof(Value)>;
    using element = typename narrow_types<Value>::element;
    using word = typename narrow_types<Value>::word;
    static constexpr int count = 4 * sizeof(element) / sizeof(word);
    word words[count]{};

    /// Loads all four. Pieces begin at multiples of their size.
    __device__ __forceinline__ void load(element const* from) { load_words(words, from); }

    /// Loads the elements with offsets below `inside`, and zeros instead of the others.
    /// @param stride from one to the next along k
    __device__ __forceinline__ void load_some(element const* from, std::int64_t stride,
                                              int inside) {
        element loaded[4]{};
#pragma unroll
        for (int i = 0; i < 4; ++i)
            if (place::offset(i) < inside) loaded[i] = from[place::offset(i) * stride];
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            if constexpr (sizeof(element) >= 4) words[i] = loaded[i];
            else {
                constexpr int in_word = 4 / sizeof(element), bits = 8 * sizeof(element);
                words[i / in_word] |= std::uint32_t{loaded[i]} << i % in_word * bits;
            }
        }
    }

    /// Rounds the elements as the instruction takes them.
    __device__ __forceinline__ void round() {
        if constexpr (std::is_same_v<Value, tf32>)
#pragma unroll
            for (word& w : words) w = kernel::warp_matrix<kernel::cuda_context>::to_tf32(w);
    }
};

/// Adds the products of 16 of k to 16 by 8 sums.
/// @param upper, lower of A: a row, and that 8 below
template <class Value>
__device__ __forceinline__ void
multiply_four(sum_of<Value> (&d)[4], four_elements<Value> const& upper,
              four_elements<Value> const& lower, four_elements<Value> const& b) {
    using four = four_elements<Value>;
    using matrix = kernel::warp_matrix<kernel::cuda_context>;
    kernel::cuda_context const context(kernel::launch_memory{nullptr});
    if constexpr (four::count == 1) { // the instruction takes 32 of k
        std::uint32_t const a[4] = {upper.words[0], lower.words[0]};
        matrix::template multiply<Value>(context, d, a, b.words[0], 0);
    } else {
#pragma unroll
        for (int i = 0; i < four::count; i += 2) {
            typename four::word const a[4] = {upper.words[i], lower.words[i], upper.words[i + 1],
                                              lower.words[i + 1]};
            if constexpr (std::is_same_v<Value, double>) {
                double const of_b[2] = {b.words[i], b.words[i + 1]};
                kernel::warp_matrix_of_double<kernel::cuda_context>::multiply(context, d, a, of_b);
            } else {
                matrix::template multiply<Value>(context, d, a, b.words[i], b.words[i + 1]);
            }
        }
    }
}

} // namespace gpu::inline v0::sm90
