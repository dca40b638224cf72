// SPDX-License-Identifier: Apache-2.0
#include "aligned_copy.hpp"
#include "float_kernels.hpp"
#include "launch.hpp"
#include "operand_maps.hpp"
#include "product_kinds.hpp"
#include "selection.hpp"
#include "tile_boxes.hpp"
#include "tile_order.hpp"

#include "matmul/problem.hpp"

namespace gpu::inline v0::sm90 {
namespace {

/// Memory for a product, in one allocation: in a graph, each takes microseconds.
struct float_memory {
    split_matrix a, b;
    tile_parts<float> parts;
    operand_ranges* ranges;

    float_memory(product_call const& call, operand const& of_a, operand const& of_b,
                 tile_stream const& stream)
        : a(unplaced(of_a)), b(unplaced(of_b)), parts{stream} {
        std::size_t const slots =
            stream.divided_tiles() == 0
                ? 0
                : pairs_of_slots(stream, float_tile::rows * float_tile::columns) *
                      sizeof(neighbours<float>);
        auto* const memory = call.queue.allocate<std::byte>(bytes_of(a) + bytes_of(b) + slots +
                                                            sizeof(operand_ranges));
        a.planes = reinterpret_cast<std::uint16_t*>(memory);
        b.planes = reinterpret_cast<std::uint16_t*>(memory + bytes_of(a));
        std::byte* const rest = memory + bytes_of(a) + bytes_of(b);
        if (slots > 0) parts.slots = reinterpret_cast<neighbours<float>*>(rest);
        parts.written = flags_of_parts(call);
        ranges = reinterpret_cast<operand_ranges*>(rest + slots);
    }

private:
    static split_matrix unplaced(operand const& x) {
        return {x.lines, nullptr, aligned_stride(x.lines.width, sizeof(std::uint16_t))};
    }
    /// A multiple of 128, so that the planes of B begin at a line of the cache.
    static std::size_t bytes_of(split_matrix const& x) {
        auto const elements = static_cast<std::size_t>(3 * x.from.lines * x.stride);
        return (elements * sizeof(std::uint16_t) + 127) / 128 * 128;
    }
};

/// Tensor maps of the planes.
/// @param end number of rows of A, or columns of B
operand_maps<major::k> maps_of_planes(split_matrix const& x, major order, int end) {
    auto const map = [&](int lines) {
        return make_tensor_map(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16, // or half: bits are copied
                               {x.planes, x.from.width, x.from.lines, x.stride, 2},
                               {float_tile::depth, static_cast<unsigned>(lines)},
                               {3, x.from.lines * x.stride});
    };
    return {map(lines_of_box(order, float_tile::rows)),
            map(lines_of_last_box(order, float_tile::rows, end))};
}

/// Planes of half do not hold all bits. From this k on, errors are nevertheless less than those of
/// sequential sums.
constexpr std::int64_t least_k_of_half = 2 * most_small_numbers;

/// About 800 by 800 by 800. From there on, an H200 takes less time for half of the products, a
/// guess and one more kernel.
constexpr double least_products_of_half = 5e8;

std::size_t variant_for(detail::matmul_request const& r) {
    if (r.precision == static_cast<std::uint32_t>(detail::float_precision::precise))
        return exact_variant;
    double const products =
        static_cast<double>(r.m) * static_cast<double>(r.n) * static_cast<double>(r.k);
    return r.k >= least_k_of_half && products >= least_products_of_half ? half_variant : 0;
}

} // namespace

void multiply_float(product_call const& call, detail::matmul_request const& r, tuning const& fixed,
                    unsupported_magnitudes if_unsupported) {
    auto arguments = product_arguments_of<float>(call, r);
    operand const a = a_of(r, sizeof(float)), b = b_of(r, sizeof(float));
    float_variant const& variant =
        float_variants[fixed.variant >= 0 ? static_cast<std::size_t>(fixed.variant)
                                          : variant_for(r)];
    auto const multiprocessors = static_cast<int>(call.multiprocessors);
    int const rows = pieces(arguments.m, float_tile::rows);
    int const tiles = rows * pieces(arguments.n, float_tile::columns);
    arguments.band =
        fixed.band_or(balanced_band(rows, float_tile::rows, float_tile::columns, multiprocessors));
    float_memory memory(call, a, b,
                        choose_stream(tiles, pieces(arguments.k, float_tile::depth),
                                      {variant.step_ns, ns_per_part_of_float, most_steps_of_round},
                                      multiprocessors, fixed.divides));
    split(call.queue.stream(), call.multiprocessors, memory.a, memory.b, variant.may_be_half,
          memory.ranges);
    call.queue.note({}, {"split"});

    memory.parts.pace =
        pace_for(call.queue, arguments.k, memory.parts.stream.common_rounds(), sizeof(float));

    auto map_a = maps_of_planes(memory.a, a.order, arguments.m);
    auto map_b = maps_of_planes(memory.b, b.order, arguments.n);
    CUtensorMap map_c{};
    if (arguments.fits_boxes)
        map_c = make_tensor_map(CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
                                {r.c.data, r.n, r.m, r.c.row_stride, sizeof(float)}, {32, 64},
                                matrix_stack{});
    auto* used = call.queue.result<float_planes>();
    bool may_be_half = variant.may_be_half;
    void* pointers[] = {&map_a,        &map_b,         &map_c,       &arguments,
                        &memory.parts, &memory.ranges, &may_be_half, &used};
    auto const index = [](major order) { return static_cast<std::size_t>(order); };
    launch(call.queue,
           {float_kernels().of[variant.is_exact ? 1 : 0][index(a.order)][index(b.order)],
            variant.name, static_cast<unsigned>(memory.parts.stream.blocks), float_tile::threads,
            float_tile::shared_bytes, 1, true},
           pointers);
    if (if_unsupported == unsupported_magnitudes::by_fused_multiply_add)
        multiply_if_unsupported(call.queue, detail::problem_of<float, float, std::size_t>(r),
                                arguments, memory.ranges);
}

} // namespace gpu::inline v0::sm90
