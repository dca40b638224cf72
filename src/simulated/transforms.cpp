// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"
#include "reduce/transform_table.hpp"

#include <cstddef>

namespace gpu::inline v0::simulated {
namespace {

using namespace detail;

constexpr auto table = make_table<transform_table<queue>>(types{});

} // namespace

void transform_reduce(queue& queue, transform_request const& request) {
    auto const& range = *request.reduction;
    std::size_t const bytes = range.n * known_types[range.value].size;
    if (request.second == nullptr) queue.add_input(range.first, bytes);
    else queue.add_inputs(range.first, bytes, request.second, bytes);
    run(table, reductions, queue, request);
}

} // namespace gpu::inline v0::simulated
