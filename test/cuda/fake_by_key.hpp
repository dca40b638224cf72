// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions by key for the fake runtime, with their right results.
#pragma once

#include <gpualgo/kernel/reduce/canonical.hpp>
#include <gpualgo/kernel/reduce_by_key/find_runs.hpp>
#include <gpualgo/kernel/reduce_by_key/fold_long_runs.hpp>
#include <gpualgo/kernel/reduce_by_key/fold_runs.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Writes the bits of heads and the number of runs, which suffice for the totals below.
template <class Body, class Bits, class Test>
void fake_by_key(kernel::find_runs_arguments<Bits> const& x, Test test) {
    std::uint64_t runs = 0;
    for (std::size_t i = 0; i < x.n; ++i) {
        bool const is_head = i == 0 || test(x.in[i], x.in[i - 1]);
        std::uint32_t const bit = std::uint32_t{1} << i % 32;
        x.heads[i / 32] = is_head ? x.heads[i / 32] | bit : x.heads[i / 32] & ~bit;
        if (is_head && runs < x.keys.room) x.keys.first[runs] = x.in[i];
        runs += is_head ? 1 : 0;
    }
    *x.count = runs;
}

/// All totals, in the last launch.
template <class Body, class T, class Op>
void fake_by_key(kernel::fold_runs_arguments<T> const& x, Op op) {
    bool const has_long_runs = x.runs.long_runs != nullptr;
    if (std::is_same_v<Body, kernel::fold_long_runs> != has_long_runs) return;
    std::size_t run = 0;
    for (std::size_t begin = 0; begin < x.runs.n; ++run) {
        std::size_t end = begin + 1;
        while (end < x.runs.n && (x.runs.heads[end / 32] >> end % 32 & 1) == 0) ++end;
        if (run < x.totals.room)
            x.totals.first[run] =
                kernel::quieted(kernel::canonical<T>(x.values + begin, end - begin, sizeof(T), op));
        begin = end;
    }
    *x.result = *x.runs.count;
}

} // namespace gpu::inline v0::detail
