// SPDX-License-Identifier: Apache-2.0
/// @file
/// device_vector: a `std::vector` whose elements lie in memory of a device.
#pragma once

#include <gpualgo/detail/device_memory.hpp>
#include <gpualgo/detail/element.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/device_iterator.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/memory_source.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <limits>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0 {

/// Says that elements need no value yet. See `uninitialized`.
struct uninitialized_t {
    explicit uninitialized_t() = default; ///< only by name
};
/// `device_vector<float> v(n, gpu::uninitialized)`
inline constexpr uninitialized_t uninitialized{};

/// Elements in memory of a device, which is chosen when the vector is made: `device::preferred()`
/// unless said otherwise. Iterators and addresses stay valid until the vector takes other memory:
/// where it grows beyond `capacity()`, is assigned to, swapped, or shrunk to fit.
///
/// @par Throws
/// What allocates: `gpu::out_of_memory`, `gpu::no_device` where the device cannot be used,
/// `std::length_error` where the elements do not fit into the address space, and what a memory
/// resource throws. What copies or fills: `gpu::error`. What chooses the preferred device: what
/// `device::preferred()` throws. All with the strong guarantee, except where it says otherwise.
/// @par Thread safety
/// As `std::vector`: const members may be called from several threads at once.
/// @par Stream behaviour
/// All members have finished on the device when they return.
/// @par Memory
/// One allocation of `capacity()` elements, aligned to 256 bytes; none for a vector that has never
/// had any. What grows, grows to what is asked for and no further: memory of devices is scarce, and
/// `reserve` takes more at once.
/// @tparam T the element's type: trivially copyable, since devices copy bytes, and aligned to at
/// most 256 bytes
/// @tparam Bounds not to be given: what iterators know of the vector
template <class T, class Bounds = detail::iterator_bounds>
class device_vector {
    static_assert(std::is_trivially_copyable_v<T> && std::is_same_v<std::remove_cv_t<T>, T> &&
                      !std::is_array_v<T>,
                  "gpu::device_vector<T>: T must be trivially copyable, since devices copy bytes, "
                  "and neither const, volatile nor an array");
    static_assert(alignof(T) <= detail::memory_alignment,
                  "gpu::device_vector<T>: T must not be aligned to more than 256 bytes, to which "
                  "devices align their memory");

public:
    using value_type = T;                                    ///< elements
    using size_type = std::size_t;                           ///< their number
    using difference_type = std::ptrdiff_t;                  ///< between iterators
    using reference = device_reference<T>;                   ///< stands for an element
    using const_reference = T;                               ///< an element is read as a copy
    using iterator = device_iterator<T, Bounds>;             ///< carries the device
    using const_iterator = device_iterator<T const, Bounds>; ///< carries the device

    /// No elements, on the preferred device.
    device_vector() : device_vector(memory_source()) {}

    /// No elements.
    /// @param where the device, or a memory resource
    explicit device_vector(memory_source where) noexcept : memory_(where) {}

    /// Elements without a value: reading one before it is written has no meaning.
    /// @param n how many
    /// @param where the device, or a memory resource
    device_vector(size_type n, uninitialized_t, memory_source where = {})
        : memory_(where, bytes_of(n)), size_(n) {}

    /// Copies of a value.
    /// @param n how many
    /// @param value what they are
    /// @param where the device, or a memory resource
    device_vector(size_type n, T const& value, memory_source where = {})
        : device_vector(n, uninitialized, where) {
        fill(memory_, 0, n, value);
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
    device_vector(I first, I last, memory_source where = {}) : memory_(where) {
        hold_elements(std::move(first), std::move(last));
    }

    /// Copies of the elements of a range, of the host or of any device.
    /// @tparam R a range
    /// @param range its elements
    /// @param where the device, or a memory resource
    template <detail::range_of<T> R>
        requires(!std::same_as<std::remove_cvref_t<R>, device_vector>)
    explicit device_vector(R&& range, memory_source where = {}) : memory_(where) {
        hold_elements(detail::begin_of(range), detail::end_of(range));
    }

    /// A copy on the same device, from the same memory resource.
    /// @param other what to copy
    device_vector(device_vector const& other) : device_vector(other, other.source()) {}

    /// A copy on any device.
    /// @param other what to copy
    /// @param where the device, or a memory resource
    device_vector(device_vector const& other, memory_source where) : memory_(where) {
        hold(other.device(), other.data(), other.size());
    }

    /// Takes the elements.
    /// @param other left empty, on the device that it was on
    device_vector(device_vector&& other) noexcept
        : memory_(std::move(other.memory_)), size_(std::exchange(other.size_, 0)) {}

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

    ~device_vector() = default; ///< never throws, also when the driver has shut down

    /// @return an iterator at the first element
    [[nodiscard]] iterator begin() noexcept {
        return {device(), data(), Bounds(data(), data() + size_)};
    }
    /// @return the end
    [[nodiscard]] iterator end() noexcept { return begin() + static_cast<difference_type>(size_); }
    /// @return an iterator at the first element, that does not write
    [[nodiscard]] const_iterator begin() const noexcept {
        return {device(), data(), Bounds(data(), data() + size_)};
    }
    /// @return the end
    [[nodiscard]] const_iterator end() const noexcept {
        return begin() + static_cast<difference_type>(size_);
    }
    /// @return an iterator at the first element, that does not write
    [[nodiscard]] const_iterator cbegin() const noexcept { return begin(); }
    /// @return the end
    [[nodiscard]] const_iterator cend() const noexcept { return end(); }

    /// @return the address of the first element on the device, for interoperation; null where there
    /// are none
    [[nodiscard]] T* data() noexcept { return static_cast<T*>(memory_.data()); }
    /// @return the address of the first element on the device, for interoperation; null where there
    /// are none
    [[nodiscard]] T const* data() const noexcept { return static_cast<T const*>(memory_.data()); }
    /// @return the number of elements
    [[nodiscard]] size_type size() const noexcept { return size_; }
    /// @return whether there are none
    [[nodiscard]] bool empty() const noexcept { return size_ == 0; }
    /// @return the number of elements that there is memory for
    [[nodiscard]] size_type capacity() const noexcept { return memory_.bytes() / sizeof(T); }
    /// @return the most elements that the address space could hold
    [[nodiscard]] static constexpr size_type max_size() noexcept {
        return static_cast<size_type>(std::numeric_limits<difference_type>::max()) / sizeof(T);
    }
    /// @return where the elements lie
    [[nodiscard]] gpu::device device() const noexcept { return memory_.device(); }
    /// @return where its memory comes from
    [[nodiscard]] memory_source source() const noexcept { return memory_.source(); }

    /// @param i less than `size()`
    /// @return what stands for that element
    [[nodiscard]] reference operator[](size_type i) {
        return begin()[static_cast<difference_type>(i)];
    }
    /// @param i less than `size()`
    /// @return a copy of that element
    [[nodiscard]] const_reference operator[](size_type i) const {
        return begin()[static_cast<difference_type>(i)];
    }
    /// @param i which element
    /// @return what stands for it
    /// @throws std::out_of_range where there is no such element
    [[nodiscard]] reference at(size_type i) { return (*this)[checked(i)]; }
    /// @param i which element
    /// @return a copy of it
    /// @throws std::out_of_range where there is no such element
    [[nodiscard]] const_reference at(size_type i) const { return (*this)[checked(i)]; }

    /// @return a copy of all elements in the host's memory
    [[nodiscard]] std::vector<T> to_host() const requires std::default_initializable<T> {
        std::vector<std::conditional_t<std::same_as<T, bool>, detail::element<T>, T>> host(size_);
        detail::copy_bytes(gpu::device::host(), host.data(), device(), data(), size_ * sizeof(T));
        if constexpr (std::same_as<T, bool>) return detail::packed(host);
        else return host;
    }

    /// Takes memory for at least so many elements, so that to grow to them allocates nothing.
    /// @param n how many
    void reserve(size_type n) {
        if (n > capacity()) memory_ = copied(n);
    }

    /// Drops the last elements, or adds elements without a value.
    /// @param n how many there are then
    void resize(size_type n, uninitialized_t) {
        reserve(n);
        size_ = n;
    }

    /// Drops the last elements, or adds copies of a value.
    /// @param n how many there are then
    /// @param value what is added
    void resize(size_type n, T const& value) {
        if (n > capacity()) {
            auto fresh = copied(n); // the value may be an element of this vector
            fill(fresh, size_, n - size_, value);
            memory_ = std::move(fresh);
        } else if (n > size_) {
            fill(memory_, size_, n - size_, value);
        }
        size_ = n;
    }

    /// Drops the last elements, or adds value-initialised ones.
    /// @param n how many there are then
    void resize(size_type n) requires std::default_initializable<T> { resize(n, T{}); }

    /// Drops all elements, and keeps the memory.
    void clear() noexcept { size_ = 0; }

    /// Gives back memory that no element needs.
    void shrink_to_fit() {
        if (size_ < capacity()) memory_ = copied(size_);
    }

    /// Becomes copies of a value, on the same device. Where the device fails, elements are
    /// unspecified (basic guarantee).
    /// @param n how many
    /// @param value what they are
    void assign(size_type n, T const& value) {
        if (n > capacity()) return device_vector(n, value, source()).swap(*this);
        fill(memory_, 0, n, value);
        size_ = n;
    }

    /// Becomes copies of the elements between two iterators, of the host or of any device, on the
    /// same device. Where a device fails, elements are unspecified (basic guarantee).
    /// @tparam I an iterator
    /// @param first the first element, not of this vector
    /// @param last the end
    template <detail::iterator_of<T> I>
    void assign(I first, I last) {
        hold_elements(std::move(first), std::move(last));
    }

    /// Becomes copies of the elements of a range, of the host or of any device, on the same device.
    /// Where a device fails, elements are unspecified (basic guarantee).
    /// @tparam R a range
    /// @param range its elements, not of this vector
    template <detail::range_of<T> R>
    void assign(R&& range) {
        hold_elements(detail::begin_of(range), detail::end_of(range));
    }

    /// Becomes copies of listed values, on the same device. Where the device fails, elements are
    /// unspecified (basic guarantee).
    /// @param values the values
    void assign(std::initializer_list<T> values) { hold_elements(values.begin(), values.end()); }

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
    static size_type bytes_of(size_type n) {
        if (n > max_size())
            throw std::length_error("gpu::device_vector: " + std::to_string(n) + " elements of " +
                                    std::to_string(sizeof(T)) + " bytes exceed the address space");
        return n * sizeof(T);
    }

    size_type checked(size_type i) const {
        if (i >= size_)
            throw std::out_of_range("gpu::device_vector::at: there is no element " +
                                    std::to_string(i) + " among " + std::to_string(size_));
        return i;
    }

    /// Copies bytes from where there is memory that holds the elements as they are; else from a
    /// copy of it.
    template <detail::input_iterator I, detail::sentinel_for<I> S>
    void hold_elements(I first, S last) {
        constexpr bool same = std::same_as<std::iter_value_t<I>, T>;
        if constexpr (same && detail::is_device_iterator<I>) {
            hold(first.device(), first.get(), detail::count(first, last));
        } else if constexpr (same && detail::contiguous_memory<I>) {
            size_type const n = detail::count(first, last);
            T const* const elements = detail::address_of(first);
            detail::device_id located;
            gpualgo_v0_locate(elements, &located);
            hold(gpu::device(located), elements, n);
        } else {
            std::vector<detail::element<T>> copy;
            for (; first != last; ++first) copy.push_back({kernel::implicitly<T>(*first)});
            hold(gpu::device::host(), copy.data(), copy.size());
        }
    }

    /// Becomes n elements that lie elsewhere.
    void hold(gpu::device from, void const* elements, size_type n) {
        if (bytes_of(n) > memory_.bytes()) {
            detail::device_memory fresh(source(), bytes_of(n));
            detail::copy_bytes(device(), fresh.data(), from, elements, n * sizeof(T));
            memory_ = std::move(fresh);
        } else {
            detail::copy_bytes(device(), data(), from, elements, n * sizeof(T));
        }
        size_ = n;
    }

    /// @return other memory for n elements, which begins with copies of those of this vector
    [[nodiscard]] detail::device_memory copied(size_type n) const {
        detail::device_memory fresh(source(), bytes_of(n));
        detail::copy_bytes(device(), fresh.data(), device(), data(), size_ * sizeof(T));
        return fresh;
    }

    /// Writes n copies of a value, from element `first` on.
    static void fill(detail::device_memory const& memory, size_type first, size_type n,
                     T const& value) {
        detail::fill_elements(memory.device(), static_cast<T*>(memory.data()) + first, n,
                              __builtin_addressof(value), sizeof(T));
    }

    detail::device_memory memory_;
    size_type size_ = 0;
};

/// @cond internal
template <detail::input_range R>
device_vector(R&&, memory_source = {}) -> device_vector<detail::range_value_t<R>>;
template <detail::paired_iterator I>
device_vector(I, I, memory_source = {}) -> device_vector<std::iter_value_t<I>>;
/// @endcond

} // namespace gpu::inline v0
