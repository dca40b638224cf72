// SPDX-License-Identifier: Apache-2.0
/// @file
/// Adds the parts of divided tiles in the order of k.
#pragma once

#include "checked_launch.cuh"
#include "float_ranges.hpp"
#include "fragment.cuh"
#include "product_arguments.hpp"
#include "tile_parts.hpp"

namespace gpu::inline v0::sm90 {

/// Each block computes one pair of each thread's of a divided tile.
/// @param rows per tile
/// @param ranges null, or those of the product; nothing is done if they are not supported
template <class Fragment, class Order, class Sum>
__global__ void __launch_bounds__(256)
    add_parts_of_tiles(product_arguments<Sum> p, tile_parts<Sum> parts, Order order, int rows,
                       operand_ranges const* ranges, batch_of_products batch) {
    if (ranges != nullptr && !ranges->are_supported()) return;
    tile_stream const& stream = parts.stream;
    int const divided = static_cast<int>(blockIdx.x) / Fragment::pairs;
    int const pair = static_cast<int>(blockIdx.x) % Fragment::pairs;
    part_owners const owners = stream.owners_of(divided);
    if (owners.blocks == 1) return;
    auto const load = [&](int owner) {
        std::int64_t const slot = stream.slot_of(owners, owner);
        return parts.slots[(slot * Fragment::pairs + pair) * blockDim.x + threadIdx.x];
    };
    neighbours<Sum> sum = load(0);
#pragma unroll 8
    for (int owner = 1; owner < owners.blocks; ++owner) {
        neighbours<Sum> const part = load(owner);
        sum.first += part.first;
        sum.second += part.second;
    }
    tile_place const tile = order.at(stream.rounds * stream.blocks + divided);
    element_place const at = Fragment::at(threadIdx.x, pair);
    int const row = tile.row * rows + at.row, column = tile.column * 128 + at.column;
    auto const one = batch.of_product(p, tile.product);
    Sum both[2] = {sum.first, sum.second};
    scale_pair(one, row, column, both[0], both[1]);
    apply_steps(both, one, [=](int, int i) { return element_place{row, column + i}; });
    write_pair<Sum>(one, row, column, both[0], both[1]);
}

/// Launches the addition, if there are divided tiles.
/// @param order of all tiles
/// @param threads per block that have multiplied
template <class Fragment, class Order, class Sum>
void add_parts(cudaStream_t stream, product_arguments<Sum> const& p, tile_parts<Sum> const& parts,
               Order const& order, int rows, unsigned threads,
               operand_ranges const* ranges = nullptr, batch_of_products const& batch = {}) {
    auto const blocks = static_cast<unsigned>(parts.stream.divided_tiles() * Fragment::pairs);
    if (blocks == 0) return;
    launch_checked({stream, blocks, threads}, "add_parts_of_tiles",
                   &add_parts_of_tiles<Fragment, Order, Sum>, p, parts, order, rows, ranges, batch);
}

} // namespace gpu::inline v0::sm90
