// SPDX-License-Identifier: Apache-2.0
// The kernels with mma.sync, to compile them for architectures that the library is not built for.
#include "cuda/matmul/products.cuh"

using namespace gpu::detail;

namespace {

template <class Value, class Result>
constexpr auto kernel_of =
    &run_body<gpu::kernel::matmul_mma, gpu::kernel::register_tile_arguments<Value, Result>,
              gpu::kernel::plus>;

} // namespace

extern void const* const mma_kernels[];
void const* const mma_kernels[] = {
    reinterpret_cast<void const*>(kernel_of<gpu::half, gpu::half>),
    reinterpret_cast<void const*>(kernel_of<gpu::half, float>),
    reinterpret_cast<void const*>(kernel_of<gpu::bfloat16, gpu::bfloat16>),
    reinterpret_cast<void const*>(kernel_of<gpu::bfloat16, float>),
    reinterpret_cast<void const*>(kernel_of<std::int8_t, std::int32_t>),
    reinterpret_cast<void const*>(kernel_of<float, float>)};
