// SPDX-License-Identifier: Apache-2.0
// expect: by an expression on devices, init or otherwise the result of the transform has the Output's type
// and: Output = double
#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/scan.hpp>

void f(gpu::device_vector<float>& x, gpu::device_vector<double>& out) {
    using namespace gpu::placeholders;
    gpu::inclusive_scan(x, out, gpu::max(_1, _2));
}
