// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of 16-bit elements with many rows, few columns and short k. Memory decides: tensor
/// cores take rows of A from global memory as they are.
#pragma once

#include "product_kinds.hpp"

#include <cstdint>

namespace gpu::inline v0::sm90 {

/// The limits of such products: the most columns and k, and the least rows.
inline constexpr std::int64_t narrow_columns = 16, most_narrow_k = 64, least_narrow_rows = 4096;

/// Whether there is a kernel for a product with a row-major C.
bool is_narrow(detail::matmul_request const& r);

/// Launches the kernel.
void multiply_narrow(product_call const& call, detail::matmul_request const& r);

} // namespace gpu::inline v0::sm90
