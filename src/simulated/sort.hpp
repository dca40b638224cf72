// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorts on the simulated device.
#pragma once

#include "queue.hpp"

#include <gpualgo/abi/sort_request.hpp>

namespace gpu::inline v0::simulated {

/// Runs a checked sort on a queue, see call/backend.hpp. Registers the memory that kernels may
/// access.
void sort(queue& queue, detail::sort_request const& request);

/// The same for a sort of memory that the caller has registered.
void sort_registered(queue& queue, detail::sort_request const& request);

/// Sorts keys of 4 or 8 bytes by merges, however many there are, for memory that the caller has
/// registered. GPUs sort so as many as `detail::is_sorted_by_merges` says, but for some.
void merge_sort(queue& queue, detail::sort_request const& request);

} // namespace gpu::inline v0::simulated
