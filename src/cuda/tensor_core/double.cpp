// SPDX-License-Identifier: Apache-2.0
#include "double_kernels.hpp"
#include "launch.hpp"
#include "parts_of_k.hpp"
#include "product_kinds.hpp"
#include "selection.hpp"

#include <algorithm>
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

/// The number of blocks that a variant for few tiles needs, for each part of k.
int blocks_of(few_doubles_variant const& v, detail::matmul_request const& r) {
    return pieces(static_cast<int>(r.m), v.rows) * pieces(static_cast<int>(r.n), v.columns) *
           v.parts;
}

/// Steps of k of a block of a variant for few tiles, if k is divided into `parts`.
int steps_of_part(few_doubles_variant const& v, detail::matmul_request const& r, int parts) {
    return pieces(part_of_k(static_cast<int>(r.k), 16, v.parts, 0).count, parts);
}

/// The time in which a block loads a line of 128 bytes, in picoseconds, if k is divided, and
/// whether another block loads it, too.
constexpr int ps_per_own_line = 4000, ps_per_common_line_of_part = 2500;

/// See memory_ns.
constexpr int ps_per_load_of_double = 10;

/// The expected time of a variant for few tiles if k is divided into `parts`.
long long expected_ns(few_doubles_variant v, detail::matmul_request const& r, int parts) {
    long long const loads = r.m * pieces(static_cast<int>(r.n), v.columns) +
                            r.n * pieces(static_cast<int>(r.m), v.rows);
    long long const memory = memory_ns(r.m + r.n, loads, (r.k + 15) / 16, ps_per_load_of_double);
    if (parts > 1) {
        int const of_a = r.n > v.columns ? ps_per_common_line_of_part : ps_per_own_line;
        int const of_b = r.m > v.rows ? ps_per_common_line_of_part : ps_per_own_line;
        v.step_ns = std::max(v.step_ns, (v.rows * of_a + v.columns * of_b) / 1000);
    }
    long long const time =
        std::max(expected_ns(v, 1, steps_of_part(v, r, parts)), v.tile_ns + memory);
    // sums of double take two words
    return parts == 1 ? time : time + late_start_ns + adding_sums_ns(parts, 2 * r.m * r.n);
}

/// A kernel of `double_kernels`, and the number of parts of k if it is for few tiles.
struct double_choice {
    std::size_t place;
    int parts = 1;
};

/// A kernel for few tiles.
/// @param few index of the variant
double_choice choice_of_few(std::size_t few, detail::matmul_request const& r, int multiprocessors,
                            int divides) {
    few_doubles_variant const& v = few_doubles_variants[few];
    int const parts =
        choose_parts(multiprocessors / blocks_of(v, r), steps_of_part(v, r, 1), v.step_ns, divides,
                     [&](int tried) { return expected_ns(v, r, tried); });
    return {double_variants.size() + few, parts};
}

/// The fastest kernel. Those for few tiles are considered only for single products, if all their
/// blocks run at once.
double_choice choose(detail::matmul_request const& r, int multiprocessors, int divides) {
    double_choice best{0};
    long long shortest = std::numeric_limits<long long>::max();
    auto const consider = [&](double_choice const& one, long long time) {
        if (time < shortest) best = one, shortest = time;
    };
    for (std::size_t i = 0; i < double_variants.size(); ++i)
        consider({i}, expected_ns(double_variants[i],
                                  stream_of(double_variants[i], r, multiprocessors, divides)));
    for (std::size_t i = 0; i < few_doubles_variants.size(); ++i) {
        few_doubles_variant const& v = few_doubles_variants[i];
        if (r.count > 1 || blocks_of(v, r) > multiprocessors) continue;
        double_choice const one = choice_of_few(i, r, multiprocessors, divides);
        consider(one, expected_ns(v, r, one.parts));
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
void multiply_few(product_call const& call, detail::matmul_request const& r,
                  double_choice const& choice) {
    few_doubles_variant const& v = few_doubles_variants[choice.place - double_variants.size()];
    divided_product<double> divided(call, product_arguments_of<double>(call, r, 0), choice.parts,
                                    steps_of_part(v, r, choice.parts));
    double_maps maps = maps_of(call, r, v.rows);
    void* pointers[] = {&maps.a, &maps.b, &divided.arguments, &divided.division};
    launch(call.queue,
           {double_kernels()[choice.place], v.name, static_cast<unsigned>(blocks_of(v, r)),
            v.threads(), v.shared_bytes(), v.parts, choice.parts == 1, choice.parts},
           pointers);
    divided.add(call);
}

/// The kernel that is asked for.
double_choice choose_fixed(detail::matmul_request const& r, int multiprocessors,
                           tuning const& fixed) {
    auto const place = static_cast<std::size_t>(fixed.variant);
    return place < double_variants.size()
               ? double_choice{place}
               : choice_of_few(place - double_variants.size(), r, multiprocessors, fixed.divides);
}

} // namespace

void multiply_double(product_call const& call, detail::matmul_request const& r,
                     tuning const& fixed) {
    auto const multiprocessors = static_cast<int>(call.multiprocessors);
    double_choice const choice = fixed.variant >= 0 ? choose_fixed(r, multiprocessors, fixed)
                                                    : choose(r, multiprocessors, fixed.divides);
    if (choice.place >= double_variants.size()) return multiply_few(call, r, choice);
    auto arguments = product_arguments_of<double>(call, r, fixed.band == 0 ? 12 : fixed.band);
    double_variant const& v = double_variants[choice.place];
    tile_stream const stream = stream_of(v, r, multiprocessors, fixed.divides);
    auto parts = allocate_parts<double>(call, stream, v.rows * 128);
    double_maps maps = maps_of(call, r, v.rows);
    batch_of_products batch = batch_of(r);
    void* pointers[] = {&maps.a, &maps.b, &arguments, &parts, &batch};
    launch(call.queue,
           {double_kernels()[choice.place], v.name, static_cast<unsigned>(stream.blocks),
            v.threads(), v.shared_bytes(), 1, parts.slots == nullptr},
           pointers);
    if (parts.slots == nullptr) return;
    add_double_parts(call.queue.stream(), arguments, parts, batch, v);
    call.queue.note({}, {"add_parts"});
}

} // namespace gpu::inline v0::sm90
