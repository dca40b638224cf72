// SPDX-License-Identifier: Apache-2.0
/// @file
/// The accessors of views, see view_iterator.hpp.
#pragma once

#include <gpualgo/detail/element_bytes.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/view_iterator.hpp>
#include <gpualgo/device_iterator.hpp>

#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

template <class... Ts>
class soa_vector;

} // namespace gpu::inline v0

namespace gpu::inline v0::detail {

template <class R>
inline constexpr bool is_soa_vector = false;
template <class... Ts>
inline constexpr bool is_soa_vector<soa_vector<Ts...>> = true;

/// The elements of a range.
template <class I>
struct range_element {
    using value_type = std::iter_value_t<I>;
    using reference = std::iter_reference_t<I>;
    static constexpr bool is_on_device = false;

    assignable<I> first;

    constexpr reference operator()(std::ptrdiff_t i) const {
        return *(first.get() + static_cast<std::iter_difference_t<I>>(i));
    }
};
/// Those of a range on a device, which only the host device reads here.
template <class T, class Bounds>
struct range_element<device_iterator<T, Bounds>> {
    using value_type = std::remove_const_t<T>;
    using reference = value_type const&;
    static constexpr bool is_on_device = true;

    assignable<device_iterator<T, Bounds>> first;

    constexpr reference operator()(std::ptrdiff_t i) const { return first.get().get()[i]; }
};

/// The same value everywhere.
template <class T>
struct constant_at {
    using value_type = T;
    using reference = T;
    static constexpr bool is_on_device = false;

    assignable<T> value;

    constexpr T operator()(std::ptrdiff_t) const { return value.get(); }
};

/// The elements of other accessors as a tuple.
template <class... As>
struct zip_at {
    using value_type = std::tuple<typename As::value_type...>;
    using reference = std::tuple<typename As::reference...>;
    static constexpr bool is_on_device = (As::is_on_device || ...);

    std::tuple<As...> bases;

    constexpr reference operator()(std::ptrdiff_t i) const {
        return std::apply([&](As const&... at) { return reference(at(i)...); }, bases);
    }
};

/// The elements of an accessor: of a transformed one, those that its ranges have.
template <view_accessor A>
struct read_source<A> : value_in_memory<typename A::value_type> {
    static constexpr element_bytes bytes = [] {
        if constexpr (requires { A::widest_read; })
            return element_bytes{A::widest_read, A::all_read};
        else return value_in_memory<typename A::value_type>::bytes;
    }();
};
template <class T> // is not read: kernels have it as a parameter
struct read_source<constant_at<T>> : value_in_memory<T> {
    static constexpr element_bytes bytes{};
    template <std::size_t K>
    static constexpr element_bytes of_field() {
        return {};
    }
};
template <class... As>
struct read_source<zip_at<As...>> : value_in_memory<typename zip_at<As...>::value_type> {
    template <std::size_t K>
    static constexpr element_bytes of_field() {
        return read_source<std::tuple_element_t<K, std::tuple<As...>>>::bytes;
    }
};
template <class A, bool ReadsDevice>
struct read_source<view_iterator<A, ReadsDevice>> : read_source<A> {};

/// Bytes of an element of a view, for its canonical order: as `element_size` of its iterator.
template <class A>
inline constexpr std::size_t view_element_size = element_size<view_iterator<A>>;

/// @return the accessor of the elements of a range, which may be const
template <class R>
constexpr auto accessor_for(R& range) {
    if constexpr (is_indexed_view<std::remove_const_t<R>>) {
        return range.accessor();
    } else {
        auto first = detail::begin_of(range);
        return range_element<decltype(first)>{assignable<decltype(first)>(std::move(first))};
    }
}
/// The elements of a vector with an array of each field are tuples.
template <class Rows, std::size_t... I>
constexpr auto accessor_of_rows(Rows& rows, std::index_sequence<I...>) {
    return [](auto&&... fields) {
        return zip_at<decltype(detail::accessor_for(fields))...>{{detail::accessor_for(fields)...}};
    }(rows.template field<I>()...);
}
template <class... Ts>
constexpr auto accessor_for(soa_vector<Ts...>& rows) {
    return detail::accessor_of_rows(rows, std::index_sequence_for<Ts...>());
}
template <class... Ts>
constexpr auto accessor_for(soa_vector<Ts...> const& rows) {
    return detail::accessor_of_rows(rows, std::index_sequence_for<Ts...>());
}
template <class R>
using accessor_of = decltype(detail::accessor_for(std::declval<R&>()));

/// @return a view, or the rows of a vector with an array of each field as a view
template <class R>
constexpr auto as_view(R const& range) {
    return indexed_view<accessor_of<R const>>(detail::accessor_for(range), range.size());
}

/// A range whose elements a view refers to.
template <class R>
concept viewable_range = input_range<R> && random_access_iterator<iterator_t<R>> &&
    (std::is_lvalue_reference_v<R> || std::ranges::enable_borrowed_range<std::remove_cvref_t<R>>);

/// A range on a device.
template <class R>
concept device_range = input_range<R> && is_device_iterator<iterator_t<R>>;

/// @return the number of elements
template <class R>
constexpr std::size_t size_of_range(R& range) {
    return detail::count(detail::begin_of(range), detail::end_of(range));
}

/// first, first + 1 ...
template <class T>
struct iota_at {
    using value_type = T;
    using reference = T;
    static constexpr bool is_on_device = false;

    T first{};

    constexpr T operator()(std::ptrdiff_t i) const {
        return static_cast<T>(static_cast<std::size_t>(first) + static_cast<std::size_t>(i));
    }
};

/// Every step-th element of another accessor.
template <class A>
struct strided_at {
    using value_type = typename A::value_type;
    using reference = typename A::reference;
    static constexpr bool is_on_device = A::is_on_device;

    A base;
    std::ptrdiff_t step = 1;

    constexpr reference operator()(std::ptrdiff_t i) const { return base(i * step); }
};

/// Steps do not change the canonical order of elements.
template <class A>
struct view_bytes<strided_at<A>> : view_bytes<A> {};
template <class A>
struct read_source<strided_at<A>> : read_source<A> {};

/// An element that f gets: values are read from devices.
template <class A>
using element_given =
    std::conditional_t<A::is_on_device, typename A::value_type const&, typename A::reference>;

/// f of the elements of other accessors.
template <class F, class... As>
struct transformed_at {
    using result = std::invoke_result_t<F const&, element_given<As>...>;
    using value_type = std::remove_cvref_t<result>;
    /// A reference that f returns may refer to an element that was made for the call.
    using reference =
        std::conditional_t<(std::is_lvalue_reference_v<typename As::reference> && ...), result,
                           value_type>;
    static constexpr bool is_on_device = (As::is_on_device || ...);
    /// Bytes of the widest number per element, and of all.
    static constexpr element_bytes bytes = bytes_for_order<F, As...>;
    static constexpr std::size_t widest_read = bytes.widest;
    static constexpr std::size_t all_read = bytes.all;

    assignable<F> f;
    std::tuple<As...> bases;

    constexpr reference operator()(std::ptrdiff_t i) const {
        return std::apply(
            [&](As const&... at) -> reference { return detail::invoke(f.get(), at(i)...); }, bases);
    }
};

/// @return every step-th element of an accessor
template <class A>
constexpr auto strided_accessor(A const& at, std::ptrdiff_t step) {
    return strided_at<A>{at, step};
}
/// The tuples of strided elements.
template <class... As>
constexpr auto strided_accessor(zip_at<As...> const& at, std::ptrdiff_t step) {
    return std::apply(
        [&](As const&... base) {
            return zip_at<decltype(detail::strided_accessor(base, step))...>{
                {detail::strided_accessor(base, step)...}};
        },
        at.bases);
}

/// @return an accessor whose first element is element i of another one
template <class I>
constexpr range_element<I> accessor_from(range_element<I> const& at, std::ptrdiff_t i) {
    return {assignable<I>(at.first.get() + static_cast<std::iter_difference_t<I>>(i))};
}
template <class T>
constexpr constant_at<T> accessor_from(constant_at<T> const& at, std::ptrdiff_t) {
    return at;
}
template <class T>
constexpr iota_at<T> accessor_from(iota_at<T> const& at, std::ptrdiff_t i) {
    return {at(i)};
}
template <class... As>
constexpr zip_at<As...> accessor_from(zip_at<As...> const& at, std::ptrdiff_t i);
template <class F, class... As>
constexpr transformed_at<F, As...> accessor_from(transformed_at<F, As...> const& at,
                                                 std::ptrdiff_t i);
template <class A>
constexpr strided_at<A> accessor_from(strided_at<A> const& at, std::ptrdiff_t i) {
    return {detail::accessor_from(at.base, i * at.step), at.step};
}
template <class... As>
constexpr zip_at<As...> accessor_from(zip_at<As...> const& at, std::ptrdiff_t i) {
    return {
        std::apply([i](As const&... base) { return std::tuple(detail::accessor_from(base, i)...); },
                   at.bases)};
}
template <class F, class... As>
constexpr transformed_at<F, As...> accessor_from(transformed_at<F, As...> const& at,
                                                 std::ptrdiff_t i) {
    return {
        at.f,
        std::apply([i](As const&... base) { return std::tuple(detail::accessor_from(base, i)...); },
                   at.bases)};
}

/// @return the elements between two iterators, as a view
template <class A>
constexpr indexed_view<A> view_between(view_iterator<A> const& first,
                                       view_iterator<A> const& last) {
    return {detail::accessor_from(first.accessor(), first.position()), detail::count(first, last)};
}

} // namespace gpu::inline v0::detail
