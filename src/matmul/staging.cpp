// SPDX-License-Identifier: Apache-2.0
#include "staging.hpp"

#include "names.hpp"

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

staged_product::staged_product(device_id device, matmul_request const& given, bool reads_c)
    : a_(device, given.a, given.m, given.k, known_matmul_types[given.value].size, true, given),
      b_(device, given.b, given.k, given.n, known_matmul_types[given.value].size, true, given),
      c_(device, given.c, given.m, given.n, known_matmul_types[given.result].size, reads_c, given),
      request_(given) {
    request_.a = a_.operand();
    request_.b = b_.operand();
    request_.c = c_.operand();
}

} // namespace gpu::inline v0::detail
