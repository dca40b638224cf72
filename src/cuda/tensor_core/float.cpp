// SPDX-License-Identifier: Apache-2.0
#include "aligned_copy.hpp"
#include "float_kernels.hpp"
#include "launch.hpp"
#include "product_kinds.hpp"
#include "tile_order.hpp"

#include "matmul/matmul.hpp"

#include <algorithm>

namespace gpu::inline v0::sm90 {
namespace {

/// Allocates memory for the planes of an operand.
split_matrix room_for_planes(product_call const& call, operand const& x) {
    std::int64_t const stride = aligned_stride(x.lines.width, sizeof(std::uint16_t));
    auto const elements = static_cast<std::size_t>(3 * x.lines.lines * stride);
    return {x.lines, call.queue.allocate<std::uint16_t>(elements), stride};
}

/// A tensor map of the three planes. Boxes have 128 elements by 32 of k, or 64 by 32 if the operand
/// is MN-major.
CUtensorMap map_of_planes(split_matrix const& x, major order) {
    box_shape const box = order == major::k ? box_shape{32, 128} : box_shape{64, 32};
    return make_tensor_map(CU_TENSOR_MAP_DATA_TYPE_BFLOAT16,
                           {x.planes, x.from.width, x.from.lines, x.stride, 2}, box, 3);
}

} // namespace

void multiply_float(product_call const& call, detail::matmul_request const& r,
                    tuning const& fixed) {
    auto arguments = product_arguments_of<float, float>(r, fixed.band == 0 ? 12 : fixed.band);
    operand const a = a_of(r, sizeof(float)), b = b_of(r, sizeof(float));
    split_matrix const split_a = room_for_planes(call, a), split_b = room_for_planes(call, b);
    unsigned const* is_beyond = call.queue.allocate<unsigned>(1);
    split(call.queue.stream(), call.multiprocessors, split_a, split_b,
          const_cast<unsigned*>(is_beyond));
    call.queue.note({}, {"split"});

    auto const place =
        fixed.variant >= 0 ? static_cast<std::size_t>(fixed.variant) : std::size_t{r.precision};
    CUtensorMap map_a = map_of_planes(split_a, a.order);
    CUtensorMap map_b = map_of_planes(split_b, b.order);
    CUtensorMap map_c{};
    if (arguments.fits_boxes)
        map_c = make_tensor_map(CU_TENSOR_MAP_DATA_TYPE_FLOAT32,
                                {r.c.data, r.n, r.m, r.c.row_stride, sizeof(float)}, {32, 64});
    int const tiles =
        pieces(arguments.m, float_tile::rows) * pieces(arguments.n, float_tile::columns);
    void* pointers[] = {&map_a, &map_b, &map_c, &arguments, &is_beyond};
    auto const index = [](major order) { return static_cast<std::size_t>(order); };
    launch(call.queue,
           {float_kernels()[place][index(a.order)][index(b.order)], float_variants[place].name,
            static_cast<unsigned>(std::min(tiles, static_cast<int>(call.multiprocessors))),
            float_tile::threads, float_tile::shared_bytes},
           pointers);
    multiply_if_beyond(call.queue.stream(), detail::problem_of<float, float, std::size_t>(r),
                       call.queue.workspace().arrivals, is_beyond, call.queue.result<unsigned>());
}

} // namespace gpu::inline v0::sm90
