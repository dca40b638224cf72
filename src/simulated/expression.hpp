// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls with expressions on the simulated device. The program evaluates them; the accesses of the
/// kernels are checked.
#pragma once

#include "queue.hpp"

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/abi/extrema_request.hpp>
#include <gpualgo/abi/find_request.hpp>
#include <gpualgo/abi/select_request.hpp>

namespace gpu::inline v0::simulated {

/// Adds the ranges that a call reads, and does not replace, to the memory that kernels may read.
void add_ranges(queue& queue, detail::expression_request const& request, void const* replaced);

/// @name Run a checked request on a queue, see call/backend.hpp
/// @{
void transform(queue& queue, detail::transform_request const& request);
void fold(queue& queue, detail::fold_request const& request);
void scan_by_expression(queue& queue, detail::scan_expression_request const& request);
void select_by_expression(queue& queue, detail::select_request const& request);
void find_extrema_by_keys(queue& queue, detail::extrema_request const& request);
void find_by_expression(queue& queue, detail::find_request const& request);
/// @}

} // namespace gpu::inline v0::simulated
