// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kinds of products, by instruction and location of operands. C is row-major.
#pragma once

#include "operand.hpp"

#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/kernel/matmul/matmul.hpp>

#include "kernel_set.hpp"

namespace gpu::inline v0::sm90 {

/// wgmma with both operands in shared memory. For int8 both must be K-major.
void multiply_shared(product_call const& call, detail::matmul_request const& request,
                     tuning const& fixed);

/// wgmma on int8 with one operand in registers, for products whose operands are not both K-major.
void multiply_in_registers(product_call const& call, detail::matmul_request const& request,
                           tuning const& fixed);

/// mma on double.
void multiply_double(product_call const& call, detail::matmul_request const& request,
                     tuning const& fixed);

/// wgmma on planes of bfloat16, or fused multiply-add if these do not support the magnitudes.
void multiply_float(product_call const& call, detail::matmul_request const& request,
                    tuning const& fixed);

/// Whether a product of int8 needs `multiply_in_registers`.
bool has_mn_major_operand(detail::matmul_request const& request);

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
