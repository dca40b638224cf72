// SPDX-License-Identifier: Apache-2.0
/// @file
/// Iterators with only the operations that the standard requires, or with unexpected ones. All work
/// in constant expressions: there an exception is a compile error.
#pragma once

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace archetype {

/// Base of types whose comma operator and address-of operator must not be used.
struct without_comma_or_address {
    template <class Other>
    friend void operator,(without_comma_or_address const&, Other const&) = delete;
    template <class Other>
    friend void operator,(Other const&, without_comma_or_address const&) = delete;
    void operator&() const = delete;
};

/// A C++17 iterator of any category, without a default constructor.
template <class T, class Category>
class iterator : public without_comma_or_address {
    static constexpr bool goes_back = std::derived_from<Category, std::bidirectional_iterator_tag>;
    static constexpr bool jumps = std::derived_from<Category, std::random_access_iterator_tag>;

public:
    using iterator_category = Category;
    using value_type = std::remove_cv_t<T>;
    using difference_type = std::ptrdiff_t;
    using pointer = T*;
    using reference = T&;

    constexpr explicit iterator(T* at) : at_(at) {}
    [[nodiscard]] constexpr T* base() const { return at_; }

    constexpr reference operator*() const { return *at_; }
    constexpr pointer operator->() const { return at_; }
    constexpr iterator& operator++() {
        ++at_;
        return *this;
    }
    constexpr iterator operator++(int) { return iterator(at_++); }
    friend constexpr bool operator==(iterator const& a, iterator const& b) {
        return a.at_ == b.at_;
    }
    friend constexpr bool operator!=(iterator const& a, iterator const& b) {
        return a.at_ != b.at_;
    }

    constexpr iterator& operator--() requires goes_back {
        --at_;
        return *this;
    }
    constexpr iterator operator--(int) requires goes_back { return iterator(at_--); }

    constexpr iterator& operator+=(difference_type n) requires jumps {
        at_ += n;
        return *this;
    }
    constexpr iterator& operator-=(difference_type n) requires jumps { return *this += -n; }
    constexpr reference operator[](difference_type n) const requires jumps { return at_[n]; }
    friend constexpr iterator operator+(iterator i, difference_type n) requires jumps {
        return i += n;
    }
    friend constexpr iterator operator+(difference_type n, iterator i) requires jumps {
        return i += n;
    }
    friend constexpr iterator operator-(iterator i, difference_type n) requires jumps {
        return i -= n;
    }
    friend constexpr difference_type operator-(iterator const& a,
                                               iterator const& b) requires jumps {
        return a.at_ - b.at_;
    }
    friend constexpr bool operator<(iterator const& a, iterator const& b) requires jumps {
        return a.at_ < b.at_;
    }
    friend constexpr bool operator>(iterator const& a, iterator const& b) requires jumps {
        return b < a;
    }
    friend constexpr bool operator<=(iterator const& a, iterator const& b) requires jumps {
        return !(b < a);
    }
    friend constexpr bool operator>=(iterator const& a, iterator const& b) requires jumps {
        return !(a < b);
    }

private:
    T* at_;
};

template <class T>
using forward = iterator<T, std::forward_iterator_tag>;
template <class T>
using bidirectional = iterator<T, std::bidirectional_iterator_tag>;
template <class T>
using random_access = iterator<T, std::random_access_iterator_tag>;
static_assert(!std::sentinel_for<forward<int>, forward<int>>); // needs that constructor

/// A single-pass iterator: incrementing one copy invalidates the others.
/// @tparam Reference type of dereferencing; a T is moved out of the element
template <class T, class Reference = T&>
class input : public without_comma_or_address {
public:
    using iterator_category = std::input_iterator_tag;
    using value_type = std::remove_cv_t<T>;
    using difference_type = std::ptrdiff_t;
    using pointer = T*;
    using reference = Reference;

    /// @param at the element
    /// @param foremost shared position of the most advanced copy; null for an end
    constexpr input(T* at, T** foremost) : at_(at), foremost_(foremost) {}

    constexpr reference operator*() const {
        check();
        if constexpr (std::same_as<Reference, T>) return std::move(*at_);
        else return static_cast<Reference>(*at_);
    }
    constexpr input& operator++() {
        check();
        *foremost_ = ++at_;
        return *this;
    }
    constexpr void operator++(int) { ++*this; }
    friend constexpr bool operator==(input const& a, input const& b) { return a.at_ == b.at_; }
    friend constexpr bool operator!=(input const& a, input const& b) { return a.at_ != b.at_; }

private:
    constexpr void check() const {
        if (at_ != *foremost_) throw std::logic_error("a copy of the iterator has moved on");
    }

    T* at_;
    T** foremost_;
};
static_assert(!std::sentinel_for<input<int>, input<int>>);

/// An iterator that can be constructed but not assigned, like one that holds a lambda.
template <class T>
class unassignable {
public:
    using iterator_category = std::random_access_iterator_tag;
    using value_type = std::remove_cv_t<T>;
    using difference_type = std::ptrdiff_t;
    using pointer = T*;
    using reference = T&;

    constexpr explicit unassignable(T* at) : at_(at) {}
    unassignable(unassignable const&) = default;
    unassignable& operator=(unassignable const&) = delete;
    [[nodiscard]] constexpr T* base() const { return at_; }

    constexpr reference operator*() const { return *at_; }
    constexpr unassignable& operator++() { return *this += 1; }
    constexpr unassignable operator++(int) { return unassignable(at_++); }
    constexpr unassignable& operator+=(difference_type n) {
        at_ += n;
        return *this;
    }
    friend constexpr difference_type operator-(unassignable const& a, unassignable const& b) {
        return a.at_ - b.at_;
    }
    friend constexpr bool operator==(unassignable const&, unassignable const&) = default;

private:
    T* at_;
};

/// An iterator that any integer converts to, and that only accepts offsets of its difference type.
template <class T>
class from_integer {
public:
    using iterator_category = std::random_access_iterator_tag;
    using iterator_concept = std::random_access_iterator_tag;
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    using pointer = void;
    using reference = T;

    constexpr from_integer() = default;
    template <std::integral N>
    constexpr from_integer(N value) : value_(static_cast<T>(value)) {}

    constexpr T operator*() const { return value_; }
    constexpr T operator[](difference_type n) const { return value_ + static_cast<T>(n); }
    constexpr from_integer& operator++() { return *this += difference_type{1}; }
    constexpr from_integer operator++(int) { return value_++; }
    constexpr from_integer& operator--() { return *this += difference_type{-1}; }
    constexpr from_integer operator--(int) { return value_--; }
    constexpr from_integer& operator+=(difference_type n) {
        value_ += static_cast<T>(n);
        return *this;
    }
    template <class N>
    from_integer& operator+=(N) = delete;
    constexpr from_integer& operator-=(difference_type n) { return *this += -n; }
    friend constexpr from_integer operator+(from_integer i, difference_type n) { return i += n; }
    friend constexpr from_integer operator+(difference_type n, from_integer i) { return i += n; }
    friend constexpr from_integer operator-(from_integer i, difference_type n) { return i -= n; }
    friend constexpr difference_type operator-(from_integer const& a, from_integer const& b) {
        return static_cast<difference_type>(a.value_ - b.value_);
    }
    friend constexpr bool operator==(from_integer const&, from_integer const&) = default;
    friend constexpr auto operator<=>(from_integer const&, from_integer const&) = default;

private:
    T value_{};
};
static_assert(std::random_access_iterator<from_integer<long>>);

/// A proxy for an element, like the references of `std::vector<bool>`. Explicit casts to other
/// types give wrong values; implicit conversions are correct.
template <class T>
class stand_in {
public:
    constexpr explicit stand_in(T& element) : element_(element) {}
    constexpr operator T() const { return element_; }
    template <class Other>
        requires(!std::same_as<Other, T>)
    constexpr explicit operator Other() const { return static_cast<Other>(-1000); }

private:
    T& element_;
};

/// Calls f with begin and end of the elements, as iterators of each kind.
template <class T, std::size_t N, class F>
constexpr void with_every_iterator(T (&elements)[N], F f) {
    T* const end = elements + N;
    T* foremost = elements;
    f(input<T>(elements, &foremost), input<T>(end, nullptr));
    foremost = elements;
    f(input<T, T const&>(elements, &foremost), input<T, T const&>(end, nullptr));
    f(forward<T>(elements), forward<T>(end));
    f(bidirectional<T>(elements), bidirectional<T>(end));
    f(random_access<T>(elements), random_access<T>(end));
    f(random_access<T const>(elements), random_access<T const>(end));
    f(unassignable<T>(elements), unassignable<T>(end));
    f(elements + 0, end);
    f(std::reverse_iterator(end), std::reverse_iterator(elements + 0));
    f(std::make_move_iterator(elements + 0), std::make_move_iterator(end));
}

} // namespace archetype
