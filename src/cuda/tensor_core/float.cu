// SPDX-License-Identifier: Apache-2.0
#include "add_parts.cuh"
#include "float_product.cuh"

namespace gpu::inline v0::sm90 {
namespace {

template <bool... IsExact>
float_kernel_set make_kernels() {
    using enum major;
    auto const address = [](auto* kernel) { return reinterpret_cast<void const*>(kernel); };
    return {
        {{{address(&float_product<k, k, IsExact>), address(&float_product<k, mn, IsExact>)},
          {address(&float_product<mn, k, IsExact>), address(&float_product<mn, mn, IsExact>)}}...}};
}

} // namespace

float_kernel_set const& float_kernels() {
    static_assert(float_tile::shared_bytes <= most_shared_bytes);
    static float_kernel_set const kernels = make_kernels<false, true>();
    return kernels;
}

void add_float_parts(cudaStream_t stream, product_arguments<float> const& p,
                     tile_parts<float> const& parts, operand_ranges const* ranges) {
    batch_order const order{
        {pieces(p.m, float_tile::rows), pieces(p.n, float_tile::columns), p.band}, 1};
    add_parts<float_fragment>(stream, p, parts, order, float_tile::rows,
                              float_tile::multiplying_threads, ranges);
}

} // namespace gpu::inline v0::sm90
