// SPDX-License-Identifier: Apache-2.0
#include "add_parts.cuh"
#include "float_product.cuh"

namespace gpu::inline v0::sm90 {
namespace {

template <major A, major B, std::size_t V>
void const* kernel_of() {
    return reinterpret_cast<void const*>(&float_product<A, B, V>);
}

} // namespace

float_kernel_set const& float_kernels() {
    static_assert(float_tile::shared_bytes <= most_shared_bytes);
    using enum major;
    static float_kernel_set const kernels{{{kernel_of<k, k, 0>(), kernel_of<k, mn, 0>()},
                                           {kernel_of<mn, k, 0>(), kernel_of<mn, mn, 0>()}},
                                          {{kernel_of<k, k, 1>(), kernel_of<k, mn, 1>()},
                                           {kernel_of<mn, k, 1>(), kernel_of<mn, mn, 1>()}}};
    return kernels;
}

void add_float_parts(cudaStream_t stream, product_arguments<float> const& p,
                     tile_parts<float> const& parts, operand_ranges const* ranges) {
    add_parts<float_fragment>(stream, p, parts, float_tile::rows, float_tile::multiplying_threads,
                              ranges);
}

} // namespace gpu::inline v0::sm90
