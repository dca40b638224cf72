// SPDX-License-Identifier: Apache-2.0
/// @file
/// soa_iterator: walks over several arrays at once.
#pragma once

#include <gpualgo/device_iterator.hpp>

#include <compare>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <utility>

namespace gpu::inline v0 {

/// A random-access iterator over the elements of a `soa_vector`, for code of the host.
/// Dereferencing gives a tuple with a `device_reference` for each field. If the iterator reads
/// only, it gives a tuple of values. Its `iterator_category` is that of an input iterator, as of
/// `std::views::zip`: references are no true ones.
///
/// Each access to a field is a copy that waits for the device. Algorithms of this library take
/// fields.
/// @tparam Iterators a `device_iterator` for each field
template <class... Iterators>
class soa_iterator {
public:
    using value_type = std::tuple<std::iter_value_t<Iterators>...>;    ///< an element
    using reference = std::tuple<std::iter_reference_t<Iterators>...>; ///< stands for an element
    using difference_type = std::ptrdiff_t;                            ///< elements between two
    using pointer = void;                                              ///< elements have no address
    using iterator_category = std::input_iterator_tag;                 ///< references are proxies
    using iterator_concept = std::random_access_iterator_tag;          ///< for algorithms of C++20

    soa_iterator() = default; ///< of no range
    /// @param fields the iterators at the fields of one element
    explicit constexpr soa_iterator(Iterators... fields) : fields_(fields...) {}
    /// From an iterator that may write to one that does not.
    /// @param other an iterator
    template <class... Others>
        requires(sizeof...(Others) == sizeof...(Iterators) &&
                 !std::same_as<soa_iterator<Others...>, soa_iterator> &&
                 (std::convertible_to<Others, Iterators> && ...))
    constexpr soa_iterator(soa_iterator<Others...> const& other) : fields_(other.fields()) {}

    /// @return the iterators at the fields
    [[nodiscard]] constexpr std::tuple<Iterators...> const& fields() const { return fields_; }

    /// @return references to the fields of the element; copies of them if the iterator reads only
    /// @throws gpu::error if the device fails
    [[nodiscard]] reference operator*() const {
        return std::apply([](auto const&... field) { return reference(*field...); }, fields_);
    }
    /// @param n elements from here
    /// @return references to the fields of the element there
    /// @throws gpu::error if the device fails
    [[nodiscard]] reference operator[](difference_type n) const { return *(*this + n); }

    /// @return this, an element further
    constexpr soa_iterator& operator++() { return *this += 1; }
    /// @return where this was
    constexpr soa_iterator operator++(int) { return std::exchange(*this, *this + 1); }
    /// @return this, an element back
    constexpr soa_iterator& operator--() { return *this += -1; }
    /// @return where this was
    constexpr soa_iterator operator--(int) { return std::exchange(*this, *this - 1); }
    /// @param n elements
    /// @return this, so many elements further
    constexpr soa_iterator& operator+=(difference_type n) {
        std::apply([n](auto&... field) { ((field += n), ...); }, fields_);
        return *this;
    }
    /// @param n elements
    /// @return this, so many elements back
    constexpr soa_iterator& operator-=(difference_type n) { return *this += -n; }

    /// @return the iterator n elements further
    [[nodiscard]] friend constexpr soa_iterator operator+(soa_iterator i, difference_type n) {
        return i += n;
    }
    /// @return the iterator n elements further
    [[nodiscard]] friend constexpr soa_iterator operator+(difference_type n, soa_iterator i) {
        return i += n;
    }
    /// @return the iterator n elements back
    [[nodiscard]] friend constexpr soa_iterator operator-(soa_iterator i, difference_type n) {
        return i -= n;
    }
    /// @return elements from b to a
    [[nodiscard]] friend constexpr difference_type operator-(soa_iterator const& a,
                                                             soa_iterator const& b) {
        return std::get<0>(a.fields_) - std::get<0>(b.fields_);
    }
    /// @return whether both are at the same element
    [[nodiscard]] friend constexpr bool operator==(soa_iterator const& a, soa_iterator const& b) {
        return std::get<0>(a.fields_) == std::get<0>(b.fields_);
    }
    /// @return which one is nearer to the begin
    [[nodiscard]] friend constexpr std::strong_ordering operator<=>(soa_iterator const& a,
                                                                    soa_iterator const& b) {
        return std::get<0>(a.fields_) <=> std::get<0>(b.fields_);
    }

private:
    std::tuple<Iterators...> fields_;
};

} // namespace gpu::inline v0
