// SPDX-License-Identifier: Apache-2.0
/// @file
/// Chooses the fastest kernel with an operand in registers, see selection.hpp.
#pragma once

#include "loading.hpp"
#include "register_kernels.hpp"
#include "selection.hpp"
#include "tile_order.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>

namespace gpu::inline v0::sm90 {

/// Properties of a product on which the choice of a variant depends.
struct register_facts {
    int r, s; ///< rows or columns of C: elements of R and S
    int steps_of_k;
    int products = 1;
    line_begin begin = line_begin::cache_line; ///< the worst of R and S
};

/// The number of blocks that a variant needs; it launches only as many as fit.
constexpr int blocks_of(register_variant const& v, register_facts const& p) {
    return pieces(pieces(p.r, 128), v.sharers) * v.sharers * pieces(p.s, v.tile) * p.products;
}

/// The index of the fastest of `register_variants`.
constexpr std::size_t choose_register_variant(register_facts const& p, int multiprocessors) {
    auto const time = [&](register_variant const& v) {
        if (v.sharers > multiprocessors) return std::numeric_limits<long long>::max();
        int const blocks = blocks_of(v, p), lines = 128 + v.tile / v.sharers;
        int const loading = lines * ps_per_line(p.begin, ways_of(blocks, multiprocessors)) / 1000;
        register_variant loaded = v;
        loaded.block_ns = std::max(v.block_ns, loading);
        return expected_ns(loaded, pieces(blocks, multiprocessors), p.steps_of_k) +
               (starts_early(blocks, multiprocessors, p.begin) ? 0 : late_start_ns);
    };
    return static_cast<std::size_t>(std::ranges::min_element(register_variants, {}, time) -
                                    register_variants.begin());
}

} // namespace gpu::inline v0::sm90
