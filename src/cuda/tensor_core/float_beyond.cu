// SPDX-License-Identifier: Apache-2.0
#include "cuda/check.hpp"
#include "float_kernels.hpp"

#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/matmul/register_tile.hpp>
#include <gpualgo/kernel/operators.hpp>

namespace gpu::inline v0::sm90 {
namespace {

using tile = kernel::matmul_register_tile<128, 128>;

__global__ void __launch_bounds__(tile::threads, 1)
    run_if_beyond(kernel::register_tile_arguments<float, float> arguments, unsigned* arrivals,
                  operand_ranges const* ranges) {
    if (ranges->are_supported()) return;
    tile::run(kernel::cuda_context(kernel::launch_memory{arrivals}), arguments, kernel::plus{});
}

} // namespace

void multiply_if_beyond(cudaStream_t stream, kernel::matmul_problem<float, float> const& arguments,
                        unsigned* arrivals, operand_ranges const* ranges) {
    auto const grid = static_cast<unsigned>(tile::tiles(arguments.m, arguments.n));
    run_if_beyond<<<grid, tile::threads, tile::slots<float> * sizeof(float), stream>>>(
        {arguments, 1, arguments.k, nullptr}, arrivals, ranges);
    detail::check_cuda(cudaGetLastError(), "run_if_beyond");
}

} // namespace gpu::inline v0::sm90
