// SPDX-License-Identifier: Apache-2.0
/// A kernel with every fault that kernels.py looks for, named like a reduction's, and compiled with
/// nvcc's default options.

namespace kernel {
template <class T>
struct extrema {};
} // namespace kernel

template <class Body>
__global__ void run_body(float const* in, float* out, int n) {
    constexpr int count = 96;
    float many[count]; // in registers
    for (int i = 0; i < count; ++i) many[i] = in[i * n];
    __syncthreads();
    float indexed[64]; // in local memory: the compiler does not know which element is read
    for (int i = 0; i < 64; ++i) indexed[i] = many[i] * many[i + 1] + many[i + 2];
    __syncthreads();
    for (int i = 0; i < count; ++i) out[i * n] = many[i];
    out[n] = indexed[n % 64];
}

template __global__ void run_body<kernel::extrema<float>>(float const*, float*, int);
