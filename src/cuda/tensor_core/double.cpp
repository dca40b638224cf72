// SPDX-License-Identifier: Apache-2.0
#include "double_kernels.hpp"
#include "launch.hpp"
#include "product_kinds.hpp"
#include "selection.hpp"

#include <cstddef>
#include <limits>

namespace gpu::inline v0::sm90 {
namespace {

/// The distribution of the tiles of a product.
tile_stream stream_of(double_variant const& v, detail::matmul_request const& r, int multiprocessors,
                      int divides) {
    int const tiles = pieces(static_cast<int>(r.m), v.rows) * pieces(static_cast<int>(r.n), 128) *
                      static_cast<int>(r.count);
    return choose_stream(tiles, pieces(static_cast<int>(r.k), 16), v.step_ns, multiprocessors,
                         divides, v.part_ns());
}

/// The number of blocks that a variant for few tiles needs.
int blocks_of(few_doubles_variant const& v, detail::matmul_request const& r) {
    return pieces(static_cast<int>(r.m), v.rows) * pieces(static_cast<int>(r.n), v.columns) *
           v.parts;
}

/// The index of the fastest kernel in `double_kernels`. Those for few tiles are considered only for
/// single products, if all their blocks run at once.
std::size_t choose(detail::matmul_request const& r, int multiprocessors, int divides) {
    std::size_t best = 0;
    long long shortest = std::numeric_limits<long long>::max();
    auto const consider = [&](std::size_t place, long long time) {
        if (time < shortest) best = place, shortest = time;
    };
    for (std::size_t i = 0; i < double_variants.size(); ++i)
        consider(i, expected_ns(double_variants[i],
                                stream_of(double_variants[i], r, multiprocessors, divides)));
    for (std::size_t i = 0; i < few_doubles_variants.size(); ++i) {
        few_doubles_variant const& v = few_doubles_variants[i];
        if (r.count > 1 || blocks_of(v, r) > multiprocessors) continue;
        int const steps = part_of_k(static_cast<int>(r.k), 16, v.parts, 0).count;
        consider(double_variants.size() + i, expected_ns(v, 1, steps));
    }
    return best;
}

/// The tensor maps of A and B.
struct double_maps {
    CUtensorMap a, b;
};
double_maps maps_of(product_call const& call, detail::matmul_request const& r, int rows) {
    constexpr auto type = CU_TENSOR_MAP_DATA_TYPE_FLOAT64;
    operand const a = with_order(call, a_of(r, sizeof(double)), major::k);
    operand const b = with_order(call, b_of(r, sizeof(double)), major::mn);
    return {make_tensor_map(type, a.lines, {16, static_cast<unsigned>(rows)}, a.matrices),
            make_tensor_map(type, b.lines, {16, 16}, b.matrices)};
}

/// Launches a kernel for few tiles.
/// @param few index of the variant
void multiply_few(product_call const& call, detail::matmul_request const& r, std::size_t few) {
    few_doubles_variant const& v = few_doubles_variants[few];
    auto arguments = product_arguments_of<double>(call, r, 0);
    double_maps maps = maps_of(call, r, v.rows);
    void* pointers[] = {&maps.a, &maps.b, &arguments};
    launch(call.queue,
           {double_kernels()[double_variants.size() + few], v.name,
            static_cast<unsigned>(blocks_of(v, r)), v.threads(), v.shared_bytes(), v.parts, true},
           pointers);
}

} // namespace

void multiply_double(product_call const& call, detail::matmul_request const& r,
                     tuning const& fixed) {
    auto arguments = product_arguments_of<double>(call, r, fixed.band == 0 ? 12 : fixed.band);
    auto const multiprocessors = static_cast<int>(call.multiprocessors);
    auto const place = fixed.variant >= 0 ? static_cast<std::size_t>(fixed.variant)
                                          : choose(r, multiprocessors, fixed.divides);
    if (place >= double_variants.size())
        return multiply_few(call, r, place - double_variants.size());
    double_variant const& v = double_variants[place];
    tile_stream const stream = stream_of(v, r, multiprocessors, fixed.divides);
    auto parts = allocate_parts<double>(call, stream, v.rows * 128);
    double_maps maps = maps_of(call, r, v.rows);
    batch_of_products batch = batch_of(r);
    void* pointers[] = {&maps.a, &maps.b, &arguments, &parts, &batch};
    launch(call.queue,
           {double_kernels()[place], v.name, static_cast<unsigned>(stream.blocks), v.threads(),
            v.shared_bytes(), 1, parts.slots == nullptr},
           pointers);
    if (parts.slots == nullptr) return;
    add_double_parts(call.queue.stream(), arguments, parts, batch, v);
    call.queue.note({}, {"add_parts"});
}

} // namespace gpu::inline v0::sm90
