// SPDX-License-Identifier: Apache-2.0
#include "double_product.cuh"
#include "few_doubles_product.cuh"
#include "kernel_set.hpp"

#include <cstddef>
#include <utility>

namespace gpu::inline v0::sm90 {
namespace {

using enum major;

template <std::size_t V, major A, major B>
void const* kernel_of() {
    if constexpr (V < double_variants.size()) {
        constexpr int announced = most_announced * sizeof(announced_part);
        static_assert(double_variants[V].shared_bytes() + announced <= most_shared_bytes);
        return reinterpret_cast<void const*>(&double_product<V, A, B>);
    } else {
        constexpr std::size_t few = V - double_variants.size();
        static_assert(few_doubles_variants[few].shared_bytes() <= most_shared_bytes);
        return reinterpret_cast<void const*>(&few_doubles_product<few, A, B>);
    }
}

template <std::size_t... V>
double_kernel_set kernels_of(std::index_sequence<V...>) {
    return {{{{kernel_of<V, k, k>(), kernel_of<V, k, mn>()},
              {kernel_of<V, mn, k>(), kernel_of<V, mn, mn>()}}...}};
}

} // namespace

double_kernel_set const& double_kernels() {
    static double_kernel_set const kernels =
        kernels_of(std::make_index_sequence<double_kernel_set::size>{});
    return kernels;
}

} // namespace gpu::inline v0::sm90
