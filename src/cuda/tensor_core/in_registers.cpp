// SPDX-License-Identifier: Apache-2.0
#include "int8_kernels.hpp"
#include "launch.hpp"
#include "product_kinds.hpp"
#include "selection.hpp"

#include <gpualgo/abi/matmul_lists.hpp>

#include <algorithm>

namespace gpu::inline v0::sm90 {

using namespace detail;

bool has_mn_major_operand(matmul_request const& r) {
    return r.value == index_of<std::int8_t, matmul_types> &&
           (a_of(r, 1).order == major::mn || b_of(r, 1).order == major::mn);
}

void multiply_in_registers(product_call const& call, matmul_request const& r, tuning const& fixed) {
    auto arguments = product_arguments_of<std::int32_t, std::int32_t>(r, fixed.band);
    operand a = a_of(r, 1), b = b_of(r, 1);
    // one operand goes through registers; if neither is K-major, the smaller one is transposed
    bool const b_in_registers = b.order == major::mn && (a.order == major::k || r.m <= r.n);
    a = with_order(call, a, b_in_registers ? major::k : major::mn);
    b = with_order(call, b, b_in_registers ? major::mn : major::k);

    int const in_registers = b_in_registers ? arguments.n : arguments.m;
    int const shared = b_in_registers ? arguments.m : arguments.n;
    auto const multiprocessors = static_cast<int>(call.multiprocessors);
    auto const tiles = [&](int8_variant const& v) {
        return pieces(in_registers, 128) * pieces(shared, v.tile);
    };
    auto const place = fixed.variant >= 0 ? static_cast<std::size_t>(fixed.variant)
                                          : choose(int8_variants, tiles, pieces(arguments.k, 128),
                                                   multiprocessors);
    int8_variant const& v = int8_variants[place];
    if (arguments.band == 0) arguments.band = 8;
    constexpr auto type = CU_TENSOR_MAP_DATA_TYPE_UINT8;
    CUtensorMap map_r = make_tensor_map(type, (b_in_registers ? b : a).lines, {128, 128});
    CUtensorMap map_s =
        make_tensor_map(type, (b_in_registers ? a : b).lines, {128, static_cast<unsigned>(v.tile)});
    void* pointers[] = {&map_r, &map_s, &arguments};
    launch(call.queue,
           {int8_register_kernels()[place][b_in_registers], v.name,
            static_cast<unsigned>(std::min(tiles(v), multiprocessors)), int8_variant::threads,
            v.shared_bytes()},
           pointers);
}

} // namespace gpu::inline v0::sm90
