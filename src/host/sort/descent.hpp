// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds the first element that comes before the one ahead of it, on the host's cores.
#pragma once

#include "host/by_instruction_set.hpp"
#include "host/extrema/key_search.hpp"
#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"

#include <gpualgo/kernel/sort/sort_order.hpp>

#include <algorithm>
#include <atomic>
#include <cstddef>

namespace gpu::inline v0::detail {

/// @return whether any of n elements comes before the one ahead of it; also the first is compared
template <class Bits>
[[gnu::always_inline]] inline bool has_descent(std::byte const* x, std::size_t n,
                                               kernel::sort_order<Bits> order) {
    Bits found = 0;
    for (std::size_t i = 0; i < n; ++i)
        found |= order(bits_at<Bits>(x, i), bits_at<Bits>(x - sizeof(Bits), i)) ? Bits{1} : Bits{0};
    return found != 0;
}

/// @param x n elements, at least one
/// @return the index of the first element that comes before the one ahead of it, or n
template <class Bits>
std::size_t descent_on_host(std::byte const* x, std::size_t n, kernel::sort_order<Bits> order,
                            instruction_set set) {
    constexpr std::size_t step = 1024; // elements per loop
    auto const has = by_instruction_set<has_descent<Bits>>::choose(set);
    std::atomic<std::size_t> found = n;
    auto const search = [&](std::size_t begin, std::size_t end) {
        for (; begin < end && begin < found.load(std::memory_order_relaxed); begin += step) {
            std::size_t const size = std::min(step, end - begin);
            auto const* const at = x + begin * sizeof(Bits);
            if (!has(at, size, order)) continue;
            std::size_t i = 0;
            while (!order(bits_at<Bits>(at, i), bits_at<Bits>(at - sizeof(Bits), i))) ++i;
            std::size_t best = found;
            while (begin + i < best && !found.compare_exchange_weak(best, begin + i)) {}
            return;
        }
    };
    if (n <= one_core_bytes / sizeof(Bits)) {
        search(1, n);
    } else {
        std::size_t const task = std::max(task_bytes / sizeof(Bits), n / max_tasks + 1);
        parallel_for((n - 1) / task + 1, [&](std::size_t i) {
            search(std::max<std::size_t>(i * task, 1), std::min((i + 1) * task, n));
        });
    }
    return found;
}

} // namespace gpu::inline v0::detail
