// expect: gpu::reduce: this Operator is not precompiled for ranges on devices
// and: lambda(float, float)
// and: Precompiled = type_list<std::plus<void>
// SPDX-License-Identifier: Apache-2.0
#include <gpualgo/gpualgo.hpp>

float f(gpu::device_vector<float> const& v) {
    return gpu::reduce(gpu::interleaved, v.begin(), v.end(), 1.0F,
                       [](float a, float b) { return a * b; });
}
