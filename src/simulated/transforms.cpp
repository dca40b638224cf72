// SPDX-License-Identifier: Apache-2.0
#include "../transform_table.hpp"
#include "kernels.hpp"

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::simulated {
namespace {

using namespace detail;

constexpr auto table = make_table<transform_table<queue>>(types{});

/// Tells the queue what kernels may read. The ranges may overlap: then they are one.
void add_ranges(queue& queue, transform_request const& r) {
    std::size_t const bytes = r.reduction->n * known_types[r.reduction->value].size;
    auto const* const first = static_cast<std::byte const*>(r.reduction->first);
    auto const* const second =
        r.second != nullptr ? static_cast<std::byte const*>(r.second) : first;
    auto const* const lower = std::min(first, second);
    auto const* const upper = std::max(first, second);
    if (lower + bytes > upper)
        return queue.add_input(lower, static_cast<std::size_t>(upper + bytes - lower));
    queue.add_input(lower, bytes);
    queue.add_input(upper, bytes);
}

} // namespace

void transform_reduce(queue& queue, transform_request const& request) {
    add_ranges(queue, request);
    run(table, reductions, queue, request);
}

} // namespace gpu::inline v0::simulated
