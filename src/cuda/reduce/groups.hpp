// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals of groups of segments on a GPU, left in page-locked memory without waiting.
#pragma once

#include "call/group_totals.hpp"
#include "cuda/queue.hpp"
#include "reduce/transform_table.hpp"

#include <gpualgo/kernel/reduce/collect.hpp>

#include <cstdint>
#include <memory>
#include <span>

namespace gpu::inline v0::detail {

/// Copies to the host by one launch after all others. Needs nvcc.
void launch_collection(cuda_queue& queue, kernel::collect_arguments const& arguments);

/// See backend::start_groups.
std::unique_ptr<pending_groups>
start_cuda_groups(reduction_tables<cuda_queue> const& tables, std::uint32_t ordinal,
                  reduce_request const& request, std::uint64_t first_segment,
                  std::span<host_copy const> copies, call_result& ran);

} // namespace gpu::inline v0::detail
