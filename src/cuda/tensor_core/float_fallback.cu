// SPDX-License-Identifier: Apache-2.0
#include "checked_launch.cuh"
#include "cluster.cuh"
#include "epilogue.cuh"
#include "float_kernels.hpp"
#include "launch.hpp"

#include <gpualgo/kernel/cuda_context.cuh>
#include <gpualgo/kernel/matmul/register_tile.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <cstdint>

namespace gpu::inline v0::sm90 {
namespace {

using tile = kernel::large_register_tile<float>;

__global__ void __launch_bounds__(tile::threads, 1)
    run_if_unsupported(kernel::register_tile_arguments<float, float> arguments, unsigned* arrivals,
                       operand_ranges const* ranges) {
    wait_for_previous_kernel();
    if (ranges->are_supported()) return;
    tile::run(kernel::cuda_context(kernel::launch_memory{arrivals}), arguments, kernel::plus{});
}

/// Applies the steps of the epilogue to C in place.
__global__ void __launch_bounds__(256)
    finish_if_unsupported(product_arguments<float> p, operand_ranges const* ranges) {
    if (ranges->are_supported()) return;
    std::int64_t const count = std::int64_t{p.m} * p.n;
    for (std::int64_t i = std::int64_t{blockIdx.x} * 256 + threadIdx.x; i < count;
         i += std::int64_t{gridDim.x} * 256) {
        element_place const place{static_cast<int>(i / p.n), static_cast<int>(i % p.n)};
        float& element = p.c[place.row * p.leading_dimension + place.column];
        float x[1] = {element};
        apply_steps(x, p, [=](int, int) { return place; });
        element = x[0];
    }
}

} // namespace

void multiply_if_unsupported(detail::cuda_queue& queue,
                             kernel::matmul_problem<float, float> const& arguments,
                             product_arguments<float> const& p, operand_ranges const* ranges) {
    constexpr int bytes = tile::slots<float>(true) * sizeof(float);
    auto const& workspace = queue.workspace();
    allow_shared_memory(reinterpret_cast<void const*>(&run_if_unsupported), bytes,
                        workspace.context);
    auto const grid = static_cast<unsigned>(tile::tiles(arguments.m, arguments.n));
    launch_checked(
        {queue.stream(), grid, tile::threads, bytes, true}, "run_if_unsupported",
        &run_if_unsupported,
        kernel::register_tile_arguments<float, float>{arguments, 1, arguments.k, nullptr},
        workspace.arrivals, ranges);
    if (p.then.count > 0)
        launch_checked({queue.stream(), 1024, 256}, "finish_if_unsupported", &finish_if_unsupported,
                       p, ranges);
}

} // namespace gpu::inline v0::sm90
