// SPDX-License-Identifier: Apache-2.0
/// @file
/// What crosses into the shared library so that programs need not compute with listed types
/// themselves: their flags and their floating-point environment would show in the bits.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/abi/transform_request.hpp>

#include <cstdint>

extern "C" {
#pragma GCC visibility push(default)
/// Folds n > 0 elements of the host in the canonical order, in the calling thread if they are few.
/// Only `value`, `accumulator`, `operation`, `first`, `n`, `init` and `result` count. If `init` is
/// null, the result is the total of the elements alone.
void gpualgo_v0_fold(gpu::detail::reduce_request const* request) noexcept;
/// The same of transformed elements.
void gpualgo_v0_fold_transformed(gpu::detail::transform_request const* request) noexcept;
/// Divides a sum by a number of elements, and rounds once.
/// @param value place in `real_types`: the elements' type
/// @param sum of the type that they are summed in
/// @param mean of the type of their mean
void gpualgo_v0_divide(std::uint32_t value, void const* sum, std::uint64_t n, void* mean) noexcept;
#pragma GCC visibility pop
}
