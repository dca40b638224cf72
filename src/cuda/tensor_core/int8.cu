// SPDX-License-Identifier: Apache-2.0
#include "kernel_set.cuh"
#include "register_operand_product.cuh"

namespace gpu::inline v0::sm90 {

kernel_set const& int8_kernels() {
    static kernel_set const kernels = make_kernels<std::int8_t>();
    return kernels;
}

register_kernel_set const& int8_register_kernels() {
    static register_kernel_set const kernels = make_register_kernels<std::int8_t>();
    return kernels;
}

} // namespace gpu::inline v0::sm90
