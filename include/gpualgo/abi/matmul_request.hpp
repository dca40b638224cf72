// SPDX-License-Identifier: Apache-2.0
/// @file
/// Requests of gpu::matmul, C = alpha * A * B + beta * C, as they cross into the shared library.
#pragma once

#include <gpualgo/abi/call_options.hpp>
#include <gpualgo/abi/epilogue_step.hpp>
#include <gpualgo/kernel/matmul/problem.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A matrix in memory, or the matrices of a batch. After the request is checked, one of the strides
/// is 1. The other one, the leading dimension, is at least the length of a contiguous row or
/// column, even if there is one.
struct matmul_operand : kernel::strided<void, std::int64_t> {
    device_id memory;               ///< where it lies; unspecified for a plain pointer
    std::int64_t matrix_stride = 0; ///< elements from a matrix of a batch to the next
    /// Element (0, 0) of each matrix of a batch, `data` being that of the first. Null if they are
    /// `matrix_stride` apart.
    void* const* pointers = nullptr;
};

/// A product of listed types, or several. A is m by k, B is k by n, and C is m by n.
struct matmul_request : call_options {
    std::uint32_t precision = 0; ///< of tensor_core, see float_precision
    std::uint32_t value = 0;     ///< index in `matmul_types`: the elements of A and B
    std::uint32_t result = 0;    ///< index in `matmul_types`: the elements of C
    std::int64_t m = 0;          ///< rows of A and C
    std::int64_t n = 0;          ///< columns of B and C
    std::int64_t k = 0;          ///< columns of A, rows of B; 0 gives beta * C
    std::int64_t count = 1;      ///< of products
    matmul_operand a;
    matmul_operand b;
    matmul_operand c;
    /// One accumulator: double for double, int32 for integers, float for all others.
    void const* alpha = nullptr;
    void const* beta = nullptr; ///< one accumulator; if it is 0, C is never read
    std::uint32_t waits = 1;    ///< 0 if the call only submits its work to the stream
    epilogue_steps then;        ///< applied to the elements of C
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_matmul(gpu::detail::matmul_request const* request,
                       gpu::detail::call_result* result) noexcept;
#pragma GCC visibility pop
}
