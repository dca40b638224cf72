// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals of 16-bit numbers are computed in float, and rounded once.
#pragma once

#include <gpualgo/detail/lists.hpp>
#include <gpualgo/detail/request.hpp>
#include <gpualgo/detail/rounded.hpp>

namespace gpu::inline v0::detail {

/// Calls `run(request)` of a request whose total of type T is computed in another one, and rounds
/// it.
template <class T, class Run>
void run_rounded_to(reduce_request request, Run run) {
    computed_as<T> const init(*static_cast<T const*>(request.init));
    computed_as<T> total{};
    T& result = *static_cast<T*>(request.result);
    request.accumulator = place_of<computed_as<T>, types>;
    request.init = &init;
    request.result = &total;
    run(request);
    result = rounded<T>(total);
}

/// Calls `run(request)` with an accumulator that is computed in, and rounds the total where that is
/// not its type.
template <class Run>
void run_rounded(reduce_request const& request, Run run) {
    if (request.accumulator == place_of<half, types>) run_rounded_to<half>(request, run);
    else if (request.accumulator == place_of<bfloat16, types>)
        run_rounded_to<bfloat16>(request, run);
    else run(request);
}

} // namespace gpu::inline v0::detail
