// SPDX-License-Identifier: Apache-2.0
/// @file
/// The results of a function on the elements of one range, or of several in parallel, as a range.
#pragma once

#include <gpualgo/detail/element_bytes.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/prefetch.hpp>
#include <gpualgo/detail/range.hpp>

#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// A random-access iterator that has a subscript; those of C++17 may lack it.
template <class I>
concept subscripted_iterator = random_access_iterator<I> && requires(I const& i) {
    i[std::iter_difference_t<I>()];
};

/// The iterator is a member, not a template. Otherwise argument-dependent look-up of its operators
/// would need the elements' types to be complete.
template <class F, forward_iterator... Is>
struct transformed {
    class iterator;
};
template <class F, class... Is>
using transformed_iterator = typename transformed<F, Is...>::iterator;

/// Reads f(*i...). It points to f, which need not be copyable.
template <class F, forward_iterator... Is>
class transformed<F, Is...>::iterator {
    using result = std::invoke_result_t<F&, std::iter_reference_t<Is>...>;
    /// If not, a reference that f returns may refer to a temporary that an iterator returned.
    static constexpr bool keeps_references =
        (std::is_lvalue_reference_v<std::iter_reference_t<Is>> && ...);

public:
    using reference = std::conditional_t<keeps_references, result, std::remove_cvref_t<result>>;
    using value_type = std::remove_cvref_t<result>;
    using pointer = void;
    using difference_type = std::ptrdiff_t;
    using iterator_category =
        std::conditional_t<(random_access_iterator<Is> && ...), std::random_access_iterator_tag,
                           std::forward_iterator_tag>;
    /// Bytes of the widest number that is read per element.
    static constexpr std::size_t widest_read = bytes_for_order<F, Is...>.widest;
    /// Bytes that are read per element.
    static constexpr std::size_t all_read = bytes_for_order<F, Is...>.all;

    constexpr explicit iterator(F& f, Is... at)
        : f_(__builtin_addressof(f)), at_(std::move(at)...) {}

    constexpr reference operator*() const {
        return std::apply(
            [this](auto const&... at) -> reference { return detail::invoke(*f_, *at...); }, at_);
    }
    constexpr reference operator[](difference_type n) const
        requires(subscripted_iterator<Is>&&...) {
        return std::apply(
            [this, n](auto const&... at) -> reference {
                return detail::invoke(*f_, at[static_cast<std::iter_difference_t<Is>>(n)]...);
            },
            at_);
    }
    /// See prefetch.hpp.
    void prefetch_ahead(std::size_t i) const {
        std::apply([i](auto const&... at) { (detail::prefetch_ahead(at, i), ...); }, at_);
    }
    constexpr iterator& operator++() {
        std::apply([](auto&... at) { (void(++at), ...); }, at_);
        return *this;
    }
    constexpr iterator& operator+=(difference_type n) {
        std::apply([n](auto&... at) { (detail::advance_by(at, static_cast<std::size_t>(n)), ...); },
                   at_);
        return *this;
    }

private:
    F* f_;
    std::tuple<Is...> at_;
};

template <class I>
    requires requires { I::widest_read; }
inline constexpr std::size_t element_size<I> = I::widest_read;
template <class I>
    requires requires { I::all_read; }
inline constexpr std::size_t bytes_an_element<I> = I::all_read;

} // namespace gpu::inline v0::detail
