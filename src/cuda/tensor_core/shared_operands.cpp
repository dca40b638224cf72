// SPDX-License-Identifier: Apache-2.0
#include "element_types.hpp"
#include "kernel_choice.hpp"
#include "launch.hpp"
#include "operand_maps.hpp"
#include "parts_of_k.hpp"
#include "product_kinds.hpp"
#include "tile_boxes.hpp"

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>

#include <algorithm>
#include <string_view>

namespace gpu::inline v0::sm90 {
namespace {

using namespace detail;

/// Properties of an element type.
template <class Value>
struct traits;
template <>
struct traits<bfloat16> {
    static constexpr std::string_view suffix = "";
    static constexpr auto map_type = CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    static kernel_set const& kernels() { return bfloat16_kernels(); }
};
template <>
struct traits<half> {
    static constexpr std::string_view suffix = "";
    static constexpr auto map_type = CU_TENSOR_MAP_DATA_TYPE_FLOAT16;
    static kernel_set const& kernels() { return half_kernels(); }
};
template <>
struct traits<tf32> {
    static constexpr std::string_view suffix = ", tf32";
    static constexpr auto map_type = CU_TENSOR_MAP_DATA_TYPE_TFLOAT32;
    static kernel_set const& kernels() { return tf32_kernels(); }
};
template <>
struct traits<std::int8_t> {
    static constexpr std::string_view suffix = "";
    static constexpr auto map_type = CU_TENSOR_MAP_DATA_TYPE_UINT8;
    static kernel_set const& kernels() { return int8_kernels(); }
};

/// The tensor maps of an operand, of which kernels for MN-major ones take the first only. Boxes are
/// 128 bytes wide.
/// @param part rows or columns that a block loads
/// @param end number of rows of A, or columns of B
/// @param has_index whether the kernel also passes the index of a matrix
template <class Value>
operand_maps<major::k> maps_of(product_call const& call, operand const& x, int part, int end,
                               bool has_index) {
    operand const read = aligned(call, x);
    auto const map = [&](int lines) {
        constexpr auto type = traits<Value>::map_type;
        box_shape const box{128 / sizeof(Value), static_cast<unsigned>(lines)};
        return has_index ? make_tensor_map(type, read.lines, box, read.matrices)
                         : make_tensor_map(type, read.lines, box);
    };
    return {map(lines_of_box(x.order, part)), map(lines_of_last_box(x.order, part, end))};
}

template <class Value>
void multiply_as(product_call const& call, matmul_request const& r, tuning const& fixed) {
    auto arguments = product_arguments_of<sum_of<Value>, small_of<Value>>(call, r);
    batch_of_products batch = batch_of(r);
    auto const multiprocessors = static_cast<int>(call.multiprocessors);
    operand const a = a_of(r, sizeof(Value)), b = b_of(r, sizeof(Value));
    shared_facts const facts{arguments.m,
                             arguments.n,
                             arguments.k,
                             128 / sizeof(Value),
                             batch.count,
                             has_transposing_kernels(r),
                             std::max(a.begin(), b.begin()),
                             arguments.is_small()};
    auto const [index, parts] = choose_kernel(facts, multiprocessors, fixed);
    variant const& v = variants[index];
    arguments.band = fixed.band_or(band_of(v, arguments.m, multiprocessors));
    bool const has_index = v.is_persistent || batch.count > 1;
    auto maps_a = maps_of<Value>(call, a, v.loaded_rows(), arguments.m, has_index);
    auto maps_b = maps_of<Value>(call, b, v.loaded_columns(), arguments.n, has_index);
    CUtensorMap map_c =
        arguments.fits_boxes && v.stores_boxes() ? map_of_c(r, v.rows_of_box()) : CUtensorMap{};
    auto const blocks = static_cast<int>(blocks_of(v, arguments.m, arguments.n));
    if (v.is_persistent_product())
        batch.pace = pace_for(call.queue, arguments.k, blocks * batch.count / multiprocessors,
                              sizeof(Value));
    divided_product<Value> divided(call, arguments, parts, v.parts, steps_of_part(v, facts, parts));
    auto const place_of = [](major order) { return static_cast<std::size_t>(order); };
    kernel_name_of const name(v.name, traits<Value>::suffix);
    void* pointers[] = {&maps_a,
                        &maps_b,
                        &map_c,
                        &divided.arguments,
                        v.is_persistent ? static_cast<void*>(&batch) : &divided.division,
                        &batch};
    launch(call.queue,
           {traits<Value>::kernels().of[index][place_of(a.order)][place_of(b.order)], name,
            static_cast<unsigned>(
                v.is_persistent ? std::min(blocks * batch.count, blocks_at_once(v, multiprocessors))
                                : blocks),
            v.threads(), v.shared_bytes(), v.blocks_of_cluster(),
            batch.pace == nullptr && divided.starts_early(blocks, multiprocessors), parts,
            v.is_persistent ? 1 : batch.count},
           pointers);
    divided.add(call);
}

} // namespace

bool has_transposing_kernels(matmul_request const& r) {
    std::size_t const bytes = known_matmul_types[r.value].size;
    return bytes == 2 && r.count == 1 && a_of(r, bytes).order == major::k;
}

void multiply_shared(product_call const& call, matmul_request const& request, tuning const& fixed) {
    if (request.value == index_of<half, matmul_types>) multiply_as<half>(call, request, fixed);
    else if (request.value == index_of<bfloat16, matmul_types>)
        multiply_as<bfloat16>(call, request, fixed);
    else if (request.value == index_of<float, matmul_types>)
        multiply_as<tf32>(call, request, fixed);
    else multiply_as<std::int8_t>(call, request, fixed);
}

} // namespace gpu::inline v0::sm90
