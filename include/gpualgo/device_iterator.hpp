// SPDX-License-Identifier: Apache-2.0
/// @file
/// device_iterator: a random-access iterator over memory of a device.
#pragma once

#include <gpualgo/detail/distance.hpp>
#include <gpualgo/detail/iterator_bounds.hpp>
#include <gpualgo/device.hpp>
#include <gpualgo/device_reference.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdio>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

/// A random-access iterator over memory of a device that knows the device. Dereferencing gives a
/// `device_reference`, or the value if T is const. Comparisons and arithmetic do not touch the
/// device; iterators compared or subtracted must belong to one range. If GPUALGO_DEBUG is defined,
/// iterators outside their vector throw `std::out_of_range` when they are dereferenced; otherwise
/// that is undefined behaviour.
/// @tparam T the element's type, perhaps const
/// @tparam Bounds not to be given: what the iterator knows of its range
template <class T, class Bounds = detail::iterator_bounds>
class device_iterator {
public:
    /// an element
    using value_type = std::remove_const_t<T>;
    /// elements between two
    using difference_type = std::ptrdiff_t;
    /// the result of dereferencing
    using reference =
        std::conditional_t<std::is_const_v<T>, value_type, device_reference<value_type>>;
    /// elements have no address on the host
    using pointer = void;
    /// as that of `std::vector<bool>`, whose references are proxies, too
    using iterator_category = std::random_access_iterator_tag;

    /// An iterator of no range.
    constexpr device_iterator() noexcept = default;
    /// @param device the device that has the memory
    /// @param element an element, or the end of a range
    constexpr device_iterator(gpu::device device, T* element) noexcept
        : element_(element), device_(device) {}
    /// @cond internal
    constexpr device_iterator(gpu::device device, T* element, Bounds bounds) noexcept
        : element_(element), device_(device), bounds_(bounds) {}
    [[nodiscard]] constexpr Bounds bounds() const noexcept { return bounds_; }
    /// @endcond
    /// From an iterator that may write to one that does not.
    /// @param other an iterator
    template <std::same_as<value_type> U>
        requires std::is_const_v<T>
    constexpr device_iterator(device_iterator<U, Bounds> other) noexcept
        : device_iterator(other.device(), other.get(), other.bounds()) {}

    /// @return the address on the device
    [[nodiscard]] constexpr T* get() const noexcept { return element_; }
    /// @return the device that has the memory
    [[nodiscard]] constexpr gpu::device device() const noexcept { return device_; }

    /// @return a reference to the element; a copy of it if T is const
    /// @throws gpu::error if the device fails
    /// @throws std::out_of_range if GPUALGO_DEBUG is defined and the iterator is outside its vector
    [[nodiscard]] reference operator*() const {
        bounds_.check(element_);
        if constexpr (std::is_const_v<T>)
            return detail::read_element<value_type>(device_, element_);
        else return reference(device_, element_);
    }
    /// @param i elements from here
    /// @return a reference to the element there; a copy of it if T is const
    /// @throws gpu::error if the device fails
    [[nodiscard]] reference operator[](difference_type i) const { return *(*this + i); }

    /// @return this, an element further
    constexpr device_iterator& operator++() noexcept { return *this += 1; }
    /// @return where this was
    constexpr device_iterator operator++(int) noexcept { return std::exchange(*this, *this + 1); }
    /// @return this, an element back
    constexpr device_iterator& operator--() noexcept { return *this -= 1; }
    /// @return where this was
    constexpr device_iterator operator--(int) noexcept { return std::exchange(*this, *this - 1); }
    /// @param n elements
    /// @return this, so many elements further
    constexpr device_iterator& operator+=(difference_type n) noexcept {
        element_ += n;
        return *this;
    }
    /// @param n elements
    /// @return this, so many elements back
    constexpr device_iterator& operator-=(difference_type n) noexcept { return *this += -n; }

    /// @return the iterator n elements further
    [[nodiscard]] friend constexpr device_iterator operator+(device_iterator i,
                                                             difference_type n) noexcept {
        return i += n;
    }
    /// @return the iterator n elements further
    [[nodiscard]] friend constexpr device_iterator operator+(difference_type n,
                                                             device_iterator i) noexcept {
        return i += n;
    }
    /// @return the iterator n elements back
    [[nodiscard]] friend constexpr device_iterator operator-(device_iterator i,
                                                             difference_type n) noexcept {
        return i -= n;
    }
    /// @return elements from b to a
    [[nodiscard]] friend constexpr difference_type operator-(device_iterator a,
                                                             device_iterator b) noexcept {
        return a.element_ - b.element_;
    }
    /// @return whether both are at the same element
    [[nodiscard]] friend constexpr bool operator==(device_iterator a, device_iterator b) noexcept {
        return a.element_ == b.element_;
    }
    /// @return which one is nearer to the begin
    [[nodiscard]] friend constexpr std::strong_ordering operator<=>(device_iterator a,
                                                                    device_iterator b) noexcept {
        return a.element_ <=> b.element_;
    }

private:
    T* element_ = nullptr;
    gpu::device device_ = gpu::device::host();
    [[no_unique_address]] Bounds bounds_;
};

namespace detail {

template <class I>
inline constexpr bool is_device_iterator = false;
template <class T, class Bounds>
inline constexpr bool is_device_iterator<device_iterator<T, Bounds>> = true;

/// Throws std::invalid_argument: the ends of a range are on two devices.
[[noreturn, gnu::cold]] inline void refuse_ends(gpu::device first, gpu::device last) {
    char text[128]; // a std::string would cost every client 30 ms of compilation
    std::snprintf(text, sizeof text,
                  "gpu::device_iterator: the first iterator of a range is of %s, and the last of "
                  "%s",
                  to_string(first).c_str(), to_string(last).c_str());
    throw std::invalid_argument(text);
}

/// Throws std::invalid_argument if the ends of a range are on two devices.
inline void check_ends(gpu::device first, gpu::device last) {
    if (first != last) refuse_ends(first, last);
}

/// The number of elements between two iterators. Throws std::invalid_argument if they are known to
/// be of two ranges, or if the end lies before the first element.
template <class T, class U, class Bounds>
    requires std::same_as<T const, U const> std::size_t count(device_iterator<T, Bounds> first,
                                                              device_iterator<U, Bounds> last) {
        check_ends(first.device(), last.device());
        first.bounds().check_same(last.bounds());
        return detail::distance_between(first, last);
    }

/// Iterators of others over memory of devices. A specialisation has `from(i)`, a device_iterator.
template <class I>
struct foreign_device_iterator {};
template <class I>
concept foreign_iterator = requires(I const i) {
    foreign_device_iterator<I>::from(i);
};

/// Such an iterator as one of this library's; any other as it is.
template <class I>
constexpr auto own_iterator(I i) {
    if constexpr (foreign_iterator<I>) return foreign_device_iterator<I>::from(i);
    else return i;
}

/// The first iterator of n elements as one of this library's. CUDA does not know the device of an
/// empty range: it is taken for one of `elsewhere`.
template <foreign_iterator I>
auto own_first(I first, std::size_t n, gpu::device elsewhere) {
    auto const own = detail::own_iterator(first);
    return n > 0 ? own : device_iterator(elsewhere, own.get());
}

} // namespace detail

} // namespace gpu::inline v0
