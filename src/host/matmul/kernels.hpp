// SPDX-License-Identifier: Apache-2.0
/// @file
/// What an instruction set offers for matrix products: kernels that pack panels and multiply them
/// to a tile of C.
///
/// A panel holds some rows of A, or columns of B, over a block of k, in the order in which a kernel
/// reads them: step by step of k, all lines of a step side by side. Lines and steps that the matrix
/// does not have are zero.
#pragma once

#include "host/instruction_set.hpp"

#include <gpualgo/kernel/matmul/problem.hpp>

#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Matrices and products as the host counts their elements.
template <class T>
using host_matrix = kernel::strided<T, std::int64_t>;
template <class Value, class Result>
using host_problem = kernel::matmul_problem<Value, Result, std::int64_t>;

/// What panels hold: elements as the multiplication takes them. int8 becomes int16, since the
/// instruction that adds the products of two neighbours, without loss, is one of int16.
template <class Value>
using packed_element =
    std::conditional_t<std::is_same_v<Value, std::int8_t>, std::int16_t, matmul_accumulator<Value>>;

/// What a lane of a vector computes with: integers wrap.
template <class Value>
using matmul_lane =
    std::conditional_t<std::is_integral_v<Value>, std::uint32_t, matmul_accumulator<Value>>;

/// Elements of a line that lie side by side in a panel, and are multiplied in one step.
template <class Value>
inline constexpr unsigned elements_in_step = sizeof(matmul_lane<Value>) /
                                             sizeof(packed_element<Value>);

/// What becomes of the product of two panels.
template <class Value, class Result>
struct tile_update {
    using accumulator = matmul_accumulator<Value>;

    Result* c;            ///< the tile's first element
    std::int64_t stride;  ///< from a row of C to the next; elements of a row lie side by side
    std::int64_t rows;    ///< of the tile that are in C
    std::int64_t columns; ///< of the tile that are in C
    accumulator alpha;
    accumulator beta;
    /// a whole tile: the sum of the products so far. Null where C can hold it, or there is one
    /// block of k only
    accumulator* sums;
    bool first; ///< this is the first block of k: nothing is in `sums`
    bool last;  ///< this is the last block of k: C takes the sum
};

/// Packs rows of A, or of B transposed, over a block of k.
/// @param lines rows; at most as many as a panel has
/// @param depth elements of a row
template <class Value>
using pack_function = void (*)(host_matrix<Value const> const& from, std::int64_t lines,
                               std::int64_t depth, packed_element<Value>* to);

/// The kernels of one instruction set for one product.
template <class Value, class Result>
struct tile_kernels {
    unsigned rows;    ///< of a tile, and of a panel of A
    unsigned columns; ///< of a tile, and of a panel of B
    pack_function<Value> pack_rows;
    pack_function<Value> pack_columns;
    void (*multiply)(std::int64_t steps, packed_element<Value> const* rows,
                     packed_element<Value> const* columns, tile_update<Value, Result> const& to);
};

/// A listed product: what A and B hold, and what C holds.
template <class Value, class Result>
struct product {};

using products =
    type_list<product<float, float>, product<double, double>, product<half, half>,
              product<half, float>, product<bfloat16, bfloat16>, product<bfloat16, float>,
              product<std::int8_t, std::int32_t>, product<std::int32_t, std::int32_t>>;

/// The kernels of one instruction set for all products; converts to those of each.
template <class Products>
struct kernels_for;
template <class... Values, class... Results>
struct kernels_for<type_list<product<Values, Results>...>> : tile_kernels<Values, Results>... {};

using matmul_kernels = kernels_for<products>;

extern matmul_kernels const baseline_kernels;
extern matmul_kernels const avx2_kernels;   ///< with fma
extern matmul_kernels const avx512_kernels; ///< with byte and word instructions

/// The kernels of an instruction set.
[[nodiscard]] inline matmul_kernels const& kernels_of([[maybe_unused]] instruction_set set) {
#ifdef __x86_64__
    if (set == instruction_set::avx512) return avx512_kernels;
    if (set == instruction_set::avx2) return avx2_kernels;
#endif
    return baseline_kernels;
}

} // namespace gpu::inline v0::detail
