// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls with expressions on GPUs, by kernels that are made at run time.
#pragma once

#include <gpualgo/abi/expression_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Runs a checked transform, see call/backend.hpp. Does not wait for the kernel. Makes it only if
/// n = 0.
void transform_on_gpu(std::uint32_t ordinal, transform_request const& request, call_result& ran);

/// Runs a checked reduction, and waits. Makes its kernel only if n = 0.
void fold_on_gpu(std::uint32_t ordinal, fold_request const& request, call_result& ran);

/// Runs a checked scan, and waits. Makes its kernel only if n = 0.
void scan_on_gpu(std::uint32_t ordinal, scan_expression_request const& request, call_result& ran);

} // namespace gpu::inline v0::detail
