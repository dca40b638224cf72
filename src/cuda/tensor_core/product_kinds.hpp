// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kinds of products, by instruction and location of operands. C is row-major.
#pragma once

#include "operand.hpp"

#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/kernel/matmul/matmul.hpp>

#include "kernel_set.hpp"
#include "product.hpp"
#include "tile_parts.hpp"

namespace gpu::inline v0::sm90 {

/// wgmma with both operands in shared memory. For int8 and TF32 both must be K-major.
void multiply_shared(product_call const& call, detail::matmul_request const& request,
                     tuning const& fixed);

/// wgmma on int8 or TF32 with one operand in registers, if the operands are not both K-major.
void multiply_in_registers(product_call const& call, detail::matmul_request const& request,
                           tuning const& fixed);

/// mma on double.
void multiply_double(product_call const& call, detail::matmul_request const& request,
                     tuning const& fixed);

/// wgmma on planes of bfloat16. If these do not support the magnitudes, fused multiply-add or
/// nothing.
void multiply_float(product_call const& call, detail::matmul_request const& request,
                    tuning const& fixed, unsupported_magnitudes if_unsupported);

/// Whether A or B is contiguous in a dimension of C. Such products of int8 and TF32 need
/// `multiply_in_registers`.
bool has_mn_major_operand(detail::matmul_request const& request);

/// Allocates memory for the parts of divided tiles, if there are any.
/// @param threads per block that multiply
template <class Fragment, class Sum>
tile_parts<Sum> allocate_parts(product_call const& call, tile_stream const& stream,
                               unsigned threads) {
    if (stream.divided_tiles() == 0) return {stream, nullptr};
    return {stream,
            call.queue.allocate<neighbours<Sum>>(pairs_of_slots<Fragment>(stream, threads))};
}

/// Makes the kernel arguments of a product.
/// @param band see tile_order
template <class Result, class Sum>
product_arguments<Result, Sum> product_arguments_of(detail::matmul_request const& r, int band) {
    line_matrix const c{r.c.data, r.n, r.m, r.c.row_stride, sizeof(Result)};
    return {static_cast<Result*>(r.c.data),
            r.c.row_stride,
            static_cast<int>(r.m),
            static_cast<int>(r.n),
            static_cast<int>(r.k),
            *static_cast<Sum const*>(r.alpha),
            *static_cast<Sum const*>(r.beta),
            band,
            c.is_aligned(),
            c.is_aligned() && r.n * static_cast<std::int64_t>(sizeof(Result)) % 16 == 0};
}

} // namespace gpu::inline v0::sm90
