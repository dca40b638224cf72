// SPDX-License-Identifier: Apache-2.0
/// @file
/// The interface of an instruction set for matrix products: kernels that pack panels and multiply
/// them into a tile of C.
///
/// A panel holds some rows of A, or columns of B, over a block of k, in the order in which a kernel
/// reads them. In each step of k, the elements of all lines are contiguous. Lines and steps beyond
/// the matrix are zero.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/kernel/matmul/problem.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Matrices and products with the host's index type.
template <class T>
using host_matrix = kernel::strided<T, std::int64_t>;
template <class Value, class Result>
using host_problem = kernel::matmul_problem<Value, Result, std::int64_t>;

/// The element type of panels. int8 becomes int16, because the instruction that adds two adjacent
/// products without loss takes int16.
template <class Value>
using packed_element =
    std::conditional_t<std::is_same_v<Value, std::int8_t>, std::int16_t, matmul_accumulator<Value>>;

/// The lane type for computations; unsigned, so that integers wrap.
template <class Value>
using matmul_lane =
    std::conditional_t<std::is_integral_v<Value>, std::uint32_t, matmul_accumulator<Value>>;

/// Contiguous elements of a line in a panel that are multiplied in one step.
template <class Value>
inline constexpr unsigned elements_in_step = sizeof(matmul_lane<Value>) /
                                             sizeof(packed_element<Value>);

/// How the product of two panels updates C.
template <class Value, class Result>
struct tile_update {
    using accumulator = matmul_accumulator<Value>;

    Result* c;            ///< first element of the tile
    std::int64_t stride;  ///< from one row of C to the next; elements of a row are contiguous
    std::int64_t rows;    ///< rows of the tile inside C
    std::int64_t columns; ///< columns of the tile inside C
    accumulator alpha;
    accumulator beta;
    /// the sums of a whole tile so far. Null if C can hold them, or if there is only one block of k
    accumulator* sums;
    bool first; ///< this is the first block of k: `sums` is not yet initialised
    bool last;  ///< this is the last block of k: the sum goes to C
};

/// Packs rows of A, or of B transposed, over a block of k.
/// @param lines number of rows; at most the lines of a panel
/// @param depth elements per row
template <class Value>
using pack_function = void (*)(host_matrix<Value const> const& from, std::int64_t lines,
                               std::int64_t depth, packed_element<Value>* to);

/// The kernels of one instruction set for one product.
template <class Value, class Result>
struct tile_kernels {
    unsigned rows;    ///< per tile, and per panel of A
    unsigned columns; ///< per tile, and per panel of B
    pack_function<Value> pack_rows;
    pack_function<Value> pack_columns;
    void (*multiply)(std::int64_t steps, packed_element<Value> const* rows,
                     packed_element<Value> const* columns, tile_update<Value, Result> const& to);
};

/// A listed product: the element type of A and B, and that of C.
template <class Value, class Result>
struct product {};

using products =
    type_list<product<float, float>, product<double, double>, product<half, half>,
              product<half, float>, product<bfloat16, bfloat16>, product<bfloat16, float>,
              product<std::int8_t, std::int32_t>, product<std::int32_t, std::int32_t>>;

/// The kernels of one instruction set for all products; converts to the kernels of each product.
template <class Products>
struct kernels_for;
template <class... Values, class... Results>
struct kernels_for<type_list<product<Values, Results>...>> : tile_kernels<Values, Results>... {};

using matmul_kernels = kernels_for<products>;

extern matmul_kernels const baseline_kernels;
extern matmul_kernels const avx2_kernels;   ///< with FMA
extern matmul_kernels const avx512_kernels; ///< with AVX512BW, DQ and VL

/// The kernels of an instruction set.
[[nodiscard]] inline matmul_kernels const& kernels_of([[maybe_unused]] instruction_set set) {
#ifdef __x86_64__
    if (set == instruction_set::avx512) return avx512_kernels;
    if (set == instruction_set::avx2) return avx2_kernels;
#endif
    return baseline_kernels;
}

} // namespace gpu::inline v0::detail
