// SPDX-License-Identifier: Apache-2.0
/// @file
/// matrix: rows and columns of elements in memory of a device.
#pragma once

#include <gpualgo/detail/range.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/matrix_view.hpp>
#include <gpualgo/memory_source.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0 {

/// A matrix on a device, which is chosen when the matrix is made: `device::preferred()` by default.
/// There is no padding: the leading dimension is the number of columns (row_major) or of rows
/// (column_major).
///
/// @par Throws
/// As `device_vector`. Also `std::invalid_argument` if the number of rows or columns is
/// negative, or if the number of values is not that of the elements. All with the strong guarantee.
/// @par Thread safety
/// As `std::vector`: const members may be called from several threads at once.
/// @par Stream behaviour
/// All members have finished on the device when they return.
/// @par Memory
/// One allocation, aligned to 256 bytes; none for a matrix without elements.
/// @tparam T the element's type: trivially copyable, and aligned to at most 256 bytes
/// @tparam Layout `row_major` or `column_major`
template <class T, matrix_layout Layout = row_major>
class matrix {
public:
    using element_type = T;          ///< an element
    using value_type = T;            ///< an element
    using index_type = std::int64_t; ///< rows, columns and strides
    using layout_type = Layout;      ///< as given

    /// Value-initialises the elements: arithmetic types become zero.
    /// @param rows the number of rows
    /// @param columns the number of columns
    /// @param where the device, or a memory resource
    matrix(index_type rows, index_type columns, memory_source where = {})
        : rows_(rows), columns_(columns), elements_(size_of(rows, columns), T{}, where) {}

    /// Leaves the elements uninitialised: they must be written before they are read.
    /// @param rows the number of rows
    /// @param columns the number of columns
    /// @param where the device, or a memory resource
    matrix(index_type rows, index_type columns, uninitialized_t, memory_source where = {})
        : rows_(rows), columns_(columns), elements_(size_of(rows, columns), uninitialized, where) {}

    /// Copies values in the order of the layout: row by row, or column by column.
    /// @param rows the number of rows
    /// @param columns the number of columns
    /// @param values one per element
    /// @param where the device, or a memory resource
    matrix(index_type rows, index_type columns, std::initializer_list<T> values,
           memory_source where = {})
        : rows_(rows), columns_(columns), elements_(values, where) {
        check_size();
    }

    /// Copies the values of a range, of the host or of any device, in the order of the layout.
    /// @tparam R a range
    /// @param rows the number of rows
    /// @param columns the number of columns
    /// @param values one per element
    /// @param where the device, or a memory resource
    template <detail::range_of<T> R>
    matrix(index_type rows, index_type columns, R&& values, memory_source where = {})
        : rows_(rows), columns_(columns), elements_(std::forward<R>(values), where) {
        check_size();
    }

    /// Copies to any device.
    /// @param other the matrix to copy
    /// @param where the device, or a memory resource
    matrix(matrix const& other, memory_source where)
        : rows_(other.rows_), columns_(other.columns_), elements_(other.elements_, where) {}

    /// Copies to the same device.
    /// @param other the matrix to copy
    matrix(matrix const& other) = default;

    /// Becomes a copy of other, on other's device.
    /// @param other the matrix to copy
    /// @return this
    matrix& operator=(matrix const& other) { return *this = matrix(other); }

    ~matrix() = default; ///< never throws, even if the driver has shut down

    /// Takes the elements.
    /// @param other left without elements
    matrix(matrix&& other) noexcept
        : rows_(std::exchange(other.rows_, 0)), columns_(std::exchange(other.columns_, 0)),
          elements_(std::move(other.elements_)) {}

    /// Takes the elements, and the device.
    /// @param other left without elements
    /// @return this
    matrix& operator=(matrix&& other) noexcept {
        elements_ = std::move(other.elements_);
        rows_ = std::exchange(other.rows_, 0);
        columns_ = std::exchange(other.columns_, 0);
        return *this;
    }

    /// @return a view of the whole matrix
    [[nodiscard]] matrix_view<T, Layout> view() noexcept {
        return {data_handle(), rows_, columns_, leading_dimension(), memory()};
    }
    /// @return a read-only view of the whole matrix
    [[nodiscard]] matrix_view<T const, Layout> view() const noexcept {
        return {data_handle(), rows_, columns_, leading_dimension(), memory()};
    }

    /// @return the address of element (0, 0) on the device; null if there are no elements
    [[nodiscard]] T* data_handle() noexcept { return elements_.data(); }
    /// @return the address of element (0, 0) on the device; null if there are no elements
    [[nodiscard]] T const* data_handle() const noexcept { return elements_.data(); }
    /// @return the number of rows
    [[nodiscard]] index_type rows() const noexcept { return rows_; }
    /// @return the number of columns
    [[nodiscard]] index_type columns() const noexcept { return columns_; }
    /// @return the number of elements between the starts of adjacent rows (row_major) or columns
    [[nodiscard]] index_type leading_dimension() const noexcept {
        return std::same_as<Layout, row_major> ? columns_ : rows_;
    }
    /// @return the device where the elements lie
    [[nodiscard]] gpu::device device() const noexcept { return elements_.device(); }

    /// @return the number of dimensions
    [[nodiscard]] static constexpr std::size_t rank() noexcept { return 2; }
    /// @param dimension 0 for rows, 1 for columns
    /// @return the number of rows or columns
    [[nodiscard]] index_type extent(std::size_t dimension) const noexcept {
        return view().extent(dimension);
    }
    /// @param dimension 0 for the distance between rows, 1 for that between columns
    /// @return the distance in elements
    [[nodiscard]] index_type stride(std::size_t dimension) const noexcept {
        return view().stride(dimension);
    }

    /// @param row less than `rows()`
    /// @param column less than `columns()`
    /// @return a reference to that element
    [[nodiscard]] device_reference<T> operator()(index_type row, index_type column) {
        return elements_[place(row, column)];
    }
    /// @param row less than `rows()`
    /// @param column less than `columns()`
    /// @return a copy of that element
    [[nodiscard]] T operator()(index_type row, index_type column) const {
        return elements_[place(row, column)];
    }

    /// @return all elements in the order of the layout: a range of the device for all algorithms
    [[nodiscard]] device_elements<T>& elements() noexcept { return elements_; }
    /// @return all elements in the order of the layout, to read
    [[nodiscard]] device_elements<T> const& elements() const noexcept { return elements_; }

    /// @return a copy of all elements in the host's memory, in the order of the layout
    [[nodiscard]] std::vector<T> to_host() const { return elements_.to_host(); }

    /// @cond internal
    [[nodiscard]] detail::device_id memory() const noexcept { return device().id(); }
    /// @endcond

private:
    static std::size_t size_of(index_type rows, index_type columns) {
        if (rows < 0 || columns < 0)
            throw std::invalid_argument("gpu::matrix: there is no matrix of " +
                                        shape(rows, columns));
        if (columns > 0 && rows > std::numeric_limits<index_type>::max() / columns)
            throw std::length_error("gpu::matrix: " + shape(rows, columns) +
                                    " elements exceed the address space");
        return static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns);
    }

    void check_size() const {
        if (elements_.size() != size_of(rows_, columns_))
            throw std::invalid_argument("gpu::matrix: " + std::to_string(elements_.size()) +
                                        " values were given for a matrix of " +
                                        shape(rows_, columns_));
    }

    static std::string shape(index_type rows, index_type columns) {
        return std::to_string(rows) + "x" + std::to_string(columns);
    }

    std::size_t place(index_type row, index_type column) const {
        return static_cast<std::size_t>(row * stride(0) + column * stride(1));
    }

    index_type rows_;
    index_type columns_;
    device_vector<T> elements_;
};

/// Transposes without moving elements: costs nothing.
/// @param m the matrix, which stays the owner
/// @return a view of the same elements in the other layout
template <class T, class Layout>
[[nodiscard]] auto transposed(matrix<T, Layout>& m) noexcept {
    return transposed(m.view());
}
/// @copydoc transposed(matrix<T, Layout>&)
template <class T, class Layout>
[[nodiscard]] auto transposed(matrix<T, Layout> const& m) noexcept {
    return transposed(m.view());
}

} // namespace gpu::inline v0
