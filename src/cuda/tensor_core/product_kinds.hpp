// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kinds of products, by instruction and location of operands. C is row-major.
#pragma once

#include "kernel_set.hpp"
#include "operand.hpp"
#include "product.hpp"
#include "product_arguments.hpp"
#include "tile_parts.hpp"

#include "matmul/product_facts.hpp"

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

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

/// wgmma on planes of half or bfloat16. If these do not support the magnitudes, fused multiply-add
/// or nothing.
void multiply_float(product_call const& call, detail::matmul_request const& request,
                    tuning const& fixed, unsupported_magnitudes if_unsupported);

/// Whether A or B is contiguous in a dimension of C. Such products of int8 and TF32 need
/// `multiply_in_registers`.
bool has_mn_major_operand(detail::matmul_request const& request);

/// Whether variants that transpose compute a product with a row-major C.
bool has_transposing_kernels(detail::matmul_request const& r);

/// The flags of blocks that share tiles, see tile_parts.
inline std::uint32_t* flags_of_parts(product_call const& call) {
    static_assert(most_blocks_with_parts * multiplying_warps <= detail::cuda_workspace::flags);
    return call.queue.workspace().written;
}

/// A step as kernels take it.
/// @param is_transposed whether rows of C have become columns
template <class Number>
product_step<Number> product_step_of(detail::epilogue_step const& step, bool is_transposed) {
    using enum detail::epilogue_kind;
    constexpr operation operations[] = {operation::add,  operation::multiply, operation::multiply,
                                        operation::relu, operation::gelu,     operation::silu};
    static_assert(std::size(operations) == detail::epilogue_kinds);
    return {operations[static_cast<std::size_t>(step.kind)],
            (step.kind == scale_rows) != is_transposed, static_cast<Number const*>(step.vector)};
}

/// The batch that a request is, possibly of one product.
inline batch_of_products batch_of(detail::matmul_request const& r) {
    auto const bytes = static_cast<std::int64_t>(detail::known_matmul_types[r.result].size);
    return {static_cast<int>(r.count), r.a.matrix_stride == 0 ? 0 : 1,
            r.b.matrix_stride == 0 ? 0 : 1, r.c.matrix_stride * bytes};
}

/// Makes the kernel arguments of a product, without a band.
template <class Sum, class Small = void>
product_arguments<Sum, Small> product_arguments_of(product_call const& call,
                                                   detail::matmul_request const& r) {
    using namespace detail;
    auto converts = conversion::none;
    if (std::is_integral_v<Sum> && r.result == index_of<float, matmul_types>)
        converts = conversion::to_float;
    if constexpr (!std::is_void_v<Small>)
        if (r.result == index_of<Small, matmul_types>) converts = conversion::to_small;
    std::size_t const bytes = known_matmul_types[r.result].size;
    line_matrix const c{r.c.data, r.n, r.m, r.c.row_stride, bytes};
    bool const is_aligned = c.is_aligned() && stack_of(r.c, r.count).is_aligned(bytes);
    bool const has_pairs = reinterpret_cast<std::uintptr_t>(r.c.data) % (2 * bytes) == 0 &&
                           (r.c.row_stride % 2 == 0 || r.m == 1) &&
                           stack_of(r.c, r.count).stride % 2 == 0;
    bool const has_whole_units = r.n * static_cast<std::int64_t>(bytes) % 16 == 0;
    product_arguments<Sum, Small> made{static_cast<Sum*>(r.c.data),
                                       r.c.row_stride,
                                       static_cast<int>(r.m),
                                       static_cast<int>(r.n),
                                       static_cast<int>(r.k),
                                       *static_cast<Sum const*>(r.alpha),
                                       *static_cast<Sum const*>(r.beta),
                                       0,
                                       is_aligned,
                                       has_pairs,
                                       is_aligned && has_whole_units,
                                       converts,
                                       {}};
    made.then.count = static_cast<int>(r.then.count);
    for (std::uint32_t s = 0; s < r.then.count; ++s)
        made.then.step[s] =
            product_step_of<kernel::epilogue_type<Sum>>(r.then.step[s], call.is_transposed);
    return made;
}

} // namespace gpu::inline v0::sm90
