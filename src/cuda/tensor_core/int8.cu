// SPDX-License-Identifier: Apache-2.0
#include "kernel_set.cuh"
#include "register_operand_product.cuh"

#include <utility>

namespace gpu::inline v0::sm90 {
namespace {

template <bool BIsR, std::size_t V>
void const* register_kernel() {
    static_assert(int8_variants[V].shared_bytes() <= most_shared_bytes);
    return reinterpret_cast<void const*>(&register_operand_product<BIsR, V>);
}

} // namespace

kernel_set const& int8_kernels() {
    static kernel_set const kernels = make_kernels<std::int8_t>();
    return kernels;
}

int8_kernel_set const& int8_register_kernels() {
    static int8_kernel_set const kernels{{register_kernel<false, 0>(), register_kernel<true, 0>()},
                                         {register_kernel<false, 1>(), register_kernel<true, 1>()},
                                         {register_kernel<false, 2>(), register_kernel<true, 2>()}};
    return kernels;
}

} // namespace gpu::inline v0::sm90
