// expect: gpu::reduce_into: the elements of a view do not lie side by side
// expect: Use gpu::reduce
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/reduce_into.hpp>
#include <gpualgo/views.hpp>

void f(gpu::device_vector<float> const& v, gpu::device_vector<float>& out) {
    auto const view = gpu::views::strided(v, 2);
    gpu::reduce_into(gpu::automatic, view, out.begin());
}
