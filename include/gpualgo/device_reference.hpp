// SPDX-License-Identifier: Apache-2.0
/// @file
/// device_reference: stands for one element in memory of a device.
#pragma once

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/detail/iterator_bounds.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/device.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <iosfwd>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

template <class, class>
class device_iterator;

namespace detail {

/// Return the element at an address of a device.
template <class T>
T read_element(gpu::device device, T const* element) {
    alignas(T) std::array<std::byte, sizeof(T)> bytes; // T may have no default constructor
    call_result copied;
    ::gpualgo_v0_copy(gpu::device::host().id(), bytes.data(), device.id(), element, sizeof(T),
                      &copied);
    raise(copied);
    return std::bit_cast<T>(bytes);
}

/// Write the element at an address of a device.
template <class T>
void write_element(gpu::device device, T* element, T const& value) {
    call_result copied;
    ::gpualgo_v0_copy(device.id(), element, gpu::device::host().id(), __builtin_addressof(value),
                      sizeof(T), &copied);
    raise(copied);
}

} // namespace detail

/// Stands for one element in memory of a device. Each access copies the element, and waits for the
/// device.
///
/// As with `std::vector<bool>::reference`, `auto x = v[0]` is not a copy of the element: `x = 1`
/// then writes to the vector, and x must not outlive it. Write `T x = v[0]` for a copy. Assignment
/// always writes the element: `v[0] = w[0]` copies an element, also between devices. Elements of
/// const vectors are read as values.
///
/// @par Throws
/// `gpu::error` if the device fails. If it fails during an assignment, the element's value is
/// unspecified.
/// @par Thread safety
/// As an element of a `std::vector`: concurrent reads are safe, a write excludes all others.
/// Compound assignments are a read and a write, and not atomic.
/// @tparam T the element's type, trivially copyable
template <class T>
class device_reference {
public:
    /// @return a copy of the element
    operator T() const { return detail::read_element(device_, element_); }

    /// Writes the element.
    /// @param value its new value
    /// @return this
    device_reference const& operator=(T const& value) const {
        detail::write_element(device_, element_, value);
        return *this;
    }
    /// Writes the element. This continues to stand for the same element.
    /// @param other stands for the element to copy, on any device
    /// @return this
    device_reference const& operator=(device_reference const& other) const {
        return *this = static_cast<T>(other);
    }
    /// @copydoc operator=(device_reference const&) const
    device_reference& operator=(device_reference const& other) {
        std::as_const(*this) = other;
        return *this;
    }
    device_reference(device_reference const&) = default; ///< stands for the same element

    /// @return an iterator at the element: its pointer, as `&v[0]` of a `std::vector`
    template <class Bounds = detail::iterator_bounds>
    [[nodiscard]] device_iterator<T, Bounds> operator&() const noexcept {
        return {device_, element_};
    }

    /// Exchanges two elements, not what the arguments stand for.
    /// @param a stands for one
    /// @param b stands for the other, on any device
    friend void swap(device_reference a, device_reference b) {
        T const former = a;
        a = b;
        b = former;
    }

    /// @name Compound assignment
    /// Read the element, apply the operator to it and the operand, and write the result.
    /// @{

    /// @param operand the right operand
    /// @return this
    device_reference const& operator+=(T const& operand) const {
        return modify([&](T& element) { element += operand; });
    }
    /// @param operand the right operand
    /// @return this
    device_reference const& operator-=(T const& operand) const {
        return modify([&](T& element) { element -= operand; });
    }
    /// @param operand the right operand
    /// @return this
    device_reference const& operator*=(T const& operand) const {
        return modify([&](T& element) { element *= operand; });
    }
    /// @param operand the right operand
    /// @return this
    device_reference const& operator/=(T const& operand) const {
        return modify([&](T& element) { element /= operand; });
    }
    /// @param operand the right operand
    /// @return this
    device_reference const& operator%=(T const& operand) const {
        return modify([&](T& element) { element %= operand; });
    }
    /// @param operand the right operand
    /// @return this
    device_reference const& operator&=(T const& operand) const {
        return modify([&](T& element) { element &= operand; });
    }
    /// @param operand the right operand
    /// @return this
    device_reference const& operator|=(T const& operand) const {
        return modify([&](T& element) { element |= operand; });
    }
    /// @param operand the right operand
    /// @return this
    device_reference const& operator^=(T const& operand) const {
        return modify([&](T& element) { element ^= operand; });
    }
    /// @param operand the right operand
    /// @return this
    device_reference const& operator<<=(T const& operand) const {
        return modify([&](T& element) { element <<= operand; });
    }
    /// @param operand the right operand
    /// @return this
    device_reference const& operator>>=(T const& operand) const {
        return modify([&](T& element) { element >>= operand; });
    }
    /// @return this
    device_reference const& operator++() const {
        return modify([](auto& element) { ++element; });
    }
    /// @return this
    device_reference const& operator--() const {
        return modify([](auto& element) { --element; });
    }
    /// @return the element's former value
    T operator++(int) const {
        T former = *this;
        ++*this;
        return former;
    }
    /// @return the element's former value
    T operator--(int) const {
        T former = *this;
        --*this;
        return former;
    }
    /// @}

private:
    template <class, class>
    friend class device_iterator;
    device_reference(gpu::device device, T* element) : device_(device), element_(element) {}

    template <class Change>
    device_reference const& modify(Change change) const {
        T element = *this;
        change(element);
        return *this = element;
    }

    gpu::device device_;
    T* element_;
};

/// Prints the element. Operators that are templates, as that of `std::complex`, would not find it.
/// @param out a stream
/// @param element stands for the element
/// @return the stream
template <class Traits, class T>
    requires requires(std::basic_ostream<char, Traits>& out, T const& element) { out << element; }
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             device_reference<T> const& element) {
    out << static_cast<T>(element);
    return out;
}

} // namespace gpu::inline v0
