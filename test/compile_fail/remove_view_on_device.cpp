// expect: gpu::views: elements of a View of ranges on a device cannot be written
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/remove.hpp>
#include <gpualgo/views.hpp>

void f(gpu::device_vector<float>& v) { gpu::remove(gpu::views::strided(v, 2), 1); }
