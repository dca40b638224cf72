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

/// The matrices where the device reads and writes them: in place, or in copies on a GPU. Its
/// strategies share one product.
class product_call {
public:
    /// @param input what is multiplied; on a GPU without gaps between its lines
    /// @param device where
    /// @throws gpu::out_of_memory
    product_call(factors const& input, gpu::device device);

    /// @param options strategy, memory space and block size
    /// @param report filled with what ran
    void run(gpu::detail::matmul_request const& options, gpu::report& report) const;

    /// Makes the product what no product is: what a strategy leaves undone is not to be what
    /// another one has done.
    void forget();

    /// @return the product by rows, in memory of the host
    [[nodiscard]] void const* fetch();

    /// @return where
    [[nodiscard]] gpu::device device() const { return device_; }
    /// @return its sizes
    [[nodiscard]] product_shape shape() const { return input_.shape(); }
    /// @return bytes of the three matrices
    [[nodiscard]] std::size_t bytes() const;
    /// @return what the product holds
    [[nodiscard]] element_type product_type() const { return product_type_; }

private:
    [[nodiscard]] bool is_on_gpu() const { return device_.kind() == gpu::device_kind::cuda; }

    gpu::device device_;
    factors input_; ///< where the device reads it
    element_type product_type_;
    std::size_t product_bytes_;
    std::unique_ptr<std::byte[]> product_;      ///< on the host
    gpu::detail::device_memory product_on_gpu_; ///< nothing elsewhere
};

} // namespace tool
