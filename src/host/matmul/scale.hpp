// SPDX-License-Identifier: Apache-2.0
/// @file
/// Products with k or alpha equal to 0: C = beta * C.
#pragma once

#include "kernels.hpp"

#include <algorithm>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Computes C = beta * C. Does not read A and B, nor C if beta is 0. Not inlined: see
/// standard_floating_environment.
template <class Value, class Result>
[[gnu::noinline]] void scale(host_problem<Value, Result> const& p) {
    auto const& by_rows = p.c.column_stride == 1 ? p : p.transposed();
    auto const beta = static_cast<matmul_lane<Value>>(p.beta);
    for (std::int64_t i = 0; i < by_rows.m; ++i) {
        Result* const row = by_rows.c.from(i, 0).data;
        if (beta == 0) std::fill_n(row, by_rows.n, static_cast<Result>(0));
        else
            std::for_each_n(row, by_rows.n, [&](Result& x) {
                x = static_cast<Result>(beta * static_cast<matmul_lane<Value>>(x));
            });
    }
}

} // namespace gpu::inline v0::detail
