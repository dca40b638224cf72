// SPDX-License-Identifier: Apache-2.0
/// @file
/// What crosses into the shared library for gpu::matmul: C = alpha * A * B + beta * C.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/kernel/matmul/problem.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// A matrix in memory. Once the request is checked, one of the strides is 1, the other (the leading
/// dimension) is at least the width of a line, also if there is one line only.
struct matmul_operand : kernel::strided<void, std::int64_t> {
    device_id memory; ///< where it lies; unspecified for a plain pointer
};

/// A product of listed types. A has m * k elements, B has k * n, C has m * n.
struct matmul_request {
    std::uint32_t version = request_version;
    std::uint32_t strategy = 0;             ///< place in `matmul_strategies`
    std::uint32_t space = unspecified;      ///< a `memory_space`
    std::uint32_t block_size = unspecified; ///< threads
    std::uint32_t value = 0;                ///< place in `matmul_types`: what A and B hold
    std::uint32_t result = 0;               ///< place in `matmul_types`: what C holds
    std::int64_t m = 0;                     ///< rows of A and C
    std::int64_t n = 0;                     ///< columns of B and C
    std::int64_t k = 0;                     ///< columns of A, rows of B; 0 gives beta * C
    matmul_operand a;
    matmul_operand b;
    matmul_operand c;
    /// one accumulator: double for double, int32 for integers, float for all others
    void const* alpha = nullptr;
    void const* beta = nullptr;  ///< one accumulator; if it is 0, C is never read
    std::uint32_t precision = 0; ///< of tensor_core: 1 for `.precise()`
    device_id target;            ///< the policy's `.on(device)`
    execution run;
};

} // namespace gpu::inline v0::detail

extern "C" {
#pragma GCC visibility push(default)
void gpualgo_v0_matmul(gpu::detail::matmul_request const* request,
                       gpu::detail::call_result* call_result) noexcept;
#pragma GCC visibility pop
}
