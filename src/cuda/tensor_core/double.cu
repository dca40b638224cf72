// SPDX-License-Identifier: Apache-2.0
#include "add_parts.cuh"
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
        constexpr int announced = double_block<V, A, B>::most_announced * sizeof(announced_part);
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

template <major A, major B, int WarpColumns>
constexpr auto add = &add_parts<double_fragment<A, B, WarpColumns>, halves_last, double>;

/// The functions that add parts, by order of A and order of B.
template <int WarpColumns>
constexpr decltype(add<k, k, WarpColumns>) adding[2][2] = {
    {add<k, k, WarpColumns>, add<k, mn, WarpColumns>},
    {add<mn, k, WarpColumns>, add<mn, mn, WarpColumns>}};

} // namespace

double_kernel_set const& double_kernels() {
    static double_kernel_set const kernels =
        kernels_of(std::make_index_sequence<double_kernel_set::size>{});
    return kernels;
}

void add_double_parts(cudaStream_t stream, product_arguments<double> const& p,
                      tile_parts<double> const& parts, halves_last const& order,
                      batch_of_products const& batch, double_variant const& v, major order_of_a,
                      major order_of_b) {
    auto const a = static_cast<unsigned>(order_of_a), b = static_cast<unsigned>(order_of_b);
    auto const add_them = v.warp_columns == 64 ? adding<64>[a][b] : adding<32>[a][b];
    add_them(stream, p, parts, order, v.rows, v.multiplying_threads(), nullptr, batch);
}

} // namespace gpu::inline v0::sm90
