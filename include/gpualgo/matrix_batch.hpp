// SPDX-License-Identifier: Apache-2.0
/// @file
/// Views of many matrices of one shape, which matmul multiplies in one call.
#pragma once

#include <gpualgo/matrix_view.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0 {

/// Matrices of one shape in memory, at equal distances.
/// @tparam T an element; const for read-only matrices
/// @tparam Layout `row_major` or `column_major`
template <class T, matrix_layout Layout = row_major>
class matrix_batch {
public:
    using element_type = T;                 ///< as given
    using value_type = std::remove_cv_t<T>; ///< an element
    using index_type = std::int64_t;        ///< counts, rows, columns and strides
    using layout_type = Layout;             ///< as given

    /// No matrices.
    constexpr matrix_batch() noexcept = default;

    /// Views matrices without gaps.
    /// @param first element (0, 0) of the first matrix, in memory of the host or of a GPU
    /// @param size the number of matrices
    /// @param rows the rows of each
    /// @param columns the columns of each
    constexpr matrix_batch(T* first, index_type size, index_type rows, index_type columns) noexcept
        : matrix_batch(matrix_view<T, Layout>(first, rows, columns), size, rows * columns) {}

    /// Views matrices with gaps in or between them. Checks nothing: calls that use them do.
    /// @param first the first matrix
    /// @param size the number of matrices
    /// @param matrix_stride elements from the start of a matrix to that of the next. For A and B it
    /// may be 0: the same matrix in all products
    constexpr matrix_batch(matrix_view<T, Layout> first, index_type size,
                           index_type matrix_stride) noexcept
        : first_(first), size_(size), matrix_stride_(matrix_stride) {}

    /// Views the same matrices, read-only.
    /// @tparam U the element, T without const
    /// @param other the matrices
    template <class U>
        requires std::same_as<U const, T>
    constexpr matrix_batch(
        matrix_batch<U, Layout> const& other) noexcept // NOLINT(google-explicit-constructor):
                                                       // it loses nothing
        : matrix_batch(other[0], other.size(), other.matrix_stride()) {}

    /// @return the number of matrices
    [[nodiscard]] constexpr index_type size() const noexcept { return size_; }
    /// @return the rows of each matrix
    [[nodiscard]] constexpr index_type rows() const noexcept { return first_.rows(); }
    /// @return the columns of each matrix
    [[nodiscard]] constexpr index_type columns() const noexcept { return first_.columns(); }
    /// @return the number of elements from the start of a matrix to that of the next
    [[nodiscard]] constexpr index_type matrix_stride() const noexcept { return matrix_stride_; }
    /// @param i the number of a matrix
    /// @return a view of it
    [[nodiscard]] constexpr matrix_view<T, Layout> operator[](index_type i) const noexcept {
        return {first_.data_handle() + i * matrix_stride_, rows(), columns(),
                first_.leading_dimension(), first_.memory()};
    }

private:
    matrix_view<T, Layout> first_;
    index_type size_ = 0;
    index_type matrix_stride_ = 0;
};

/// Matrices of one shape anywhere in memory of one device.
/// @tparam T an element; const for read-only matrices
/// @tparam Layout `row_major` or `column_major`
template <class T, matrix_layout Layout = row_major>
class matrix_pointers {
public:
    using element_type = T;                 ///< as given
    using value_type = std::remove_cv_t<T>; ///< an element
    using index_type = std::int64_t;        ///< counts, rows, columns and strides
    using layout_type = Layout;             ///< as given

    /// Views matrices. Checks nothing: calls that use them do.
    /// @param pointers on the host: element (0, 0) of each matrix, in memory of the host or of a
    /// GPU. They are read by the call, and not later
    /// @param size the number of matrices
    /// @param rows the rows of each
    /// @param columns the columns of each
    constexpr matrix_pointers(T* const* pointers, index_type size, index_type rows,
                              index_type columns) noexcept
        : matrix_pointers(pointers, size, rows, columns,
                          std::same_as<Layout, row_major> ? columns : rows) {}

    /// Views matrices with padding between their rows or columns.
    /// @param pointers as above
    /// @param size the number of matrices
    /// @param rows the rows of each
    /// @param columns the columns of each
    /// @param leading_dimension elements between the starts of adjacent rows (row_major) or columns
    constexpr matrix_pointers(T* const* pointers, index_type size, index_type rows,
                              index_type columns, index_type leading_dimension) noexcept
        : pointers_(pointers), size_(size), rows_(rows), columns_(columns),
          leading_dimension_(leading_dimension) {}

    /// @return the number of matrices
    [[nodiscard]] constexpr index_type size() const noexcept { return size_; }
    /// @return the rows of each matrix
    [[nodiscard]] constexpr index_type rows() const noexcept { return rows_; }
    /// @return the columns of each matrix
    [[nodiscard]] constexpr index_type columns() const noexcept { return columns_; }
    /// @return the pointers to the matrices
    [[nodiscard]] constexpr T* const* pointers() const noexcept { return pointers_; }
    /// @param i the number of a matrix
    /// @return a view of it
    [[nodiscard]] constexpr matrix_view<T, Layout> operator[](index_type i) const noexcept {
        return {pointers_[i], rows_, columns_, leading_dimension_};
    }

    /// @cond internal
    [[nodiscard]] constexpr matrix_view<T, Layout> first() const noexcept {
        return {size_ > 0 && pointers_ != nullptr ? pointers_[0] : nullptr, rows_, columns_,
                leading_dimension_};
    }
    /// @endcond

private:
    T* const* pointers_;
    index_type size_, rows_, columns_, leading_dimension_;
};

} // namespace gpu::inline v0
