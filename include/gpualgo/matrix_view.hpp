// SPDX-License-Identifier: Apache-2.0
/// @file
/// Matrices in memory that somebody else owns: a pointer, a shape and a layout. `gpu::matrix` owns
/// its memory.
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

/// The elements of a row are neighbours, as in C: element (i, j) is at i * leading dimension + j.
struct row_major {};
/// The elements of a column are neighbours, as in Fortran: element (i, j) is at i + j * leading
/// dimension.
struct column_major {};

/// One of the layouts.
template <class Layout>
concept matrix_layout = std::same_as<Layout, row_major> || std::same_as<Layout, column_major>;

/// A matrix in memory: has the part of `std::mdspan`'s interface that tells where elements are.
/// @tparam T an element; const for a matrix that is only read
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

    /// Lines side by side.
    /// @param first element (0, 0), in memory of the host or of a GPU
    /// @param rows how many
    /// @param columns how many
    constexpr matrix_view(T* first, index_type rows, index_type columns) noexcept
        : matrix_view(first, rows, columns, by_rows ? columns : rows) {}

    /// Lines with gaps between them. Nothing is checked before the matrix is used.
    /// @param first element (0, 0), in memory of the host or of a GPU
    /// @param rows how many
    /// @param columns how many
    /// @param leading_dimension elements from a line to the next, at least the elements in a line
    constexpr matrix_view(T* first, index_type rows, index_type columns,
                          index_type leading_dimension) noexcept
        : first_(first), rows_(rows), columns_(columns), leading_dimension_(leading_dimension) {}

    /// Lines in memory of a device.
    /// @param first element (0, 0)
    /// @param rows how many
    /// @param columns how many
    /// @param leading_dimension elements from a line to the next, at least the elements in a line
    /// @param where whose memory it is
    constexpr matrix_view(T* first, index_type rows, index_type columns,
                          index_type leading_dimension, gpu::device where) noexcept
        : matrix_view(first, rows, columns, leading_dimension) {
        memory_ = where.id();
    }

    /// The same matrix, to be read only.
    /// @tparam U the element, T without const
    /// @param other what is viewed
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
    /// @return how many rows
    [[nodiscard]] constexpr index_type rows() const noexcept { return rows_; }
    /// @return how many columns
    [[nodiscard]] constexpr index_type columns() const noexcept { return columns_; }
    /// @return elements from a line to the next
    [[nodiscard]] constexpr index_type leading_dimension() const noexcept {
        return leading_dimension_;
    }

    /// @return how many dimensions there are
    [[nodiscard]] static constexpr std::size_t rank() noexcept { return 2; }
    /// @param dimension 0 for rows, 1 for columns
    /// @return how many
    [[nodiscard]] constexpr index_type extent(std::size_t dimension) const noexcept {
        return dimension == 0 ? rows_ : columns_;
    }
    /// @param dimension 0 for from a row to the next, 1 for from a column to the next
    /// @return elements
    [[nodiscard]] constexpr index_type stride(std::size_t dimension) const noexcept {
        return (dimension == 0) == by_rows ? leading_dimension_ : 1;
    }

    /// A part of the matrix, in place.
    /// @param row its first row
    /// @param column its first column
    /// @param rows how many
    /// @param columns how many
    /// @return a view of it
    /// @throws std::out_of_range where the matrix does not have all of it
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

/// The transposed matrix, in place: costs nothing.
/// @param view a matrix
/// @return a view of the same elements in the other layout
template <class T, class Layout>
[[nodiscard]] constexpr auto transposed(matrix_view<T, Layout> const& view) noexcept {
    using other = std::conditional_t<std::same_as<Layout, row_major>, column_major, row_major>;
    return matrix_view<T, other>(view.data_handle(), view.columns(), view.rows(),
                                 view.leading_dimension(), view.memory());
}

} // namespace gpu::inline v0
