// SPDX-License-Identifier: Apache-2.0
#include "element_types.hpp"
#include "kernel_choice.hpp"
#include "launch.hpp"
#include "operand_maps.hpp"
#include "parts_of_k.hpp"
#include "product_kinds.hpp"
#include "tile_boxes.hpp"

#include "matmul/product_facts.hpp"

#include <gpualgo/abi/matmul_lists.hpp>

#include <algorithm>
#include <string_view>

namespace gpu::inline v0::sm90 {
namespace {

using namespace detail;

template <class Value>
struct traits;
template <>
struct traits<std::int8_t> {
    static constexpr std::string_view suffix = "";
    static constexpr auto map_type = CU_TENSOR_MAP_DATA_TYPE_UINT8;
    static register_kernel_set const& kernels() { return int8_register_kernels(); }
};
template <>
struct traits<tf32> {
    static constexpr std::string_view suffix = ", tf32";
    static constexpr auto map_type = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
    static register_kernel_set const& kernels() { return tf32_register_kernels(); }
};

template <class Value>
void multiply_as(product_call const& call, matmul_request const& r, tuning const& fixed) {
    constexpr unsigned elements_per_line = 128 / sizeof(Value);
    auto arguments = product_arguments_of<sum_of<Value>, small_of<Value>>(call, r);
    batch_of_products batch = batch_of(r);
    operand a = a_of(r, sizeof(Value)), b = b_of(r, sizeof(Value));
    // one operand goes through registers; if neither is K-major, the smaller one is transposed
    bool const b_in_registers = b.order == major::mn && (a.order == major::k || r.m <= r.n);
    a = with_order(call, a, b_in_registers ? major::k : major::mn);
    b = with_order(call, b, b_in_registers ? major::mn : major::k);

    auto const multiprocessors = static_cast<int>(call.multiprocessors);
    register_facts const facts{b_in_registers ? arguments.n : arguments.m,
                               b_in_registers ? arguments.m : arguments.n,
                               pieces(arguments.k, static_cast<int>(elements_per_line)),
                               batch.count, std::max(a.begin(), b.begin())};
    auto const [index, parts] = choose_kernel(facts, multiprocessors, fixed);
    register_variant const& v = register_variants[index];
    int const blocks = blocks_of(v, facts);
    arguments.band = fixed.band_or(band_of(v, facts, multiprocessors));
    batch.pace = pace_for(call.queue, arguments.k, blocks / multiprocessors, sizeof(Value));
    constexpr auto type = traits<Value>::map_type;
    operand const& of_r = b_in_registers ? b : a;
    operand const& of_s = b_in_registers ? a : b;
    CUtensorMap map_r =
        make_tensor_map(type, of_r.lines, {elements_per_line, elements_per_line}, of_r.matrices);
    int const part = v.tile / v.sharers;
    auto const map_of_s = [&](int lines) {
        return make_tensor_map(type, of_s.lines, {elements_per_line, static_cast<unsigned>(lines)},
                               of_s.matrices);
    };
    operand_maps<major::k> maps_s{map_of_s(part),
                                  map_of_s(lines_of_last_box(major::k, part, facts.s))};
    bool const stores_squares = v.squares > 0 && arguments.fits_boxes && !arguments.is_small();
    CUtensorMap map_c = stores_squares ? map_of_c(r, 32) : CUtensorMap{};
    divided_product<Value> divided(call, arguments, parts, 1, pieces(facts.steps_of_k, parts));
    kernel_name_of const name(v.name, traits<Value>::suffix);
    void* pointers[] = {&map_r, &maps_s, &map_c, &divided.arguments, &batch, &divided.division};
    launch(call.queue,
           {traits<Value>::kernels().of[index][b_in_registers], name,
            static_cast<unsigned>(std::min(blocks, multiprocessors / v.sharers * v.sharers)),
            register_variant::threads, v.shared_bytes(), v.sharers,
            batch.pace == nullptr && divided.starts_early(blocks, multiprocessors), parts},
           pointers);
    divided.add(call);
}

} // namespace

bool has_mn_major_operand(matmul_request const& r) {
    std::size_t const bytes = known_matmul_types[r.value].size;
    return a_of(r, bytes).order == major::mn || b_of(r, bytes).order == major::mn;
}

void multiply_in_registers(product_call const& call, matmul_request const& r, tuning const& fixed) {
    if (r.value == index_of<std::int8_t, matmul_types>) multiply_as<std::int8_t>(call, r, fixed);
    else multiply_as<tf32>(call, r, fixed);
}

} // namespace gpu::inline v0::sm90
