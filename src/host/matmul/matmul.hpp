// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrix products on the host: by BLAS where there is one for the type, else by kernels of our
/// own.
#pragma once

#include "blas.hpp"
#include "host/instruction_set.hpp"

#include <gpualgo/abi/matmul_request.hpp>

namespace gpu::inline v0::detail {

/// Computes a checked request. Fills `ran`: kernel, grid (tiles of C; 0 by BLAS), and as its text
/// why it was not BLAS, or not the first one that was tried. Small products allocate nothing and
/// run in the calling thread; see `blocked_product` for others. Throws std::bad_alloc with C
/// untouched, and gpu::error where GPUALGO_STRICT forbids to pass over the BLAS that the user
/// named.
void host_matmul(matmul_request const& request, call_result& ran);

/// The same, with a given BLAS and a given instruction set, which the processor must have.
void host_matmul(matmul_request const& request, call_result& ran, blas const& library,
                 instruction_set set);

} // namespace gpu::inline v0::detail
