// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical reduction on the host's cores.
#pragma once

#include "host/by_instruction_set.hpp"
#include "host/floating_environment.hpp"
#include "host/parallel.hpp"
#include "subtree.hpp"

#include <gpualgo/kernel/reduce/canonical.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <variant>

namespace gpu::inline v0::detail {

/// Larger inputs are read by all cores, which take some microseconds to wake, and are assumed to
/// lie in memory. Smaller inputs are assumed to lie in a cache; up to 2^16 elements are always
/// small.
inline constexpr std::size_t one_core_bytes = 1 << 20;

/// Minimum bytes of a task's subtree, so that the overhead of tasks stays small.
inline constexpr std::size_t task_bytes = 64 << 10;

/// The environment in which T is computed; integers do not depend on it.
template <class T>
using environment_of =
    std::conditional_t<std::is_integral_v<T>, std::monostate, standard_floating_environment>;

/// Maximum number of tasks: their partials are kept on the stack.
inline constexpr std::size_t max_tasks = 1024;

/// The last step. Not inlined or analysed, like all computations under a
/// `standard_floating_environment`.
/// @param init null if there is none: then the total is returned as it is
template <class T, class Op>
[[gnu::noipa]] T finish(T const* init, T total, Op op) {
    return init == nullptr ? total : kernel::quieted(op(*init, total));
}

/// Reduces an input on all cores. Allocates nothing except oneTBB's tasks.
/// @param fold folds `count` elements from `begin` on: a subtree of the canonical order
template <class T, class Fold, class Op>
[[gnu::noipa]] T total_by_tasks(std::size_t n, std::size_t value_size, std::size_t segment,
                                Fold fold, Op op) {
    std::size_t const least = std::max(task_bytes / value_size, n / max_tasks + 1);
    std::size_t const task = segment * std::bit_ceil((least + segment - 1) / segment);
    std::size_t const tasks = (n + task - 1) / task;
    T total[max_tasks];
    parallel_for(tasks, [&](std::size_t i) {
        [[maybe_unused]] environment_of<T> const standard{};
        total[i] = fold(i * task, std::min(task, n - i * task));
    });
    adjacent_fold<T> totals;
    for (std::size_t i = 0; i < tasks; ++i) totals.push(total[i], op);
    return totals.total(op);
}

/// Reduces in the canonical order.
/// @param x the first element, at any address that is aligned for Value
/// @param n elements, at least 1
/// @param init precedes the total; null if there is none
/// @param set must satisfy is_usable
/// @return quieted(op(init, kernel::canonical(...)))
template <class Op, class T, class Value>
[[nodiscard]] T reduce_on_cores(Value const* x, std::size_t n, T const* init, instruction_set set) {
    [[maybe_unused]] environment_of<T> const standard{};
    constexpr lane_operator<Op> op;
    if (n < short_size<Value>) return finish(init, fold_short<T, row_lanes<Value>>(x, n, op), op);
    std::size_t const segment = kernel::segmentation(sizeof(Value)).size();
    auto const fold = by_instruction_set<fold_segments<Value, T, Op>>::choose(set);
    auto const from_memory = [=](std::size_t begin, std::size_t count) {
        return fold(x + begin, count, segment, true);
    };
    T const total = n > one_core_bytes / sizeof(Value)
                        ? total_by_tasks<T>(n, sizeof(Value), segment, from_memory, op)
                        : fold(x, n, segment, false);
    return finish(init, total, op);
}

} // namespace gpu::inline v0::detail
