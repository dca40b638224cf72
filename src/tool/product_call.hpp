// SPDX-License-Identifier: Apache-2.0
/// @file
/// A product of two matrices on a device, by any strategy.
#pragma once

#include "element_type.hpp"
#include "matrix_data.hpp"

#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/detail/device_memory.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/report.hpp>

#include <cstddef>
#include <memory>

namespace tool {

/// The matrices in memory of the device: in place, or copies on a GPU. All strategies write to one
/// product.
class product_call {
public:
    /// @param input the factors; for a GPU without gaps between rows or columns
    /// @param device to multiply on
    /// @throws gpu::out_of_memory
    product_call(factors const& input, gpu::device device);

    /// @param options strategy, memory space and block size
    /// @param report to fill
    void run(gpu::detail::matmul_request const& options, gpu::report& report) const;

    /// Overwrite the product by a pattern that no product has. Elements that a strategy does not
    /// write must not be right because another one wrote them.
    void forget();

    /// @return the product by rows, in memory of the host
    [[nodiscard]] void const* fetch();

    /// @return the device
    [[nodiscard]] gpu::device device() const { return device_; }
    /// @return its sizes
    [[nodiscard]] product_shape shape() const { return input_.shape(); }
    /// @return bytes of the three matrices
    [[nodiscard]] std::size_t bytes() const;
    /// @return the type of the product's elements
    [[nodiscard]] element_type product_type() const { return product_type_; }

private:
    [[nodiscard]] bool is_on_gpu() const { return device_.kind() == gpu::device_kind::cuda; }

    gpu::device device_;
    factors input_; ///< in memory of the device
    element_type product_type_;
    std::size_t product_bytes_;
    std::unique_ptr<std::byte[]> product_;      ///< on the host
    gpu::detail::device_memory product_on_gpu_; ///< empty for other devices
};

} // namespace tool
