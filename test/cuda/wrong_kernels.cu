// SPDX-License-Identifier: Apache-2.0
/// Every fault that kernels.py looks for. Its kernel is named like a reduction's, and compiled with
/// nvcc's default options. Another one is launched, but not compiled.

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

// Waits for each product, as kernels do whose products ptxas serialises.
__global__ void serialised_products(float* out, unsigned long long a, unsigned long long b, int n) {
    float sums[4] = {};
    for (int k = 0; k < n; ++k) {
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
        asm volatile("wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 "
                     "{%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
                     : "+f"(sums[0]), "+f"(sums[1]), "+f"(sums[2]), "+f"(sums[3])
                     : "l"(a + k), "l"(b + k)
                     : "memory");
        asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
        asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    }
    for (int i = 0; i < 4; ++i) out[4 * threadIdx.x + i] = sums[i];
}

// Has more static shared memory than most targets compile.
__global__ void much_shared_memory(float* out) {
    __shared__ float many[(48 << 10) / sizeof(float) + 1];
    many[threadIdx.x] = out[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = many[blockDim.x - threadIdx.x];
}

// The compiler for the host finds the member of the base class, and the one for GPUs does not.
struct base_steps {
    template <class T>
    void take() {}
};
struct steps : base_steps {};
template <class Steps, class T>
void launch() {
    if constexpr (requires { &Steps::template take<T>; })
        run_body<kernel::extrema<T>><<<1, 1>>>(nullptr, nullptr, 0);
}
void launch_without_kernel() { launch<steps, int>(); }
