// SPDX-License-Identifier: Apache-2.0
#include "cuda/elementwise/elementwise.hpp"
#include "elementwise/table.hpp"
#include "fake_reductions.hpp"

namespace gpu::inline v0::detail {

void launch_moves(cuda_queue& queue, elementwise_request const& r) {
    if (static_cast<elementwise_kind>(r.kind) == elementwise_kind::iota)
        with_type(r.value, [&]<class T>() { run_iota<cuda_queue, T>(queue, r); });
    else with_size(r.size, [&]<class T>() { run_moves<cuda_queue, T>(queue, r); });
}

/// Floating-point numbers, too.
bool launch_integer_transform(cuda_queue& queue, elementwise_request const& r) {
    with_type(r.value, [&]<class T>() { run_transform<cuda_queue, T>(queue, r); });
    return true;
}

bool launch_float_transform(cuda_queue&, elementwise_request const&) { return false; }

} // namespace gpu::inline v0::detail
