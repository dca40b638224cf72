// SPDX-License-Identifier: Apache-2.0
#include "double_kernels.hpp"
#include "launch.hpp"
#include "product_kinds.hpp"
#include "selection.hpp"

#include <algorithm>

namespace gpu::inline v0::sm90 {

void multiply_double(product_call const& call, detail::matmul_request const& r,
                     tuning const& fixed) {
    auto arguments = product_arguments_of<double, double>(r, fixed.band == 0 ? 12 : fixed.band);
    auto const multiprocessors = static_cast<int>(call.multiprocessors);
    auto const tiles = [&](double_variant const& v) {
        return pieces(arguments.m, v.rows) * pieces(arguments.n, 128);
    };
    auto const place = fixed.variant >= 0 ? static_cast<std::size_t>(fixed.variant)
                                          : choose(double_variants, tiles, pieces(arguments.k, 16),
                                                   multiprocessors);
    double_variant const& v = double_variants[place];
    constexpr auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    CUtensorMap map_a =
        make_tensor_map(type, with_order(call, a_of(r, sizeof(double)), major::k).lines,
                        {16, static_cast<unsigned>(v.rows)});
    CUtensorMap map_b =
        make_tensor_map(type, with_order(call, b_of(r, sizeof(double)), major::mn).lines, {16, 16});
    void* pointers[] = {&map_a, &map_b, &arguments};
    launch(call.queue,
           {double_kernels()[place], v.name,
            static_cast<unsigned>(std::min(tiles(v), multiprocessors)), v.threads(),
            v.shared_bytes()},
           pointers);
}

} // namespace gpu::inline v0::sm90
