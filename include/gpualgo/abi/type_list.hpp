// SPDX-License-Identifier: Apache-2.0
/// @file
/// Lists of types, and maps from types to types.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A list of types.
template <class... Xs>
struct type_list {
    static constexpr std::size_t size = sizeof...(Xs); ///< number of types
};

/// The index of X in a list; the list's size if X is not in it.
template <class X, class List>
inline constexpr std::size_t index_of = 0;
template <class X, class... Xs>
inline constexpr std::size_t index_of<X, type_list<Xs...>> = [] {
    std::size_t place = 0;
    (void)((std::is_same_v<X, Xs> || (void(++place), false)) || ...);
    return place;
}();

/// The index of X in a list, as requests carry it.
template <class X, class List>
inline constexpr auto number_of = static_cast<std::uint32_t>(index_of<X, List>);

template <class X, class List>
inline constexpr bool in_list = index_of<X, List> < List::size;

/// Lists, one after the other.
template <class List, class... Lists>
struct concatenation {
    using type = List;
};
template <class... Xs, class... Ys, class... Lists>
struct concatenation<type_list<Xs...>, type_list<Ys...>, Lists...>
    : concatenation<type_list<Xs..., Ys...>, Lists...> {};

/// A list of X alone if `Kept`, otherwise an empty list. Filters are concatenations of these.
template <bool Kept, class X>
using type_list_if = std::conditional_t<Kept, type_list<X>, type_list<>>;

/// An entry of a map.
template <class Key, class Value>
struct entry {};

/// A map from types to types. A duplicate key does not compile.
template <class... Entries>
struct type_map;
template <class... Keys, class... Values>
struct type_map<entry<Keys, Values>...> : entry<Keys, Values>... {
    using keys = type_list<Keys...>;
    using values = type_list<Values...>;
};

template <class Key, class Value>
std::type_identity<Value> look_up(entry<Key, Value> const*);
template <class Key>
std::type_identity<void> look_up(void const*);

/// The value of a key in a map; `void` if the key is not in it.
template <class Key, class Map>
using mapped = typename decltype(look_up<Key>(static_cast<Map const*>(nullptr)))::type;

template <class Value, class Key>
std::type_identity<Key> look_up_key(entry<Key, Value> const*);

/// The key of a value in a map.
template <class Value, class Map>
using key_of = typename decltype(look_up_key<Value>(static_cast<Map const*>(nullptr)))::type;

} // namespace gpu::inline v0::detail
