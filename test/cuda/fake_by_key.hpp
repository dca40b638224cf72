// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions by key for the fake runtime, with their right results.
#pragma once

#include "fake_sorted.hpp"

#include <gpualgo/kernel/reduce/canonical.hpp>
#include <gpualgo/kernel/reduce_by_key/find_runs.hpp>
#include <gpualgo/kernel/reduce_by_key/fold_runs.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

template <class Body, class Bits, class Test>
void fake_by_key(kernel::find_runs_arguments<Bits> const& x, Test test) {
    std::size_t runs = 0;
    for (std::size_t i = 0; i < x.n; ++i) {
        if (i % kernel::find_runs::tile_size<Bits> == 0)
            x.before[i / kernel::find_runs::tile_size<Bits>] = runs;
        if (i > 0 && !test(x.in[i], x.in[i - 1])) continue;
        if (runs < x.keys.room) {
            x.keys.first[runs] = x.in[i];
            x.starts[runs] = static_cast<std::uint32_t>(i);
        }
        ++runs;
    }
    *x.runs = runs;
}

/// All totals, in the last launch.
template <class Body, class T, class Op>
void fake_by_key(kernel::fold_runs_arguments<T> const& x, Op op) {
    if constexpr (std::is_same_v<Body, kernel::finish_runs>) {
        kernel::run_positions const runs(x.positions, fake_array<std::uint32_t>{x.positions.starts},
                                         fake_array<kernel::shared_word>{x.positions.before});
        for (std::size_t r = 0; r < x.positions.runs; ++r)
            x.totals[r] = kernel::quieted(kernel::canonical<T>(
                x.values + runs.start(r), runs.start(r + 1) - runs.start(r), sizeof(T), op));
    }
}

} // namespace gpu::inline v0::detail
