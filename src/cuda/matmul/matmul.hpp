// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products on GPUs.
#pragma once

#include <gpualgo/abi/matmul_request.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Runs a checked request, see call/backend.hpp. `automatic` uses cuBLAS unless tensor_core is
/// known to be faster. If cuBLAS cannot compute the product, it uses tensor_core or register_tile.
void cuda_matmul(std::uint32_t ordinal, matmul_request const& request, call_result& ran);

} // namespace gpu::inline v0::detail
