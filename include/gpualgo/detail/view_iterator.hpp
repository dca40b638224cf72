// SPDX-License-Identifier: Apache-2.0
/// @file
/// The iterator and the range of all views: element i is the result of an accessor for i.
#pragma once

#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/range.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// A function object as a member of an iterator, which can be assigned: lambdas cannot.
template <class F>
class assignable {
public:
    constexpr assignable() = default;
    constexpr explicit assignable(F f) : f_(std::move(f)) {}
    constexpr assignable(assignable const&) = default;
    constexpr assignable(assignable&&) = default;
    constexpr assignable& operator=(assignable const& other) {
        if (this != &other) {
            f_.reset();
            if (other.f_) f_.emplace(*other.f_);
        }
        return *this;
    }
    constexpr ~assignable() = default;
    [[nodiscard]] constexpr F const& get() const { return *f_; }

private:
    std::optional<F> f_;
};
template <class F>
    requires(std::copyable<F>&& std::default_initializable<F>)
class assignable<F> {
public:
    constexpr assignable() = default;
    constexpr explicit assignable(F f) : f_(std::move(f)) {}
    [[nodiscard]] constexpr F const& get() const { return f_; }

private:
    [[no_unique_address]] F f_{};
};

/// Makes element i of a view. It is copied into iterators.
template <class A>
concept view_accessor = std::semiregular<A> && requires(A const& at) {
    typename A::value_type;
    typename A::reference;
    { A::is_on_device } -> std::convertible_to<bool>;
};

template <class Accessor>
constexpr void require_readable_view() {
    static_assert(!Accessor::is_on_device,
                  "gpu::views: this algorithm does not take views of ranges on devices. Write the "
                  "elements to a vector first: gpu::copy(view, vector)");
}

/// Bytes that are read per element of a view, and of the widest element; for the canonical order.
template <class Accessor>
struct view_bytes {};
template <class Accessor>
    requires requires { Accessor::widest_read; }
struct view_bytes<Accessor> {
    static constexpr std::size_t widest_read = Accessor::widest_read;
    static constexpr std::size_t all_read = Accessor::all_read;
};

/// A random-access iterator of a view.
/// @tparam ReadsDevice whether elements on devices may be read, because the device is the host
template <view_accessor Accessor, bool ReadsDevice = false>
class view_iterator : public view_bytes<Accessor> {
public:
    using value_type = typename Accessor::value_type; ///< an element
    using reference = typename Accessor::reference;   ///< the result of dereferencing
    using difference_type = std::ptrdiff_t;           ///< elements between two
    using pointer = void;                             ///< elements need not have an address
    using iterator_category = std::random_access_iterator_tag; ///< as of `std::vector<bool>`

    constexpr view_iterator() = default; ///< of no view
    /// @param at makes the elements
    /// @param i the position of the first element
    constexpr view_iterator(Accessor at, difference_type i) : at_(std::move(at)), i_(i) {}

    /// @return the element
    constexpr reference operator*() const {
        if constexpr (!ReadsDevice) require_readable_view<Accessor>();
        return at_(i_);
    }
    /// @return the element n further
    constexpr reference operator[](difference_type n) const { return *(*this + n); }

    constexpr view_iterator& operator++() { return *this += 1; } ///< @return this, moved
    constexpr view_iterator& operator--() { return *this -= 1; } ///< @return this, moved
    /// @return where this was
    constexpr view_iterator operator++(int) { return std::exchange(*this, *this + 1); }
    /// @return where this was
    constexpr view_iterator operator--(int) { return std::exchange(*this, *this - 1); }
    /// @return this, n elements further
    constexpr view_iterator& operator+=(difference_type n) {
        i_ += n;
        return *this;
    }
    /// @return this, n elements back
    constexpr view_iterator& operator-=(difference_type n) { return *this += -n; }

    /// @return the iterator n elements further
    [[nodiscard]] friend constexpr view_iterator operator+(view_iterator it, difference_type n) {
        return it += n;
    }
    /// @return the iterator n elements further
    [[nodiscard]] friend constexpr view_iterator operator+(difference_type n, view_iterator it) {
        return it += n;
    }
    /// @return the iterator n elements back
    [[nodiscard]] friend constexpr view_iterator operator-(view_iterator it, difference_type n) {
        return it -= n;
    }
    /// @return elements from b to a, which are of one view
    [[nodiscard]] friend constexpr difference_type operator-(view_iterator const& a,
                                                             view_iterator const& b) {
        return a.i_ - b.i_;
    }
    /// @return whether both are at the same position
    [[nodiscard]] friend constexpr bool operator==(view_iterator const& a, view_iterator const& b) {
        return a.i_ == b.i_;
    }
    /// @cond internal
    [[nodiscard]] constexpr Accessor const& accessor() const { return at_; }
    [[nodiscard]] constexpr difference_type position() const { return i_; }
    /// @endcond
    /// @return the order of their positions
    [[nodiscard]] friend constexpr std::strong_ordering operator<=>(view_iterator const& a,
                                                                    view_iterator const& b) {
        return a.i_ <=> b.i_;
    }

private:
    Accessor at_;
    difference_type i_ = 0;
};

template <class Accessor>
inline constexpr bool makes_elements<view_iterator<Accessor>> = true;
template <class Accessor>
inline constexpr bool reads_device<view_iterator<Accessor>> = Accessor::is_on_device;

/// A view: n elements that are made when they are read. Copies are cheap, and iterators outlive it.
template <view_accessor Accessor>
class indexed_view {
public:
    using value_type = typename Accessor::value_type; ///< an element
    using iterator = view_iterator<Accessor>;         ///< a random-access iterator

    constexpr indexed_view() = default; ///< no elements
    /// @param at makes the elements
    /// @param n how many there are
    constexpr indexed_view(Accessor at, std::size_t n) : at_(std::move(at)), n_(n) {}

    /// @return an iterator to the first element
    [[nodiscard]] constexpr iterator begin() const { return {at_, 0}; }
    /// @return the end
    [[nodiscard]] constexpr iterator end() const { return {at_, static_cast<std::ptrdiff_t>(n_)}; }
    /// @return the number of elements
    [[nodiscard]] constexpr std::size_t size() const { return n_; }
    /// @return whether there are none
    [[nodiscard]] constexpr bool empty() const { return n_ == 0; }
    /// @param i a position
    /// @return the element there
    [[nodiscard]] constexpr typename Accessor::reference operator[](std::size_t i) const {
        return begin()[static_cast<std::ptrdiff_t>(i)];
    }
    /// @cond internal
    [[nodiscard]] constexpr Accessor const& accessor() const { return at_; }
    /// @endcond

private:
    Accessor at_;
    std::size_t n_ = 0;
};

/// @return the number of elements; throws if iterators could not count them
constexpr std::size_t checked_view_size(char const* function, std::size_t n) {
    constexpr std::size_t most = std::numeric_limits<std::ptrdiff_t>::max();
    if (n > most)
        throw std::invalid_argument(std::string(function) + ": " + std::to_string(n) +
                                    " elements; at most " + std::to_string(most) +
                                    " can be counted");
    return n;
}

template <class R>
inline constexpr bool is_indexed_view = false;
template <class Accessor>
inline constexpr bool is_indexed_view<indexed_view<Accessor>> = true;

/// A view of gpu::views, or a reference to one.
template <class R>
concept any_view = is_indexed_view<std::remove_cvref_t<R>>;

} // namespace gpu::inline v0::detail

template <class Accessor>
inline constexpr bool std::ranges::enable_borrowed_range<gpu::detail::indexed_view<Accessor>> =
    true;
template <class Accessor>
inline constexpr bool std::ranges::enable_view<gpu::detail::indexed_view<Accessor>> = true;
