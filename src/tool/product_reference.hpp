// SPDX-License-Identifier: Apache-2.0
/// @file
/// The right product, computed in a wider type, apart from the library's kernels.
#pragma once

#include "matrix_data.hpp"

#include <cstddef>
#include <functional>
#include <optional>

namespace tool {

/// The error of a product.
struct product_error {
    bool agrees; ///< integers exactly, others within the bound of rounding
    /// in the Frobenius norm; nothing if the right product is zero or not finite
    std::optional<double> relative;
};

/// Elements of the right product: all of a small one, and some spread evenly over a large one,
/// which would take too long.
class product_reference {
public:
    /// @param input the factors
    explicit product_reference(factors const& input);

    /// @return elements that are compared
    [[nodiscard]] std::size_t checked() const { return checked_; }

    /// @param product C by rows, in memory of the host
    /// @return its error
    [[nodiscard]] product_error compare(void const* product) const { return compare_(product); }

private:
    std::size_t checked_;
    std::function<product_error(void const* product)> compare_;
};

} // namespace tool
