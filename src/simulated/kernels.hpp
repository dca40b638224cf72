// SPDX-License-Identifier: Apache-2.0
/// @file
/// The precompiled kernels on the simulated device.
#pragma once

#include "queue.hpp"
#include "reduce/table.hpp"
#include "reduce/transform_table.hpp"

#include <gpualgo/abi/elementwise_request.hpp>
#include <gpualgo/abi/extrema_request.hpp>
#include <gpualgo/abi/find_request.hpp>
#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/abi/reduce_by_key_request.hpp>
#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/abi/scan_request.hpp>
#include <gpualgo/abi/select_request.hpp>
#include <gpualgo/abi/sorted_request.hpp>
#include <gpualgo/abi/top_k_request.hpp>

namespace gpu::inline v0::detail {
struct tile_choice;
}

namespace gpu::inline v0::simulated {

/// The reduction kernels. Two source files share their compilation.
extern detail::reduce_table<queue> const plain_reductions;
extern detail::transform_table<queue> const transformed_reductions;

/// @name Run a checked request on a queue, see call/backend.hpp
/// They register the memory that kernels may access.
/// @{
void reduce(queue& queue, detail::reduce_request const& request);
void elementwise(queue& queue, detail::elementwise_request const& request);
void find_extrema(queue& queue, detail::extrema_request const& request);
void find(queue& queue, detail::find_request const& request);
void scan(queue& queue, detail::scan_request const& request);
void select(queue& queue, detail::select_request const& request);
void top_k(queue& queue, detail::top_k_request const& request);
void run_sorted(queue& queue, detail::sorted_request const& request);
void reduce_by_key(queue& queue, detail::reduce_by_key_request const& request);
void matmul(queue& queue, detail::matmul_request const& request);
/// @}

/// A product by register_tile with tiles of a chosen size.
void matmul_by_tiles(queue& queue, detail::matmul_request const& request,
                     detail::tile_choice const& choice);
/// The second launch of such a product, which adds the parts of k.
void add_parts_of_product(queue& queue, detail::matmul_request const& request, std::size_t splits);

/// The same as `select`, for memory that the caller has registered.
void run_selection(queue& queue, detail::select_request const& request);

} // namespace gpu::inline v0::simulated
