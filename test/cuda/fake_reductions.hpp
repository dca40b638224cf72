// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions for the fake runtime: use the queue like the real ones, but without kernels. The
/// result is init. Selections have their right result.
#pragma once

#include "cuda/queue.hpp"

#include <gpualgo/kernel/select/arguments.hpp>

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::detail {

/// Selects in order.
template <class T, class Test>
void fake_select(kernel::select_arguments<T> const& arguments, Test test) {
    kernel::select_totals totals{0, 0};
    for (std::size_t i = 0; i < arguments.n; ++i) {
        T const x = arguments.in[i];
        auto const& target = test(x) ? arguments.selected : arguments.others;
        auto& place = test(x) ? totals.selected : totals.others;
        if (target.first != nullptr && place < target.room) target.first[place] = x;
        ++place;
    }
    *arguments.out = totals;
}

template <class Body, class Arguments, class Op>
void cuda_queue::launch(launch_config shape, Arguments arguments, [[maybe_unused]] Op op) {
    launch_kernel(nullptr, shape, nullptr,
                  starts_early<Body> && (into_ != nullptr || has_launched_));
    if constexpr (requires { arguments.init; }) *arguments.out = arguments.init;
    if constexpr (requires { arguments.selected; }) fake_select(arguments, op);
    if constexpr (
        requires { arguments.words; } && !requires { arguments.in; })
        std::fill_n(arguments.words, arguments.n, 0);
    note_launch(ran_, shape, name_of_kernel<Body>);
}

} // namespace gpu::inline v0::detail
