// SPDX-License-Identifier: Apache-2.0
#include "staging.hpp"

#include "batch.hpp"

#include <cstring>
#include <memory>

namespace gpu::inline v0::detail {
namespace {

/// The same matrix in another buffer, without gaps between its lines.
matmul_operand packed(matmul_operand const& matrix, matrix_lines const& lines,
                      std::size_t element_bytes, device_id device) {
    auto const width = static_cast<std::int64_t>(lines.bytes / element_bytes);
    bool const row_major =
        lines.step == static_cast<std::size_t>(matrix.row_stride) * element_bytes &&
        matrix.column_stride == 1;
    return {{nullptr, row_major ? width : 1, row_major ? 1 : width}, device};
}

bool is_packed(matrix_lines const& lines) { return lines.step == lines.bytes || lines.count == 1; }

/// Uninitialised host memory for the packed lines.
std::unique_ptr<std::byte[]> packing_space(matrix_lines const& lines) {
    return std::make_unique_for_overwrite<std::byte[]>(lines.count * lines.bytes);
}

} // namespace

staged_matrix::staged_matrix(device_id device, matmul_operand const& matrix, std::int64_t rows,
                             std::int64_t columns, std::size_t element_bytes, bool upload,
                             call_options const& options)
    : lines_(lines_of(matrix, rows, columns, element_bytes)),
      operand_(packed(matrix, lines_, element_bytes, device)) {
    if (lines_.count == 0) return;
    operand_.data = buffer_.emplace(device, lines_.count * lines_.bytes, options).data();
    if (upload) send();
}

void staged_matrix::send() {
    if (is_packed(lines_)) return buffer_->upload(lines_.first);
    auto const space = packing_space(lines_);
    for (std::size_t i = 0; i < lines_.count; ++i)
        std::memcpy(&space[i * lines_.bytes], lines_.first + i * lines_.step, lines_.bytes);
    buffer_->upload(space.get());
}

void staged_matrix::fetch() const {
    if (lines_.count == 0) return;
    if (is_packed(lines_)) return buffer_->download(lines_.first);
    auto const space = packing_space(lines_);
    buffer_->download(space.get());
    for (std::size_t i = 0; i < lines_.count; ++i)
        std::memcpy(lines_.first + i * lines_.step, &space[i * lines_.bytes], lines_.bytes);
}

matmul_request staged_batch::stage(std::int64_t i) {
    auto one = product_of_batch(batch_, i);
    std::size_t const bytes = known_matmul_types[one.value].size;
    auto const is_there = [](std::optional<staged_matrix> const& copy, matmul_operand const& x) {
        return copy && x.pointers == nullptr && x.matrix_stride == 0;
    };
    if (!is_there(a_, batch_.a)) a_.emplace(device_, one.a, one.m, one.k, bytes, true, one);
    if (!is_there(b_, batch_.b)) b_.emplace(device_, one.b, one.k, one.n, bytes, true, one);
    c_.emplace(device_, one.c, one.m, one.n, known_matmul_types[one.result].size, reads_c_, one);
    one.a = a_->operand();
    one.b = b_->operand();
    one.c = c_->operand();
    return one;
}

} // namespace gpu::inline v0::detail
