// SPDX-License-Identifier: Apache-2.0
#include "kernels.hpp"

#include "../table.hpp"

namespace gpu::inline v0::simulated {
namespace {

constexpr auto reductions = detail::make_reduce_table<queue>();

} // namespace

void reduce(queue& queue, detail::reduce_request const& request) {
    run(reductions, queue, request);
}

} // namespace gpu::inline v0::simulated
