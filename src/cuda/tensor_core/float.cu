// SPDX-License-Identifier: Apache-2.0
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
    constexpr int announced = 2 * most_announced * sizeof(announced_part); // for either planes
    static_assert(float_tile::shared_bytes + announced <= most_shared_bytes);
    static float_kernel_set const kernels = make_kernels<false, true>();
    return kernels;
}

} // namespace gpu::inline v0::sm90
