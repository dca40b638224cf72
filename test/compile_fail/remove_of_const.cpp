// expect: gpu::remove, remove_if: elements at this Iterator cannot be assigned
// expect: gpu::remove_copy and remove_copy_if write to another range
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/remove.hpp>

void f(gpu::device_vector<float> const& v) { gpu::remove(gpu::automatic, v, 1); }
