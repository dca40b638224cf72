// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrices of a type that is known at run time only.
#pragma once

#include "row.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

namespace tool {

/// A matrix in memory, and its owner. Copies share it.
struct matrix_data {
    std::uint32_t type;                ///< place in the list of types of matrices
    std::shared_ptr<void const> first; ///< element (0, 0); keeps the memory
    std::int64_t rows;                 ///< how many
    std::int64_t columns;              ///< how many
    std::int64_t row_stride;           ///< elements from a row to the next
    /// elements from a column to the next; one of the strides is 1
    std::int64_t column_stride;

    /// @return how many elements there are
    [[nodiscard]] std::size_t count() const {
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    }

    /// @return the corner of at most that many rows and columns
    [[nodiscard]] matrix_data corner(std::int64_t rows_shown, std::int64_t columns_shown) const {
        auto part = *this;
        part.rows = std::min(rows, rows_shown);
        part.columns = std::min(columns, columns_shown);
        return part;
    }

    /// @tparam T the type
    /// @return element (i, j)
    template <class T>
    [[nodiscard]] T at(std::int64_t i, std::int64_t j) const {
        return static_cast<T const*>(first.get())[i * row_stride + j * column_stride];
    }
};

/// The matrices of a product.
struct factors {
    matrix_data a; ///< m rows and k columns
    matrix_data b; ///< k rows and n columns

    /// @return m, n and k
    [[nodiscard]] product_shape shape() const { return {a.rows, b.columns, a.columns}; }

    /// @return the factors of a product of at most that size in each dimension
    [[nodiscard]] factors corner(std::int64_t most) const {
        return {a.corner(most, most), b.corner(most, most)};
    }
};

} // namespace tool
