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

/// The products of a batch, one after another, with their matrices staged. A matrix that all
/// products read is copied once.
class staged_batch {
public:
    /// @param batch checked; possibly one product
    /// @param reads_c whether elements of C are read
    staged_batch(device_id device, matmul_request const& batch, bool reads_c)
        : device_(device), batch_(batch), reads_c_(reads_c) {}

    /// Copies the matrices of product i to the device.
    /// @return the product of the copies
    [[nodiscard]] matmul_request stage(std::int64_t i);

    /// Copies C of the last staged product back.
    void fetch() const { c_->fetch(); }

private:
    device_id device_;
    matmul_request batch_;
    bool reads_c_;
    std::optional<staged_matrix> a_, b_, c_;
};

} // namespace gpu::inline v0::detail
