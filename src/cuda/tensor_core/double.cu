// SPDX-License-Identifier: Apache-2.0
#include "add_parts.cuh"
#include "double_product.cuh"
#include "kernel_set.hpp"

namespace gpu::inline v0::sm90 {
namespace {

template <std::size_t V>
void const* kernel_of() {
    static_assert(double_variants[V].shared_bytes() <= most_shared_bytes);
    return reinterpret_cast<void const*>(&double_product<V>);
}

} // namespace

double_kernel_set const& double_kernels() {
    static double_kernel_set const kernels{kernel_of<0>(), kernel_of<1>()};
    return kernels;
}

void add_double_parts(cudaStream_t stream, product_arguments<double, double> const& p,
                      tile_parts<double> const& parts, batch_of_products const& batch,
                      double_variant const& v) {
    auto const add = v.warp_columns == 64 ? &add_parts<double_fragment<64>, double>
                                          : &add_parts<double_fragment<32>, double>;
    add(stream, p, parts, v.rows, v.multiplying_threads(), nullptr, batch);
}

} // namespace gpu::inline v0::sm90
