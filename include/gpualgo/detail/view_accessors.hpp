// SPDX-License-Identifier: Apache-2.0
/// @file
/// The accessors of views, see view_iterator.hpp.
#pragma once

#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/view_iterator.hpp>
#include <gpualgo/device_iterator.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

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

/// @return the accessor of the elements of a range
template <class R>
constexpr auto accessor_for(R const& range) {
    if constexpr (is_indexed_view<R>) {
        return range.accessor();
    } else {
        auto first = detail::begin_of(const_cast<R&>(range));
        return range_element<decltype(first)>{assignable<decltype(first)>(std::move(first))};
    }
}
template <class R>
using accessor_of = decltype(detail::accessor_for(std::declval<R const&>()));

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

/// The same value everywhere.
template <class T>
struct constant_at {
    using value_type = T;
    using reference = T;
    static constexpr bool is_on_device = false;

    assignable<T> value;

    constexpr T operator()(std::ptrdiff_t) const { return value.get(); }
};

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
    /// Bytes of the widest element that is read, and of all.
    static constexpr std::size_t widest_read = [] {
        std::size_t widest = 0;
        ((widest =
              sizeof(typename As::value_type) > widest ? sizeof(typename As::value_type) : widest),
         ...);
        return widest;
    }();
    static constexpr std::size_t all_read = (sizeof(typename As::value_type) + ...);

    assignable<F> f;
    std::tuple<As...> bases;

    constexpr reference operator()(std::ptrdiff_t i) const {
        return std::apply(
            [&](As const&... at) -> reference { return detail::invoke(f.get(), at(i)...); }, bases);
    }
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

} // namespace gpu::inline v0::detail
