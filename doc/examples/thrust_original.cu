// SPDX-License-Identifier: Apache-2.0
/// A program that uses Thrust; thrust_port.cpp is the same one with this library. Needs nvcc. Ends
/// with 77 if there is no GPU.
//! [program]
#include <thrust/device_vector.h>
#include <thrust/extrema.h>
#include <thrust/functional.h>
#include <thrust/inner_product.h>
#include <thrust/reduce.h>
#include <thrust/transform_reduce.h>

#include <cuda_runtime_api.h>

#include <cstdio>
#include <vector>

struct square {
    __host__ __device__ double operator()(float v) const { return double(v) * v; }
};

int main() {
    int gpus = 0;
    if (cudaGetDeviceCount(&gpus) != cudaSuccess || gpus == 0) return 77;
    std::vector<float> host(100'000);
    for (int i = 0; i < 100'000; ++i) host[i] = float(i % 100);

    thrust::device_vector<float> x(host.begin(), host.end());
    double sum = thrust::reduce(x.begin(), x.end(), 0.0);
    double squares = thrust::transform_reduce(x.begin(), x.end(), square(), 0.0, thrust::plus<>());
    float largest = thrust::reduce(x.begin(), x.end(), 0.F, thrust::maximum<>());
    double dot = thrust::inner_product(x.begin(), x.end(), x.begin(), 0.0);
    auto where = thrust::min_element(x.begin() + 1, x.end()) - x.begin();

    std::printf("%.0f %.0f %.0f %.0f %td\n", sum, squares, largest, dot, where);
}
//! [program]
