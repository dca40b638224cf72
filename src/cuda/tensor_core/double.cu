// SPDX-License-Identifier: Apache-2.0
#include "add_parts.cuh"
#include "double_product.cuh"
#include "kernel_set.hpp"

namespace gpu::inline v0::sm90 {

double_kernel_set const& double_kernels() {
    static_assert(double_variants[0].shared_bytes() <= most_shared_bytes &&
                  double_variants[1].shared_bytes() <= most_shared_bytes);
    static double_kernel_set const kernels{reinterpret_cast<void const*>(&double_product<0>),
                                           reinterpret_cast<void const*>(&double_product<1>)};
    return kernels;
}

void add_double_parts(cudaStream_t stream, product_arguments<double, double> const& p,
                      tile_parts<double> const& parts, double_variant const& v) {
    add_parts<double_fragment>(stream, p, parts, v.rows, v.multiplying_threads());
}

} // namespace gpu::inline v0::sm90
