// expect: gpu::views: elements of a View of ranges on a device cannot be written
// expect: gpu::scatter
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/views.hpp>

void f(gpu::device_vector<float>& v) { gpu::fill(gpu::automatic, gpu::views::strided(v, 2), 1.0f); }
