// SPDX-License-Identifier: Apache-2.0
#include "kernel_set.cuh"
#include "register_operand_product.cuh"

namespace gpu::inline v0::sm90 {

kernel_set const& tf32_kernels() {
    static kernel_set const kernels = make_kernels<tf32>();
    return kernels;
}

register_kernel_set const& tf32_register_kernels() {
    static register_kernel_set const kernels = make_register_kernels<tf32>();
    return kernels;
}

} // namespace gpu::inline v0::sm90
