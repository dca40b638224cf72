// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions for the fake runtime: use the queue like the real ones, but without kernels. The
/// result is init. Only totals of groups of segments are computed, for elements and totals of type
/// float. Selections, merges, searches and
/// histograms have their right result.
#pragma once

#include "cuda/queue.hpp"
#include "fake_sorted.hpp"

#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/select/arguments.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The totals of groups, by the definition of the canonical order.
template <class Op>
void fake_groups(kernel::canonical_arguments<float const*, float> const& arguments, Op op) {
    constexpr kernel::segmentation shape(sizeof(float));
    std::size_t const group = shape.size() << arguments.group_log;
    for (std::size_t i = 0; i * group < arguments.n; ++i)
        arguments.out[i] = kernel::canonical_group<float>(
            arguments.in + i * group, std::min(group, arguments.n - i * group), shape, op);
}

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
    bool ends_with_groups = false;
    if constexpr (std::is_same_v<Body, kernel::reduce_canonical>)
        ends_with_groups = arguments.ends_with_groups;
    if constexpr (std::is_same_v<Arguments, kernel::canonical_arguments<float const*, float>>)
        if (ends_with_groups) fake_groups(arguments, op);
    if constexpr (requires { *arguments.out = arguments.init; })
        if (!ends_with_groups) *arguments.out = arguments.init;
    if constexpr (requires { arguments.selected; }) fake_select(arguments, op);
    if constexpr (
        requires { arguments.words; } && !requires { arguments.in; })
        std::fill_n(arguments.words, arguments.n, 0);
    if constexpr (requires { fake_sorted<Body>(arguments, op); }) fake_sorted<Body>(arguments, op);
    note_launch(ran_, shape, name_of_kernel<Body>);
}

} // namespace gpu::inline v0::detail
