// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products on the host: by BLAS if there is one for the type, otherwise by our own kernels.
#pragma once

#include "blas.hpp"
#include "host/instruction_set.hpp"

#include <gpualgo/abi/matmul_request.hpp>

namespace gpu::inline v0::detail {

/// Computes a checked request; small products of a batch run in parallel. Fills `ran`: the kernel,
/// the grid (tiles of C; 0 for BLAS), and why BLAS, or the first BLAS tried, was not used. Small
/// products allocate nothing and run in the calling thread; for others see `blocked_product`.
/// Throws std::bad_alloc with C untouched. Throws gpu::error if GPUALGO_STRICT forbids to ignore an
/// unusable BLAS that the user named.
void host_matmul(matmul_request const& request, call_result& ran);

/// The same with a given BLAS and instruction set, which the processor must support.
void host_matmul(matmul_request const& request, call_result& ran, blas const& library,
                 instruction_set set);

} // namespace gpu::inline v0::detail
