// SPDX-License-Identifier: Apache-2.0
/// @file
/// Work that the shared library does on the host for programs. They need not compute with listed
/// types themselves: their flags and floating-point environment would show in the bits.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>

#include <cstdint>

extern "C" {
#pragma GCC visibility push(default)
/// Folds n > 0 elements of the host in the canonical order, in the calling thread if they are few.
/// Reads only the fields that say what is reduced. If `init` is null, the result is the total of
/// the elements alone.
void gpualgo_v0_fold(gpu::detail::reduce_request const* request) noexcept;
/// Divides a sum by a number of elements, and rounds once.
/// @param value index in `real_types`: the elements' type
/// @param sum of the type that they are summed in
/// @param mean of the type of their mean
void gpualgo_v0_divide(std::uint32_t value, void const* sum, std::uint64_t n, void* mean) noexcept;
/// Calls `task(context, i)` for 0 <= i < count, on all cores; `task` must not throw.
void gpualgo_v0_parallel_for(std::uint64_t count, void (*task)(void* context, std::uint64_t i),
                             void* context) noexcept;
#pragma GCC visibility pop
}
