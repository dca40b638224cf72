// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selections on GPUs.
#pragma once

#include "call/type_facts.hpp"
#include "cuda/queue.hpp"
#include "select/request.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/select_request.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/range_test.hpp>

#include <cuda_runtime_api.h>

#include <array>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// The table of the library's kernels, see select/table.hpp; compiled in select.cu.
std::array<kernel::select_totals (*)(cuda_queue&, select_request const&), 4> make_selections();

/// Temporary storage for CUB, on the GPU.
struct cub_select_storage {
    void* memory = nullptr; ///< if null, CUB only computes `bytes`
    std::size_t bytes = 0;
};

/// A selection by CUB, type-erased. `out` receives the number of elements selected.
using cub_select_function = cudaError_t (*)(cub_select_storage& storage,
                                            select_request const& request, unsigned long long* out,
                                            cudaStream_t stream);

/// CUB's functions for elements of 1, 2, 4 and 8 bytes; compiled in vendor_select.cu.
struct cub_selections {
    std::array<cub_select_function, 4> count, copy, partition;
};
cub_selections cub_select_functions();

/// Runs a checked selection by CUB.
void select_by_vendor(cuda_queue& queue, select_request const& request);

} // namespace gpu::inline v0::detail
