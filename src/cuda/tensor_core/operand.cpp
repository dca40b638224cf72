// SPDX-License-Identifier: Apache-2.0
#include "operand.hpp"

#include "aligned_copy.hpp"

#include "matmul/product_facts.hpp"
#include "matmul/shape.hpp"

namespace gpu::inline v0::sm90 {
namespace {

using namespace detail;

line_matrix line_matrix_of(matmul_operand const& x, std::int64_t rows, std::int64_t columns,
                           std::size_t element_bytes) {
    return x.is_row_major(columns)
               ? line_matrix{x.data, columns, rows, x.row_stride, element_bytes}
               : line_matrix{x.data, rows, columns, x.column_stride, element_bytes};
}

/// Allocates memory for an aligned copy.
line_matrix room_for(product_call const& call, std::int64_t width, std::int64_t lines,
                     std::size_t element_bytes) {
    std::int64_t const stride = aligned_stride(width, element_bytes);
    void* const memory =
        call.queue.allocate<std::byte>(static_cast<std::size_t>(lines * stride) * element_bytes);
    return {memory, width, lines, stride, element_bytes};
}

} // namespace

bool has_row_major_c(matmul_request const& r) { return r.c.is_row_major(r.n); }

matmul_request with_row_major_c(matmul_request r) { return has_row_major_c(r) ? r : transposed(r); }

matrix_stack stack_of(matmul_operand const& x, std::int64_t count) {
    return x.matrix_stride == 0 ? matrix_stack{} : matrix_stack{count, x.matrix_stride};
}

operand a_of(matmul_request const& r, std::size_t element_bytes) {
    return {line_matrix_of(r.a, r.m, r.k, element_bytes),
            r.a.is_row_major(r.k) ? major::k : major::mn, stack_of(r.a, r.count)};
}

operand b_of(matmul_request const& r, std::size_t element_bytes) {
    return {line_matrix_of(r.b, r.k, r.n, element_bytes),
            r.b.is_row_major(r.n) ? major::mn : major::k, stack_of(r.b, r.count)};
}

line_begin operand::begin() const {
    if (is_aligned()) return lines.begin();
    std::int64_t const stride = aligned_stride(lines.width, lines.element_bytes);
    return begin_of_lines(0, static_cast<std::size_t>(stride) * lines.element_bytes);
}

operand aligned(product_call const& call, operand const& x) {
    if (x.lines.is_aligned()) return x;
    auto const copy = room_for(call, x.lines.width, x.lines.lines, x.lines.element_bytes);
    copy_aligned(call.queue.stream(), call.multiprocessors, x.lines, const_cast<void*>(copy.data));
    call.queue.note({}, {"aligned_copy"});
    return {copy, x.order, {}};
}

operand with_order(product_call const& call, operand const& x, major wanted) {
    if (x.order == wanted) return aligned(call, x);
    auto const copy = room_for(call, x.lines.lines, x.lines.width, x.lines.element_bytes);
    copy_transposed(call.queue.stream(), call.multiprocessors, x.lines,
                    const_cast<void*>(copy.data));
    call.queue.note({}, {"transposed_copy"});
    return {copy, wanted, {}};
}

CUtensorMap map_of_c(detail::matmul_request const& r, unsigned rows) {
    std::size_t const bytes = detail::known_matmul_types[r.result].size;
    return make_tensor_map(bytes == 2 ? CU_TENSOR_MAP_DATA_TYPE_UINT16
                                      : CU_TENSOR_MAP_DATA_TYPE_UINT32,
                           {r.c.data, r.n, r.m, r.c.row_stride, bytes},
                           {static_cast<unsigned>(128 / bytes), rows}, stack_of(r.c, r.count));
}

} // namespace gpu::inline v0::sm90
