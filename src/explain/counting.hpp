// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a problem, counted without memory.
#pragma once

#include "extrapolation.hpp"

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
/// @}

/// The options of a run whose launches are appended to `counted`.
simulated::launch_options counting_options(launches& counted, std::size_t element_bytes,
                                           simulated::dry_run::selection blocks);

} // namespace gpu::inline v0::detail
