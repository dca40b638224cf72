// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies host matrices, without the gaps between lines, to a device that cannot read host memory.
/// The copies last for one call.
#pragma once

#include "call/device_buffer.hpp"
#include "shape.hpp"

#include <gpualgo/abi/matmul_request.hpp>

#include <cstddef>
#include <optional>

namespace gpu::inline v0::detail {

/// A host matrix and its buffer on a device.
class staged_matrix {
public:
    /// @param device the device that gets the copy
    /// @param matrix the host matrix, its strides settled by check_shapes
    /// @param upload whether the device reads the elements
    /// @param options hold the call's stream and memory resource
    staged_matrix(device_id device, matmul_operand const& matrix, std::int64_t rows,
                  std::int64_t columns, std::size_t element_bytes, bool upload,
                  call_options const& options = {});

    /// The matrix on the device.
    [[nodiscard]] matmul_operand const& operand() const { return operand_; }

    /// Copies the elements back to the host matrix; gaps between its lines stay untouched.
    void fetch() const;

private:
    void send();

    matrix_lines lines_;
    matmul_operand operand_;
    std::optional<device_buffer> buffer_; ///< none if there are no elements
};

/// A product with all three matrices staged.
class staged_product {
public:
    /// @param reads_c whether C's elements are read
    staged_product(device_id device, matmul_request const& given, bool reads_c);

    /// The request with the matrices on the device.
    [[nodiscard]] matmul_request const& request() const { return request_; }

    /// Copies C back.
    void fetch() const { c_.fetch(); }

private:
    staged_matrix a_, b_, c_;
    matmul_request request_;
};

} // namespace gpu::inline v0::detail
