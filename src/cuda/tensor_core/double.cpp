// SPDX-License-Identifier: Apache-2.0
#include "double_kernels.hpp"
#include "launch.hpp"
#include "product_kinds.hpp"
#include "selection.hpp"

#include <algorithm>
#include <cstddef>

namespace gpu::inline v0::sm90 {
namespace {

/// The distribution of the tiles of a product.
tile_stream stream_of(double_variant const& v, detail::matmul_request const& r, int multiprocessors,
                      int divides) {
    int const tiles = pieces(static_cast<int>(r.m), v.rows) * pieces(static_cast<int>(r.n), 128) *
                      static_cast<int>(r.count);
    return choose_stream(tiles, pieces(static_cast<int>(r.k), 16), v.block_ns, multiprocessors,
                         divides, v.part_ns());
}

std::size_t choose(detail::matmul_request const& r, int multiprocessors, int divides) {
    auto const time = [&](double_variant const& v) {
        return expected_ns(v, stream_of(v, r, multiprocessors, divides));
    };
    auto const fastest = std::ranges::min_element(double_variants, {}, time);
    return static_cast<std::size_t>(fastest - double_variants.begin());
}

} // namespace

void multiply_double(product_call const& call, detail::matmul_request const& r,
                     tuning const& fixed) {
    auto arguments =
        product_arguments_of<double, double>(call, r, fixed.band == 0 ? 12 : fixed.band);
    auto const multiprocessors = static_cast<int>(call.multiprocessors);
    auto const place = fixed.variant >= 0 ? static_cast<std::size_t>(fixed.variant)
                                          : choose(r, multiprocessors, fixed.divides);
    double_variant const& v = double_variants[place];
    tile_stream const stream = stream_of(v, r, multiprocessors, fixed.divides);
    auto parts = allocate_parts<double_fragment<64>, double>(call, stream, v.multiplying_threads());
    constexpr auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    operand const a = with_order(call, a_of(r, sizeof(double)), major::k);
    operand const b = with_order(call, b_of(r, sizeof(double)), major::mn);
    CUtensorMap map_a =
        make_tensor_map(type, a.lines, {16, static_cast<unsigned>(v.rows)}, a.matrices);
    CUtensorMap map_b = make_tensor_map(type, b.lines, {16, 16}, b.matrices);
    batch_of_products batch = batch_of(r);
    void* pointers[] = {&map_a, &map_b, &arguments, &parts, &batch};
    launch(call.queue,
           {double_kernels()[place], v.name, static_cast<unsigned>(stream.blocks), v.threads(),
            v.shared_bytes(), 1, parts.slots == nullptr},
           pointers);
    if (parts.slots == nullptr) return;
    add_double_parts(call.queue.stream(), arguments, parts, batch, v);
    call.queue.note({}, {"add_parts"});
}

} // namespace gpu::inline v0::sm90
