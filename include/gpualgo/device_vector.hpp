// SPDX-License-Identifier: Apache-2.0
/// @file
/// device_vector: a `std::vector` whose elements lie in memory of a device.
#pragma once

#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/readable_elements.hpp>
#include <gpualgo/device_elements.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/memory_source.hpp>
#include <gpualgo/uninitialized.hpp>

#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

/// A `std::vector` whose elements lie in memory of a device. The device is chosen when the vector
/// is made: `device::preferred()` unless another is given. Assignment of elements keeps the device;
/// assignment of another `device_vector` also takes the device of that one.
///
/// `device_vector<int> d = h`, `d = h` and `h = d` copy between the host and the device, if h is a
/// `std::vector<int>`. Iterators and addresses stay valid until the vector takes other memory.
/// Growth beyond `capacity()`, insertion and erasure before other elements, assignment, `swap` and
/// `shrink_to_fit` do that.
///
/// @par Throws
/// - members that allocate: `gpu::out_of_memory`; `gpu::no_device` if the device cannot be used;
/// `std::length_error` for more bytes than addresses; exceptions of a memory resource
/// - members that copy or fill: `gpu::error`
/// - constructors that choose the preferred device: exceptions of `device::preferred()`
/// - exceptions of iterators and conversions of a range that is copied
///
/// All have the strong guarantee, unless they say otherwise.
/// @par Thread safety
/// As `std::vector`: const members may be called from several threads at once.
/// @par Stream behaviour
/// All members have finished on the device when they return. Memory of a resource goes back to it
/// at once: wait first for work on it that calls have left to a stream.
/// @par Memory
/// One allocation of `capacity()` elements, aligned to 256 bytes; none for a vector that has never
/// had any. `push_back` and `insert` double the capacity if they need more. All else grows to
/// exactly the number asked for: memory of devices is scarce.
/// @tparam T the element's type: trivially copyable, since devices copy bytes, and aligned to at
/// most 256 bytes
/// @tparam Bounds not to be given: what iterators know of the vector
template <class T, class Bounds = detail::iterator_bounds>
class device_vector : public device_elements<T, Bounds> {
    using base = device_elements<T, Bounds>;
    using base::memory_;
    using base::size_;

public:
    using base::begin;
    using base::capacity;
    using base::device;
    using base::end;
    using base::max_size;
    using base::source;
    using typename base::const_iterator;
    using typename base::iterator;
    using typename base::reference;
    using typename base::size_type;

    /// No elements, on the preferred device.
    device_vector() : device_vector(memory_source()) {}

    /// No elements.
    /// @param where the device, or a memory resource
    explicit device_vector(memory_source where) noexcept : base(where) {}

    /// Elements without a value: reading one before it is written has no meaning.
    /// @param n how many
    /// @param where the device, or a memory resource
    device_vector(size_type n, uninitialized_t, memory_source where = {}) : base(where, n) {}

    /// Copies of a value.
    /// @param n how many
    /// @param value what they are
    /// @param where the device, or a memory resource
    device_vector(size_type n, T const& value, memory_source where = {}) : base(where, n) {
        base::fill(memory_, 0, n, value);
    }

    /// Value-initialised elements: zeros of arithmetic types.
    /// @param n how many
    /// @param where the device, or a memory resource
    explicit device_vector(size_type n,
                           memory_source where = {}) requires std::default_initializable<T>
        : device_vector(n, T{}, where) {}

    /// Copies of listed values.
    /// @param values the values
    /// @param where the device, or a memory resource
    device_vector(std::initializer_list<T> values, memory_source where = {})
        : device_vector(values.begin(), values.end(), where) {}

    /// Copies of the elements between two iterators, of the host or of any device.
    /// @tparam I an iterator
    /// @param first the first element
    /// @param last the end
    /// @param where the device, or a memory resource
    template <detail::iterator_of<T> I>
    device_vector(I first, I last, memory_source where = {}) : base(where) {
        assign(std::move(first), std::move(last));
    }

    /// Copies of the elements of a range, of the host or of any device.
    /// @tparam R a range
    /// @param range its elements
    /// @param where the device, or a memory resource
    template <detail::range_of<T> R>
        requires(!std::is_base_of_v<device_vector, std::remove_cvref_t<R>>)
    device_vector(R&& range, memory_source where = {}) : base(where) {
        assign(range);
    } // NOLINT(google-explicit-constructor): `device_vector d = h` is meant to work

    /// A copy on the same device, from the same memory resource.
    /// @param other what to copy
    device_vector(device_vector const& other) : device_vector(other, other.source()) {}

    /// A copy on any device.
    /// @param other what to copy
    /// @param where the device, or a memory resource
    device_vector(device_vector const& other, memory_source where) : base(where) {
        this->hold(other.device(), other.data(), other.size());
    }

    /// Takes the elements.
    /// @param other left empty, on the device that it was on
    device_vector(device_vector&& other) noexcept = default;

    /// Becomes a copy, on the same device as what it copies.
    /// @param other what to copy
    /// @return this
    device_vector& operator=(device_vector const& other) {
        device_vector(other).swap(*this);
        return *this;
    }

    /// Takes the elements, and the device.
    /// @param other left empty, on the device that it was on
    /// @return this
    device_vector& operator=(device_vector&& other) noexcept {
        device_vector(std::move(other)).swap(*this);
        return *this;
    }

    /// Becomes copies of the elements of a range, of the host or of any device, on the device that
    /// this vector is on. If a device fails, elements are unspecified (basic guarantee).
    /// @tparam R a range
    /// @param range its elements, not of this vector
    /// @return this
    template <detail::range_of<T> R>
        requires(!std::is_base_of_v<device_vector, std::remove_cvref_t<R>>)
    device_vector& operator=(R&& range) {
        assign(range);
        return *this;
    }

    /// Becomes copies of listed values, on the same device. If it fails, elements are unspecified
    /// (basic guarantee).
    /// @param values the values
    /// @return this
    device_vector& operator=(std::initializer_list<T> values) {
        assign(values);
        return *this;
    }

    ~device_vector() = default; ///< never throws, also when the driver has shut down

    /// Takes memory for at least so many elements, so that to grow to them allocates nothing.
    /// @param n how many
    void reserve(size_type n) {
        if (n > capacity()) memory_ = this->copied(n, size_);
    }

    /// Drops the last elements, or adds elements without a value.
    /// @param n the new size
    void resize(size_type n, uninitialized_t) {
        reserve(n);
        size_ = n;
    }

    /// Drops the last elements, or adds copies of a value.
    /// @param n the new size
    /// @param value what is added
    void resize(size_type n, T const& value) {
        if (n > capacity()) {
            auto fresh = this->copied(n, size_); // the value may be an element of this vector
            base::fill(fresh, size_, n - size_, value);
            memory_ = std::move(fresh);
        } else if (n > size_) {
            base::fill(memory_, size_, n - size_, value);
        }
        size_ = n;
    }

    /// Drops the last elements, or adds value-initialised ones.
    /// @param n the new size
    void resize(size_type n) requires std::default_initializable<T> { resize(n, T{}); }

    /// Drops all elements, and keeps the memory.
    void clear() noexcept { size_ = 0; }

    /// Gives back memory that no element needs.
    void shrink_to_fit() {
        if (size_ < capacity()) memory_ = this->copied(size_, size_);
    }

    /// Becomes copies of a value, on the same device. If the device fails, elements are unspecified
    /// (basic guarantee).
    /// @param n how many
    /// @param value what they are
    void assign(size_type n, T const& value) {
        if (n > capacity()) return device_vector(n, value, source()).swap(*this);
        base::fill(memory_, 0, n, value);
        size_ = n;
    }

    /// Becomes copies of the elements between two iterators, of the host or of any device, on the
    /// same device. If a device fails, elements are unspecified (basic guarantee).
    /// @tparam I an iterator
    /// @param first the first element, not of this vector
    /// @param last the end
    template <detail::iterator_of<T> I>
    void assign(I first, I last) {
        assign_elements(std::move(first), std::move(last));
    }

    /// Becomes copies of the elements of a range, of the host or of any device, on the same device.
    /// If a device fails, elements are unspecified (basic guarantee).
    /// @tparam R a range
    /// @param range its elements, not of this vector
    template <detail::range_of<T> R>
    void assign(R&& range) {
        assign_elements(detail::begin_of(range), detail::end_of(range));
    }

    /// Becomes copies of listed values, on the same device. If the device fails, elements are
    /// unspecified (basic guarantee).
    /// @param values the values
    void assign(std::initializer_list<T> values) { assign_elements(values.begin(), values.end()); }

    /// Adds an element after the last one. Each call is a copy to the device: `insert` adds many.
    /// @param value the element
    void push_back(T const& value) { insert(end(), value); }

    /// Adds an element after the last one, made of arguments.
    /// @tparam Arguments those of a constructor of T
    /// @param arguments what the element is made of, on the host
    /// @return a reference to the element
    template <class... Arguments>
        requires std::constructible_from<T, Arguments...>
            reference emplace_back(Arguments&&... arguments) {
            push_back(T(std::forward<Arguments>(arguments)...));
            return this->back();
        }

    /// Drops the last element.
    /// @throws std::out_of_range if there is none
    void pop_back() {
        if (size_ == 0) throw std::out_of_range("gpu::device_vector::pop_back: it is empty");
        --size_;
    }

    /// Inserts an element.
    /// @param at what it is inserted in front of
    /// @param value the element, which may be one of this vector
    /// @return an iterator at the element
    /// @throws std::out_of_range if `at` is not a position of this vector
    iterator insert(const_iterator at, T const& value) { return insert(at, 1, value); }

    /// Inserts copies of a value.
    /// @param at what they are inserted in front of
    /// @param n how many
    /// @param value what they are, which may be an element of this vector
    /// @return an iterator at the first of them, or at `at` if there are none
    /// @throws std::out_of_range if `at` is not a position of this vector
    iterator insert(const_iterator at, size_type n, T const& value) {
        size_type const position = position_of(at);
        this->replace(position, 0, n, [&](T* target) {
            detail::fill_elements(device(), target, n, __builtin_addressof(value), sizeof(T));
        });
        return begin() + static_cast<std::ptrdiff_t>(position);
    }

    /// Inserts copies of the elements between two iterators, of the host or of any device.
    /// @tparam I an iterator
    /// @param at what they are inserted in front of
    /// @param first the first element, which may be one of this vector
    /// @param last the end
    /// @return an iterator at the first of them, or at `at` if there are none
    /// @throws std::out_of_range if `at` is not a position of this vector
    template <detail::iterator_of<T> I>
    iterator insert(const_iterator at, I first, I last) {
        size_type const position = position_of(at);
        detail::with_elements<T>(
            std::move(first), std::move(last), [&](auto from, T const* elements, size_type n) {
                this->replace(position, 0, n, [&](T* target) {
                    detail::copy_bytes(device(), target, from, elements, n * sizeof(T));
                });
            });
        return begin() + static_cast<std::ptrdiff_t>(position);
    }

    /// Inserts copies of listed values.
    /// @param at what they are inserted in front of
    /// @param values the values
    /// @return an iterator at the first of them, or at `at` if there are none
    /// @throws std::out_of_range if `at` is not a position of this vector
    iterator insert(const_iterator at, std::initializer_list<T> values) {
        return insert(at, values.begin(), values.end());
    }

    /// Removes an element.
    /// @param at the element
    /// @return an iterator at what followed it
    /// @throws std::out_of_range if there is no such element
    iterator erase(const_iterator at) { return erase(at, at + 1); }

    /// Removes the elements between two iterators. Keeps the capacity.
    /// @param first the first element
    /// @param last the end
    /// @return an iterator at what followed them
    /// @throws std::out_of_range if these are not two positions of this vector, in order
    iterator erase(const_iterator first, const_iterator last) {
        size_type const position = position_of(first), behind = position_of(last);
        if (position > behind)
            throw std::out_of_range("gpu::device_vector::erase: the range ends before it begins");
        this->replace(position, behind - position, 0, [](T*) {});
        return begin() + static_cast<std::ptrdiff_t>(position);
    }

    /// Exchanges elements and devices.
    /// @param other a vector
    void swap(device_vector& other) noexcept {
        std::swap(memory_, other.memory_);
        std::swap(size_, other.size_);
    }
    /// Exchanges elements and devices.
    /// @param a a vector
    /// @param b a vector
    friend void swap(device_vector& a, device_vector& b) noexcept { a.swap(b); }

private:
    template <detail::input_iterator I, detail::sentinel_for<I> S>
    void assign_elements(I first, S last) {
        detail::with_elements<T>(
            std::move(first), std::move(last),
            [&](auto from, T const* elements, size_type n) { this->hold(from, elements, n); });
    }

    size_type position_of(const_iterator at) const {
        if (at.device() != device() || at < this->cbegin() || at > this->cend())
            throw std::out_of_range(
                "gpu::device_vector: the iterator is not a position among its " +
                std::to_string(size_) + " elements");
        return static_cast<size_type>(at - this->cbegin());
    }
};

/// Whether a vector and a range of the host or of any device have equal elements in equal number.
/// Compares on the host, which takes a copy of elements on GPUs.
/// @tparam T the elements' type
/// @tparam Bounds that of the vector
/// @tparam R a range of the same type of elements
/// @param v a vector
/// @param range a range
/// @return whether they are equal
template <class T, class Bounds, detail::input_range R>
    requires std::equality_comparable<T> && std::same_as<detail::range_value_t<R const>, T>
[[nodiscard]] bool operator==(device_vector<T, Bounds> const& v, R const& range) {
    if constexpr (detail::is_device_iterator<detail::iterator_t<R const>>)
        if (detail::count(range.begin(), range.end()) != v.size()) return false;
    return detail::with_readable(v, [&](T const* first, T const* last) {
        return detail::with_readable(range, [&](auto other, auto other_end) {
            return detail::are_equal(first, last, std::move(other), std::move(other_end));
        });
    });
}

/// @cond internal
template <detail::input_range R>
device_vector(R&&, memory_source = {}) -> device_vector<detail::range_value_t<R>>;
template <detail::paired_iterator I>
device_vector(I, I, memory_source = {}) -> device_vector<std::iter_value_t<I>>;
/// @endcond

} // namespace gpu::inline v0
