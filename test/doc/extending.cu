// SPDX-License-Identifier: Apache-2.0
/// The code of the page about operators and types of one's own; a program. A region stands between
/// two lines with its name.
#include <gpualgo/cuda.cuh>
#include <gpualgo/expression.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/transform.hpp>

#include <thrust/device_vector.h>

#include <cstdio>
#include <vector>

//! [functor]
struct colour {
    float red, green, blue;
};

struct brighter {
    __host__ __device__ colour operator()(colour a, colour b) const {
        return a.red + a.green + a.blue >= b.red + b.green + b.blue ? a : b;
    }
};

colour brightest(gpu::device_vector<colour> const& image) {
    return gpu::reduce(image, colour{0, 0, 0}, brighter());
}
//! [functor]

//! [lambda]
int bits_in_all(gpu::device_vector<int> const& v, int mask) {
    return gpu::reduce(gpu::interleaved, v.begin(), v.end(), mask,
                       [] __host__ __device__(int a, int b) { return a & b; });
}
//! [lambda]

//! [thrust]
float largest(thrust::device_vector<float> const& v) {
    // precompiled: the library's kernel
    return gpu::reduce(gpu::automatic, v, 0.F, gpu::maximum<>{});
}
//! [thrust]

/// Expressions, in a file that nvcc compiles.
bool expressions_compile() {
    using namespace gpu::placeholders;
    gpu::device const device = gpu::device::simulated();
    gpu::device_vector<float> const x(std::vector<float>{1, 5, 3}, device);
    gpu::device_vector<float> y(3, device);
    gpu::transform(x, y, 2 * _1 + 1);
    bool right = y.to_host() == std::vector<float>{3, 11, 7};
    gpu::inclusive_scan(x, y, gpu::max(_1, _2));
    right = right && y.to_host() == std::vector<float>{1, 5, 5};
    return right && gpu::reduce(x, 0.F, gpu::max(_1, _2)) == 5 &&
           gpu::transform_reduce(x, y, 0.F, gpu::plus<>(), _1 * _2) == 41 &&
           gpu::count_if(x, _1 > 2) == 2;
}

int main() {
    gpu::device_vector<colour> const image(
        std::vector<colour>{{0.1F, 0.2F, 0.3F}, {0.9F, 0.8F, 0.7F}, {0.5F, 0.5F, 0.5F}});
    bool right =
        brightest(image).red == 0.9F && bits_in_all(gpu::device_vector<int>{6, 3, 10}, -1) == 2;
    if (image.device().kind() == gpu::device_kind::cuda)
        right = right && largest(thrust::device_vector<float>(3, 2.F)) == 2.F;
    right = right && expressions_compile();
    std::puts(right ? gpu::to_string(image.device()).c_str() : "wrong");
    return right ? 0 : 1;
}
