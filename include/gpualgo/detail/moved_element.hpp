// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elements of a range to be moved from, also those of a zip.
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// @return a reference to an rvalue, or a copy of a proxy
template <class T>
constexpr T&& moved(T& element) {
    return static_cast<T&&>(element);
}
template <class Proxy>
    requires(!std::is_reference_v<Proxy>)
constexpr Proxy moved(Proxy&& element) { return static_cast<Proxy&&>(element); }
/// `std::move` of a tuple of references would copy what they refer to.
template <class... Ts>
constexpr std::tuple<Ts&&...> moved(std::tuple<Ts&...>&& element) {
    return std::apply([](Ts&... parts) { return std::tuple<Ts&&...>(std::move(parts)...); },
                      element);
}

/// @return the element of an iterator, to be moved from
template <class I>
constexpr decltype(auto) moved_element(I const& i) {
    return detail::moved(*i);
}

} // namespace gpu::inline v0::detail
