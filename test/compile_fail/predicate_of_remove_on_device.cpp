// expect: gpu::count, count_if, remove_if, copy_if, remove_copy_if, partition_copy: this Predicate
// and: lambda(float)
// expect: Or an expression of gpualgo/expression.hpp, such as gpu::placeholders::_1 > 2
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/device_vector.hpp>
#include <gpualgo/remove.hpp>

void f(gpu::device_vector<float>& v) {
    gpu::remove_if(v, [](float x) { return x * x < 2; });
}
