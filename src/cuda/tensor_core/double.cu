// SPDX-License-Identifier: Apache-2.0
#include "double_product.cuh"

gpu::sm90::double_kernel_set const& gpu::sm90::double_kernels() {
    static_assert(double_variants[0].shared_bytes() <= most_shared_bytes &&
                  double_variants[1].shared_bytes() <= most_shared_bytes);
    static double_kernel_set const kernels{reinterpret_cast<void const*>(&double_product<0>),
                                           reinterpret_cast<void const*>(&double_product<1>)};
    return kernels;
}
