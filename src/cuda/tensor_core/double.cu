// SPDX-License-Identifier: Apache-2.0
#include "add_parts.cuh"
#include "double_product.cuh"
#include "few_doubles_product.cuh"
#include "kernel_set.hpp"

#include <cstddef>
#include <utility>

namespace gpu::inline v0::sm90 {
namespace {

template <std::size_t V>
void const* kernel_of() {
    static_assert(double_variants[V].shared_bytes() <= most_shared_bytes);
    return reinterpret_cast<void const*>(&double_product<V>);
}

template <std::size_t V>
void const* kernel_for_few() {
    static_assert(few_doubles_variants[V].shared_bytes() <= most_shared_bytes);
    return reinterpret_cast<void const*>(&few_doubles_product<V>);
}

template <std::size_t... V, std::size_t... F>
double_kernel_set const& kernels_of(std::index_sequence<V...>, std::index_sequence<F...>) {
    static double_kernel_set const kernels{kernel_of<V>()..., kernel_for_few<F>()...};
    return kernels;
}

} // namespace

double_kernel_set const& double_kernels() {
    return kernels_of(std::make_index_sequence<double_variants.size()>{},
                      std::make_index_sequence<few_doubles_variants.size()>{});
}

void add_double_parts(cudaStream_t stream, product_arguments<double> const& p,
                      tile_parts<double> const& parts, batch_of_products const& batch,
                      double_variant const& v) {
    auto const add = v.warp_columns == 64 ? &add_parts<double_fragment<64>, double>
                                          : &add_parts<double_fragment<32>, double>;
    add(stream, p, parts, v.rows, v.multiplying_threads(), nullptr, batch);
}

} // namespace gpu::inline v0::sm90
