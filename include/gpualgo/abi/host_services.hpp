// SPDX-License-Identifier: Apache-2.0
/// @file
/// Computations that the shared library does on the host for programs. In the program, compiler
/// flags and the floating-point environment would change the bits.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

extern "C" {
#pragma GCC visibility push(default)
/// Folds n > 0 elements of the host in the canonical order, in the calling thread if they are few.
/// Reads only the fields for elements, types, operator, transform, init and result. If `init` is
/// null, the result is the total of the elements alone.
void gpualgo_v0_fold(gpu::detail::reduce_request const* request) noexcept;
/// Divides a sum by a number of elements, and rounds once.
/// @param value index in `real_types`: the elements' type
/// @param sum of type `sum_type`
/// @param mean of type `mean_type`
void gpualgo_v0_divide(std::uint32_t value, void const* sum, std::uint64_t n, void* mean) noexcept;
/// Calls `task(context, i)` for 0 <= i < count, on all cores; `task` must not throw.
void gpualgo_v0_parallel_for(std::uint64_t count, void (*task)(void* context, std::uint64_t i),
                             void* context) noexcept;
/// Logs a call that the program computed itself, if calls are logged.
/// @param function the name of the function that was called
/// @param n elements
void gpualgo_v0_log(char const* function, char const* strategy, std::uint64_t n,
                    gpu::detail::call_result const* ran) noexcept;
#pragma GCC visibility pop
}
