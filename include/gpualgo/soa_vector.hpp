// SPDX-License-Identifier: Apache-2.0
/// @file
/// soa_vector: a vector of tuples that has an array of each field.
#pragma once

#include <gpualgo/detail/range.hpp>
#include <gpualgo/device_elements.hpp>
#include <gpualgo/device_vector.hpp>
#include <gpualgo/memory_source.hpp>
#include <gpualgo/soa_iterator.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0 {

/// A vector of tuples in memory of a device, with an array of its own for each field: a structure
/// of arrays. A kernel that reads one field then moves no bytes of the others. With two fields of 4
/// bytes a request of a warp touches 4 sectors; in a `device_vector` of structures it touches 8.
///
/// Algorithms take fields: `gpu::reduce(v.field<0>())`. With views.hpp, some take rows by
/// expressions such as `gpu::field<0>(_1)`. Code of the host can also walk over the
/// elements: `for (auto [x, y] : v) x += y;`.
///
/// All fields have the same size, also after an exception.
/// @par Throws
/// As `device_vector`. All members have the strong guarantee.
/// @par Thread safety
/// As `std::vector`: const members may be called from several threads at once.
/// @par Stream behaviour
/// All members have finished on the device when they return.
/// @par Memory
/// That of a `device_vector` for each field.
/// @tparam Ts the types of the fields, at least one; each as of a `device_vector`
template <class... Ts>
class soa_vector {
    static_assert(sizeof...(Ts) > 0, "gpu::soa_vector<Ts...>: it has at least one field");

public:
    using value_type = std::tuple<Ts...>;   ///< an element
    using size_type = std::size_t;          ///< a number of elements
    using difference_type = std::ptrdiff_t; ///< between iterators
    using const_reference = value_type;     ///< an element is read as a copy
    /// stands for an element: a reference to each field
    using reference = std::tuple<device_reference<Ts>...>;
    /// for code of the host
    using iterator = soa_iterator<typename device_vector<Ts>::iterator...>;
    /// for code of the host, reads only
    using const_iterator = soa_iterator<typename device_vector<Ts>::const_iterator...>;
    /// the type of a field
    template <std::size_t I>
    using field_type = std::tuple_element_t<I, value_type>;

    /// No elements, on the preferred device.
    soa_vector() : soa_vector(memory_source()) {}
    /// No elements.
    /// @param where the device, or a memory resource
    explicit soa_vector(memory_source where) : fields_(device_vector<Ts>(where)...) {}
    /// Value-initialised elements: zeros of arithmetic types.
    /// @param n how many
    /// @param where the device, or a memory resource
    explicit soa_vector(size_type n, memory_source where = {})
        : fields_(device_vector<Ts>(n, where)...) {}
    /// Copies of a value.
    /// @param n how many
    /// @param value what they are
    /// @param where the device, or a memory resource
    soa_vector(size_type n, value_type const& value, memory_source where = {}) : soa_vector(where) {
        resize(n, value);
    }
    /// Copies of listed values.
    /// @param values the values
    /// @param where the device, or a memory resource
    soa_vector(std::initializer_list<value_type> values, memory_source where = {})
        : soa_vector(where) {
        assign(values);
    }
    /// Copies of the elements of a range of tuples on the host.
    /// @tparam R a range
    /// @param range its elements
    /// @param where the device, or a memory resource
    template <detail::range_of<value_type> R>
        requires(!std::same_as<std::remove_cvref_t<R>, soa_vector>)
    explicit soa_vector(R const& range, memory_source where = {}) : soa_vector(where) {
        assign(range);
    }

    soa_vector(soa_vector const&) = default; ///< a copy on the same device
    /// Takes the elements.
    /// @param other left empty, on the device that it was on
    soa_vector(soa_vector&& other) noexcept = default;
    /// Becomes a copy, on the same device as what it copies.
    /// @param other what to copy
    /// @return this
    soa_vector& operator=(soa_vector const& other) {
        soa_vector(other).swap(*this);
        return *this;
    }
    /// Takes the elements, and the device.
    /// @param other left empty, on the device that it was on
    /// @return this
    soa_vector& operator=(soa_vector&& other) noexcept = default;
    ~soa_vector() = default; ///< never throws, also when the driver has shut down

    /// Elements may be written, and their number cannot be changed.
    /// @tparam I the position of a field in `Ts`
    /// @return its elements, as a range that all algorithms take
    template <std::size_t I>
    [[nodiscard]] device_elements<field_type<I>>& field() noexcept {
        return std::get<I>(fields_);
    }
    /// @tparam I the position of a field in `Ts`
    /// @return its elements, as a range that all algorithms take
    template <std::size_t I>
    [[nodiscard]] device_elements<field_type<I>> const& field() const noexcept {
        return std::get<I>(fields_);
    }

    /// @return an iterator at the first element
    [[nodiscard]] iterator begin() noexcept {
        return std::apply([](auto&... fields) { return iterator(fields.begin()...); }, fields_);
    }
    /// @return the end
    [[nodiscard]] iterator end() noexcept { return begin() + static_cast<difference_type>(size()); }
    /// @return a read-only iterator at the first element
    [[nodiscard]] const_iterator begin() const noexcept {
        return std::apply([](auto const&... fields) { return const_iterator(fields.begin()...); },
                          fields_);
    }
    /// @return the end
    [[nodiscard]] const_iterator end() const noexcept {
        return begin() + static_cast<difference_type>(size());
    }
    /// @return a read-only iterator at the first element
    [[nodiscard]] const_iterator cbegin() const noexcept { return begin(); }
    /// @return the end
    [[nodiscard]] const_iterator cend() const noexcept { return end(); }

    /// @return the number of elements
    [[nodiscard]] size_type size() const noexcept { return std::get<0>(fields_).size(); }
    /// @return whether there are none
    [[nodiscard]] bool empty() const noexcept { return size() == 0; }
    /// @return the number of elements that all fields have memory for
    [[nodiscard]] size_type capacity() const noexcept {
        return std::apply([](auto const&... fields) { return std::min({fields.capacity()...}); },
                          fields_);
    }
    /// @return the device that has the elements
    [[nodiscard]] gpu::device device() const noexcept { return std::get<0>(fields_).device(); }
    /// @return the origin of the memory: the device or a memory resource
    [[nodiscard]] memory_source source() const noexcept { return std::get<0>(fields_).source(); }

    /// @param i less than `size()`
    /// @return references to the fields of that element
    [[nodiscard]] reference operator[](size_type i) {
        return begin()[static_cast<difference_type>(i)];
    }
    /// @param i less than `size()`
    /// @return a copy of that element
    [[nodiscard]] const_reference operator[](size_type i) const {
        return begin()[static_cast<difference_type>(i)];
    }
    /// @param i the position of an element
    /// @return references to its fields
    /// @throws std::out_of_range if there is no such element
    [[nodiscard]] reference at(size_type i) { return (*this)[checked(i)]; }
    /// @param i the position of an element
    /// @return a copy of it
    /// @throws std::out_of_range if there is no such element
    [[nodiscard]] const_reference at(size_type i) const { return (*this)[checked(i)]; }
    /// @return references to the fields of the first element; there must be one
    [[nodiscard]] reference front() { return *begin(); }
    /// @return a copy of the first element; there must be one
    [[nodiscard]] const_reference front() const { return *begin(); }
    /// @return references to the fields of the last element; there must be one
    [[nodiscard]] reference back() { return *(end() - 1); }
    /// @return a copy of the last element; there must be one
    [[nodiscard]] const_reference back() const { return *(end() - 1); }

    /// @return a copy of all elements in the host's memory, as tuples
    [[nodiscard]] std::vector<value_type> to_host() const {
        return std::apply([&](auto const&... fields) { return zipped(fields.to_host()...); },
                          fields_);
    }

    /// Takes memory for at least so many elements, so that to grow to them allocates nothing.
    /// @param n how many
    void reserve(size_type n) {
        std::apply([n](auto&... fields) { (fields.reserve(n), ...); }, fields_);
    }
    /// Drops the last elements, or adds copies of a value.
    /// @param n the new size
    /// @param value what is added
    void resize(size_type n, value_type const& value) {
        change([&](auto& field, auto const& part) { field.resize(n, part); }, value);
    }
    /// Drops the last elements, or adds value-initialised ones.
    /// @param n the new size
    void resize(size_type n) { resize(n, value_type()); }
    /// Drops all elements, and keeps the memory.
    void clear() noexcept { truncate(0); }
    /// Becomes copies of the elements of a range of tuples on the host, on the same device.
    /// @tparam R a range
    /// @param range its elements
    template <detail::range_of<value_type> R>
    void assign(R const& range) {
        std::tuple<std::vector<Ts>...> columns;
        for (value_type const& element : range) append(columns, element);
        soa_vector fresh(source());
        fresh.fields_ = std::apply(
            [&](auto const&... column) {
                return std::tuple(device_vector<Ts>(column, source())...);
            },
            columns);
        swap(fresh);
    }
    /// Adds an element after the last one. Each call copies each field to the device.
    /// @param value the element
    void push_back(value_type const& value) {
        change([](auto& field, auto const& part) { field.push_back(part); }, value);
    }
    /// Drops the last element.
    /// @throws std::out_of_range if there is none
    void pop_back() {
        if (empty()) throw std::out_of_range("gpu::soa_vector::pop_back: it is empty");
        truncate(size() - 1);
    }
    /// Exchanges elements and devices.
    /// @param other a vector
    void swap(soa_vector& other) noexcept { fields_.swap(other.fields_); }
    /// Exchanges elements and devices.
    /// @param a a vector
    /// @param b a vector
    friend void swap(soa_vector& a, soa_vector& b) noexcept { a.swap(b); }

    /// @return whether both have the same elements, also on different devices
    [[nodiscard]] friend bool operator==(soa_vector const& a, soa_vector const& b) {
        return a.fields_ == b.fields_;
    }

private:
    /// Sizes are equal again before an exception passes on.
    template <class Change>
    void change(Change const& change_field, value_type const& value) {
        size_type const before = size();
        try {
            [&]<std::size_t... I>(std::index_sequence<I...>) {
                (change_field(std::get<I>(fields_), std::get<I>(value)), ...);
            }
            (std::index_sequence_for<Ts...>());
        } catch (...) {
            truncate(before);
            throw;
        }
    }
    /// Allocates nothing, since no field gets longer.
    void truncate(size_type n) noexcept {
        std::apply(
            [n](auto&... fields) {
                (fields.resize(std::min(n, fields.size()), uninitialized), ...);
            },
            fields_);
    }
    size_type checked(size_type i) const {
        if (i >= size())
            throw std::out_of_range("gpu::soa_vector::at: there is no element " +
                                    std::to_string(i) + "; there are " + std::to_string(size()));
        return i;
    }
    static void append(std::tuple<std::vector<Ts>...>& columns, value_type const& element) {
        [&]<std::size_t... I>(std::index_sequence<I...>) {
            (std::get<I>(columns).push_back(std::get<I>(element)), ...);
        }
        (std::index_sequence_for<Ts...>());
    }
    std::vector<value_type> zipped(std::vector<Ts> const&... columns) const {
        std::vector<value_type> elements;
        elements.reserve(size());
        for (size_type i = 0; i < size(); ++i) elements.emplace_back(columns[i]...);
        return elements;
    }

    std::tuple<device_vector<Ts>...> fields_;
};

} // namespace gpu::inline v0
