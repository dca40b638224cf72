// expect: gpu::views: elements of a View of ranges on a device cannot be written
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/replace.hpp>
#include <gpualgo/views.hpp>

void f(gpu::device_vector<float>& v) {
    gpu::replace(gpu::automatic, gpu::views::strided(v, 2), 1.0f, 2.0f);
}
