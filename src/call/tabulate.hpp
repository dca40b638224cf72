// SPDX-License-Identifier: Apache-2.0
/// @file
/// Builds tables from lists of types, indexed by the numbers in requests, and loops over lists.
#pragma once

#include <gpualgo/abi/type_list.hpp>

#include <array>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

template <class Entry, class... Lists>
struct table_type {
    using type = Entry;
};
template <class Entry, class List, class... Lists>
struct table_type<Entry, List, Lists...> {
    using type = std::array<typename table_type<Entry, Lists...>::type, List::size>;
};

/// A table of entries, indexed by positions in some lists.
template <class Entry, class... Lists>
using table_by = typename table_type<Entry, Lists...>::type;

template <class F, class... Xs>
constexpr auto tabulate_from(F const& f, type_list<Xs...>) {
    return f(type_list<Xs...>());
}
template <class F, class... Xs, class Y, class... Ys, class... Lists>
constexpr auto tabulate_from(F const& f, type_list<Xs...>, type_list<Y, Ys...>, Lists... lists) {
    using part = decltype(tabulate_from(f, type_list<Xs..., Y>(), lists...));
    return std::array<part, 1 + sizeof...(Ys)>{
        tabulate_from(f, type_list<Xs..., Y>(), lists...),
        tabulate_from(f, type_list<Xs..., Ys>(), lists...)...};
}

/// The table of f's results for every combination of members of some lists.
/// @param f called as f(type_list<X, Y...>()) with one member of each list; always returns the same
/// type
/// @return at [i][j]... the result for the members at positions i, j ...
template <class F, class... Lists>
constexpr auto tabulate(F f, Lists... lists) {
    return tabulate_from(f, type_list<>(), lists...);
}

/// Calls `f(std::type_identity<X>{}, position)` for every X of a list.
template <class... Xs, class F>
constexpr void for_each(type_list<Xs...>, F f) {
    std::size_t place = 0;
    (f(std::type_identity<Xs>{}, place++), ...);
}

} // namespace gpu::inline v0::detail
