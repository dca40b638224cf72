// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a problem, counted without memory.
#pragma once

#include "extrapolation.hpp"
#include "simulated/queue.hpp"

#include <gpualgo/abi/explain_request.hpp>

namespace gpu::inline v0::detail {

/// Multiprocessors of an H200: strategies that choose their own grid choose it for that.
inline constexpr std::size_t explained_multiprocessors = 132;

/// @name The launches of a checked request, by algorithm
/// @{
launches count_reduction(explain_request const& request);
launches count_search(explain_request const& request);
launches count_product(explain_request const& request, std::uint64_t exact_up_to = exact_work);
launches count_transform(explain_request const& request, std::uint64_t exact_up_to = exact_work);
/// @param exact_up_to tiles of `automatic`, or elements of others; if there are more, some run only
launches count_selection(explain_request const& request, std::uint64_t exact_up_to = 64);
/// @param exact_up_to the same
launches count_scan(explain_request const& request, std::uint64_t exact_up_to = 64);
/// @param exact_up_to elements; if there are more, some blocks run only
launches count_sort(explain_request const& request, std::uint64_t exact_up_to = 1 << 16);
/// @param blocks of the launch that merges
launches count_merge(explain_request const& request,
                     simulated::dry_run::selection blocks = simulated::dry_run::selection::few);
/// @}

/// The addresses of n elements, some elements after an aligned address.
void* place_array(simulated::queue& queue, std::uint64_t n, std::uint64_t offset,
                  std::size_t element_bytes);

/// The options of a run whose launches are appended to `counted`.
simulated::launch_options counting_options(launches& counted, std::size_t element_bytes,
                                           simulated::dry_run::selection blocks);

} // namespace gpu::inline v0::detail
