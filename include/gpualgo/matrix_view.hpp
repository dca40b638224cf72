// SPDX-License-Identifier: Apache-2.0
/// @file
/// Views of matrices: a pointer, a shape and a layout. `gpu::matrix` owns its memory.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/device.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>

namespace gpu::inline v0 {

/// The elements of a row are contiguous, as in C: element (i, j) is at i * leading dimension + j.
struct row_major {};
/// The elements of a column are contiguous, as in Fortran: element (i, j) is at
/// i + j * leading dimension.
struct column_major {};

/// One of the layouts.
template <class Layout>
concept matrix_layout = std::same_as<Layout, row_major> || std::same_as<Layout, column_major>;

/// A matrix in memory, with the part of `std::mdspan`'s interface that gives the elements' places.
/// @tparam T an element; const for a read-only matrix
/// @tparam Layout `row_major` or `column_major`
template <class T, matrix_layout Layout = row_major>
class matrix_view {
    static constexpr bool by_rows = std::same_as<Layout, row_major>;

public:
    using element_type = T;                 ///< as given
    using value_type = std::remove_cv_t<T>; ///< an element
    using index_type = std::int64_t;        ///< rows, columns and strides
    using layout_type = Layout;             ///< as given
    using data_handle_type = T*;            ///< a plain pointer

    /// No elements.
    constexpr matrix_view() noexcept = default;

    /// Views a matrix without padding.
    /// @param first element (0, 0), in memory of the host or of a GPU
    /// @param rows the number of rows
    /// @param columns the number of columns
    constexpr matrix_view(T* first, index_type rows, index_type columns) noexcept
        : matrix_view(first, rows, columns, by_rows ? columns : rows) {}

    /// Views a matrix with padding between its rows or columns. Checks nothing: calls that use the
    /// matrix do.
    /// @param first element (0, 0), in memory of the host or of a GPU
    /// @param rows the number of rows
    /// @param columns the number of columns
    /// @param leading_dimension elements between the starts of adjacent rows (row_major) or
    /// columns; at least the number of elements in one of them
    constexpr matrix_view(T* first, index_type rows, index_type columns,
                          index_type leading_dimension) noexcept
        : first_(first), rows_(rows), columns_(columns), leading_dimension_(leading_dimension) {}

    /// Views a matrix in memory of a device.
    /// @param first element (0, 0)
    /// @param rows the number of rows
    /// @param columns the number of columns
    /// @param leading_dimension as above
    /// @param where the device whose memory it is
    constexpr matrix_view(T* first, index_type rows, index_type columns,
                          index_type leading_dimension, gpu::device where) noexcept
        : matrix_view(first, rows, columns, leading_dimension) {
        memory_ = where.id();
    }

    /// Views the same matrix, read-only.
    /// @tparam U the element, T without const
    /// @param other the view to convert
    template <class U>
        requires std::same_as<U const, T>
    constexpr matrix_view(
        matrix_view<U, Layout> const& other) noexcept // NOLINT(google-explicit-constructor):
                                                      // it loses nothing
        : matrix_view(other.data_handle(), other.rows(), other.columns(),
                      other.leading_dimension()) {
        memory_ = other.memory();
    }

    /// @return the address of element (0, 0)
    [[nodiscard]] constexpr T* data_handle() const noexcept { return first_; }
    /// @return the number of rows
    [[nodiscard]] constexpr index_type rows() const noexcept { return rows_; }
    /// @return the number of columns
    [[nodiscard]] constexpr index_type columns() const noexcept { return columns_; }
    /// @return the number of elements between the starts of adjacent rows (row_major) or columns
    [[nodiscard]] constexpr index_type leading_dimension() const noexcept {
        return leading_dimension_;
    }

    /// @return the number of dimensions
    [[nodiscard]] static constexpr std::size_t rank() noexcept { return 2; }
    /// @param dimension 0 for rows, 1 for columns
    /// @return the number of rows or columns
    [[nodiscard]] constexpr index_type extent(std::size_t dimension) const noexcept {
        return dimension == 0 ? rows_ : columns_;
    }
    /// @param dimension 0 for the distance between rows, 1 for that between columns
    /// @return the distance in elements
    [[nodiscard]] constexpr index_type stride(std::size_t dimension) const noexcept {
        return (dimension == 0) == by_rows ? leading_dimension_ : 1;
    }

    /// Views a part of the matrix.
    /// @param row the first row of the part
    /// @param column the first column of the part
    /// @param rows the number of rows
    /// @param columns the number of columns
    /// @return the view
    /// @throws std::out_of_range if the part exceeds the matrix
    [[nodiscard]] constexpr matrix_view submatrix(index_type row, index_type column,
                                                  index_type rows, index_type columns) const {
        if (row < 0 || column < 0 || rows < 0 || columns < 0 || row > rows_ - rows ||
            column > columns_ - columns)
            throw std::out_of_range("gpu::matrix_view::submatrix: a matrix of " +
                                    shape(rows_, columns_) + " has no part of " +
                                    shape(rows, columns) + " at (" + std::to_string(row) + ", " +
                                    std::to_string(column) + ")");
        auto part = *this;
        part.first_ = first_ == nullptr ? nullptr : first_ + row * stride(0) + column * stride(1);
        part.rows_ = rows;
        part.columns_ = columns;
        return part;
    }

    /// @cond internal
    [[nodiscard]] constexpr detail::device_id memory() const noexcept { return memory_; }
    constexpr matrix_view(T* first, index_type rows, index_type columns,
                          index_type leading_dimension, detail::device_id memory) noexcept
        : matrix_view(first, rows, columns, leading_dimension) {
        memory_ = memory;
    }
    /// @endcond

private:
    static std::string shape(index_type rows, index_type columns) {
        return std::to_string(rows) + "x" + std::to_string(columns);
    }

    T* first_ = nullptr;
    index_type rows_ = 0;
    index_type columns_ = 0;
    index_type leading_dimension_ = 1;
    detail::device_id memory_; ///< unspecified for a plain pointer
};

/// Transposes without moving elements: costs nothing.
/// @param view the matrix
/// @return a view of the same elements in the other layout
template <class T, class Layout>
[[nodiscard]] constexpr auto transposed(matrix_view<T, Layout> const& view) noexcept {
    using other = std::conditional_t<std::same_as<Layout, row_major>, column_major, row_major>;
    return matrix_view<T, other>(view.data_handle(), view.columns(), view.rows(),
                                 view.leading_dimension(), view.memory());
}

} // namespace gpu::inline v0
