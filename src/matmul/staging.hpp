// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrices of the host on a device that cannot read them: copies without the gaps between lines,
/// for as long as a call takes.
#pragma once

#include "call/device_buffer.hpp"
#include "shape.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>
#include <optional>

namespace gpu::inline v0::detail {

/// A matrix of the host, and room for it on a device.
class staged_matrix {
public:
    /// @param device where to
    /// @param matrix what is staged, its strides settled
    /// @param upload whether the device reads it
    /// @param options the call's stream and resource
    staged_matrix(device_id device, matmul_operand const& matrix, std::int64_t rows,
                  std::int64_t columns, std::size_t element_bytes, bool upload,
                  call_options const& options = {});

    /// The matrix on the device.
    [[nodiscard]] matmul_operand const& operand() const { return operand_; }

    /// Copies it back to where it came from, and nothing between its lines.
    void fetch() const;

private:
    void send();

    matrix_lines lines_;
    matmul_operand operand_;
    std::optional<device_buffer> buffer_; ///< none where there are no elements
};

/// A product whose matrices are all staged.
class staged_product {
public:
    /// @param reads_c whether C's elements are read
    staged_product(device_id device, matmul_request const& given, bool reads_c);

    /// The product on the device.
    [[nodiscard]] matmul_request const& request() const { return request_; }

    /// Copies C back.
    void fetch() const { c_.fetch(); }

private:
    staged_matrix a_, b_, c_;
    matmul_request request_;
};

} // namespace gpu::inline v0::detail
