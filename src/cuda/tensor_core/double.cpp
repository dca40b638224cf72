// SPDX-License-Identifier: Apache-2.0
#include "double_kernels.hpp"
#include "kernel_choice.hpp"
#include "launch.hpp"
#include "parts_of_k.hpp"
#include "product_kinds.hpp"

namespace gpu::inline v0::sm90 {
namespace {

/// A and B, aligned for the copy engine, and their tensor maps.
struct aligned_operands {
    operand const a, b;
    CUtensorMap map_a, map_b;

    /// @param rows, columns of a tile
    aligned_operands(product_call const& call, detail::matmul_request const& r, int rows,
                     int columns)
        : a(aligned(call, a_of(r, sizeof(double)))), b(aligned(call, b_of(r, sizeof(double)))),
          map_a(map_of(a, rows)), map_b(map_of(b, columns)) {}

    /// The kernel for these orders.
    [[nodiscard]] void const* kernel_of(std::size_t variant) const {
        return double_kernels()
            .of[variant][static_cast<unsigned>(a.order)][static_cast<unsigned>(b.order)];
    }

private:
    static CUtensorMap map_of(operand const& x, int extent) {
        auto const lines = static_cast<unsigned>(x.order == major::k ? extent : 16);
        return make_tensor_map(CU_TENSOR_MAP_DATA_TYPE_FLOAT64, x.lines, {16, lines}, x.matrices);
    }
};

/// Launches a kernel for few tiles.
void multiply_few(product_call const& call, detail::matmul_request const& r,
                  double_facts const& facts, kernel_choice const& choice) {
    few_doubles_variant const& v = few_doubles_variants[choice.variant - double_variants.size()];
    divided_product<double> divided(call, product_arguments_of<double>(call, r), choice.parts_of_k,
                                    v.parts, steps_of_part(v, facts, choice.parts_of_k));
    aligned_operands operands(call, r, v.rows, v.columns);
    batch_of_products batch = batch_of(r);
    void* pointers[] = {&operands.map_a, &operands.map_b, &divided.arguments, &divided.division,
                        &batch};
    auto const blocks = static_cast<int>(blocks_of(v, facts));
    launch(call.queue,
           {operands.kernel_of(choice.variant), v.name, static_cast<unsigned>(blocks), v.threads(),
            v.shared_bytes(), v.parts,
            divided.starts_early(blocks, static_cast<int>(call.multiprocessors)), choice.parts_of_k,
            batch.count},
           pointers);
    divided.add(call);
}

} // namespace

void multiply_double(product_call const& call, detail::matmul_request const& r,
                     tuning const& fixed) {
    auto const multiprocessors = static_cast<int>(call.multiprocessors);
    double_facts const facts{static_cast<int>(r.m), static_cast<int>(r.n), static_cast<int>(r.k),
                             static_cast<int>(r.count), a_of(r, sizeof(double)).order};
    kernel_choice const choice = choose_kernel(facts, multiprocessors, fixed);
    if (choice.variant >= double_variants.size()) return multiply_few(call, r, facts, choice);
    auto arguments = product_arguments_of<double>(call, r);
    double_variant const& v = double_variants[choice.variant];
    halves_last order = order_of(v, facts, fixed.band_or(band_of(v, facts, multiprocessors)));
    tile_stream const stream = stream_of(v, facts, multiprocessors, fixed.divides);
    tile_parts<double> parts{stream};
    if (stream.divided_tiles() > 0)
        parts.slots = call.queue.allocate<neighbours<double>>(pairs_of_slots(stream, v.rows * 128));
    parts.written = flags_of_parts(call);
    aligned_operands operands(call, r, v.rows, 128);
    batch_of_products batch = batch_of(r);
    void* pointers[] = {&operands.map_a, &operands.map_b, &arguments, &parts, &order, &batch};
    launch(call.queue,
           {operands.kernel_of(choice.variant), v.name, static_cast<unsigned>(stream.blocks),
            v.threads(), v.shared_bytes(), 1, true},
           pointers);
}

} // namespace gpu::inline v0::sm90
