// SPDX-License-Identifier: Apache-2.0
#include "expression_plain.hpp"

#include "cuda/expression/parameters.hpp"

#include <cstring>

namespace {

#define RANGES 2
#define SCALAR_BYTES sizeof(gpu::detail::expression_scalars)
using first_type = float;
using second_type = float;
using result_type = float;
__device__ __forceinline__ float function(float x, float y, unsigned long long,
                                          unsigned char const* scalars) {
    return *reinterpret_cast<float const*>(scalars) * x + y;
}
#include "cuda/expression/kernels/transform.cu"

} // namespace

void bench::plain_axpy(float a, float const* x, float* y, std::size_t n, cudaStream_t stream) {
    expression_scalars scalars;
    std::memcpy(scalars.bytes, &a, sizeof a);
    constexpr std::size_t tile = 256 * 4 * width;
    gpualgo_transform_kernel<<<static_cast<unsigned>((n - 1) / tile + 1), 256, 0, stream>>>(
        x, y, y, n, true, scalars);
}
