// SPDX-License-Identifier: Apache-2.0
#include "stable_order.hpp"

#include <algorithm>
#include <numeric>

std::vector<std::size_t> stable_order(std::vector<std::uint64_t> const& keys) {
    std::vector<std::size_t> order(keys.size());
    std::iota(order.begin(), order.end(), std::size_t{});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) { return keys[i]; });
    return order;
}
