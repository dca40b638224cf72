// SPDX-License-Identifier: Apache-2.0
/// @file
/// The kernels of calls with expressions: what they are made of, and their keys in the cache.
#pragma once

#include "kernel_cache.hpp"
#include "parameters.hpp"

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/abi/extrema_request.hpp>
#include <gpualgo/abi/find_request.hpp>
#include <gpualgo/abi/select_request.hpp>

#include <cstdint>
#include <string>

namespace gpu::inline v0::detail {

/// A selection by a kernel that takes tiles in one way. Those of counts have no tiles.
struct selection_by_kernel : select_request {
    bool is_at_once = false; ///< see kernel::tile_pipeline
};

/// A scan, likewise.
struct scan_by_kernel : scan_expression_request {
    bool is_at_once = false; ///< as above
};

/// The kernel of a transform.
[[nodiscard]] kernel_recipe recipe_of(transform_request const& request);
/// The kernel of a reduction.
[[nodiscard]] kernel_recipe recipe_of(fold_request const& request);
/// The kernel of a selection.
[[nodiscard]] kernel_recipe recipe_of(selection_by_kernel const& request);
/// The kernel of a search by keys.
[[nodiscard]] kernel_recipe recipe_of(extrema_request const& request);
/// The kernel of a search for the first match.
[[nodiscard]] kernel_recipe recipe_of(find_request const& request);
/// The kernel of a scan.
[[nodiscard]] kernel_recipe recipe_of(scan_by_kernel const& request);

/// A key of the recipe: types and instructions, without the values of scalars.
[[nodiscard]] std::string cache_key(transform_request const& request);
[[nodiscard]] std::string cache_key(fold_request const& request);
[[nodiscard]] std::string cache_key(selection_by_kernel const& request);
[[nodiscard]] std::string cache_key(extrema_request const& request);
[[nodiscard]] std::string cache_key(find_request const& request);
[[nodiscard]] std::string cache_key(scan_by_kernel const& request);

/// Bytes of the accumulator in a reduction's kernel: 4 or 8.
[[nodiscard]] std::size_t total_bytes_of(fold_request const& request);

/// The number of ranges whose neighbouring elements a kernel reads at once.
[[nodiscard]] std::uint32_t ranges_at_once(expression_request const& request);

/// The offset of the operator's scalars, which follow those of the load and its ranges.
[[nodiscard]] unsigned offset_of_fold_scalars(fold_request const& request);

/// The values of all scalars, as kernels take them.
[[nodiscard]] expression_scalars scalars_of(transform_request const& request);
[[nodiscard]] expression_scalars scalars_of(fold_request const& request);
[[nodiscard]] expression_scalars scalars_of(select_request const& request);
[[nodiscard]] expression_scalars scalars_of(extrema_request const& request);
[[nodiscard]] expression_scalars scalars_of(find_request const& request);
[[nodiscard]] expression_scalars scalars_of(scan_expression_request const& request);

} // namespace gpu::inline v0::detail
