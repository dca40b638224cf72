// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products with many rows, few columns and short k. Memory decides: tensor cores take rows of A
/// from global memory as they are.
#pragma once

#include "product_kinds.hpp"

namespace gpu::inline v0::sm90 {

/// Whether there is a kernel for a product with a row-major C. It needs at least 4096 rows, and
/// takes up to 16 columns. k is at most 64.
bool has_narrow_kernel(detail::matmul_request const& r);

/// Launches the kernel.
void multiply_narrow(product_call const& call, detail::matmul_request const& r);

} // namespace gpu::inline v0::sm90
