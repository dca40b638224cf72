// SPDX-License-Identifier: Apache-2.0
/// @file
/// The calls whose bits are compared. In an unnamed namespace: files share only what the library's
/// headers define.
#pragma once

#include "programs.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cstddef>
#include <functional>
#include <string>

namespace {

using test::note;
using test::results;

/// @param policy one that must not change the results
/// @param range converts a vector to a range
template <class T, class Policy, class Range>
void compute_type(std::string const& type, test::two_ranges<T> const& in, Policy policy,
                  Range range, results& all) {
    auto const x = range(in.x), y = range(in.y);
    note(all, type + " plus", gpu::reduce(policy, x));
    note(all, type + " plus 0", gpu::reduce(policy, x, T(0.0F)));
    note(all, type + " minimum", gpu::reduce(policy, x, x.front(), gpu::minimum<>()));
    note(all, type + " maximum", gpu::reduce(policy, x, x.front(), gpu::maximum<>()));
    note(all, type + " multiplies", gpu::reduce(policy, x, T(1.0F), std::multiplies<>()));
    note(all, type + " logical_and", gpu::reduce(policy, x, T(1.0F), std::logical_and<>()));
    note(all, type + " logical_or", gpu::reduce(policy, x, T(0.0F), std::logical_or<>()));
    note(all, type + " products", gpu::transform_reduce(policy, x, y, T(0.1F)));
    note(all, type + " squares",
         gpu::transform_reduce(policy, x, T(0.1F), std::plus<>(), gpu::square<>()));
    note(all, type + " differences",
         gpu::transform_reduce(policy, x, y, T(0.1F), std::plus<>(), gpu::squared_difference<>()));
    note(all, type + " matches",
         gpu::transform_reduce(policy, x, y, T(0.1F), std::plus<>(), std::equal_to<>()));
    note(all, type + " largest magnitude",
         gpu::transform_reduce(policy, x, x.front(), gpu::maximum<>(), gpu::absolute<>()));
    note(all, type + " mean", gpu::mean(policy, x));
}

template <class Policy, class Range>
results compute(test::inputs const& in, Policy policy, Range range) {
    results all;
    compute_type("float", in.floats, policy, range, all);
    compute_type("double", in.doubles, policy, range, all);
    compute_type("half", in.halves, policy, range, all);
    compute_type("bfloat16", in.bfloats, policy, range, all);
    note(all, "floats in double", gpu::reduce(policy, range(in.floats.x), 0.1));
    note(all, "halves in float", gpu::reduce(policy, range(in.halves.x), 0.1F));
    note(all, "integers in double", gpu::mean(policy, range(in.integers)));
    return all;
}

} // namespace
