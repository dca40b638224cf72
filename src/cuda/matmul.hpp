// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products of matrices on GPUs.
#pragma once

#include <gpualgo/detail/matmul_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Runs a checked request, see ../backend.hpp. `automatic` is cuBLAS if it can compute the
/// product, and register_tile if not.
void cuda_matmul(std::uint32_t ordinal, matmul_request const& request, outcome& ran);

} // namespace gpu::inline v0::detail
