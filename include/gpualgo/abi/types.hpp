// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of precompiled types.
#pragma once

#include <gpualgo/abi/type_list.hpp>
#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>
#include <gpualgo/kernel/complex.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A row of the table of types.
/// @tparam T the type
/// @tparam Computed the type in which totals of T are computed, before they are rounded once
template <class T, class Computed = T>
struct type_row {
    using type = T;
    char const* name; ///< in messages and as an argument of the tool
};

template <class... Rows>
struct type_table : Rows... {
    using types = type_list<typename Rows::type...>;
};
template <class... Rows>
type_table(Rows...) -> type_table<Rows...>;

/// The types of elements and accumulators. Requests carry indices in this table: new rows are only
/// appended.
inline constexpr type_table all_types{
    type_row<std::int32_t>{"int32"},
    type_row<std::int64_t>{"int64"},
    type_row<float>{"float"},
    type_row<double>{"double"},
    type_row<std::int8_t>{"int8"},
    type_row<std::int16_t>{"int16"},
    type_row<std::uint8_t>{"uint8"},
    type_row<std::uint16_t>{"uint16"},
    type_row<std::uint32_t>{"uint32"},
    type_row<std::uint64_t>{"uint64"},
    type_row<half, float>{"half"},
    type_row<bfloat16, float>{"bfloat16"},
    type_row<kernel::complex<float>>{"complex64"},
    type_row<kernel::complex<double>>{"complex128"},
};

using types = decltype(all_types)::types;

template <class T, class Computed>
std::type_identity<Computed> computed_in(type_row<T, Computed> const&);
template <class T>
std::type_identity<T> computed_in(...);

/// The type in which totals of type T are computed; T itself if it is not listed.
template <class T>
using computed_as = typename decltype(computed_in<T>(all_types))::type;

/// Whether T is computed in another type: floating-point numbers of 16 bits are for storage only.
template <class T>
inline constexpr bool is_small_float = !std::is_same_v<T, computed_as<T>>;

template <class T, class Computed>
constexpr char const* name_in(type_row<T, Computed> const& row) {
    return row.name;
}

/// The printed name of a listed type: int32, float ...
template <class T>
inline constexpr char const* listed_name = name_in<T>(all_types);

template <class Types>
struct real_among;
template <class... Ts>
struct real_among<type_list<Ts...>> : concatenation<type_list_if<!kernel::is_complex<Ts>, Ts>...> {
};

/// The types of real numbers, which have an order and a truth value.
using real_types = real_among<types>::type;

/// The type that represents T in lists: `std::int64_t` for both `long long` and `long`. bool is not
/// represented by an integer: its sums are bool.
template <class T>
struct listed_type {
    using type = T;
};
template <std::integral T>
    requires(!std::same_as<T, bool> && sizeof(T) <= 8)
struct listed_type<T> {
    using of_size = std::conditional_t<
        sizeof(T) == 1, std::int8_t,
        std::conditional_t<sizeof(T) == 2, std::int16_t,
                           std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>>>;
    using type =
        std::conditional_t<std::signed_integral<T>, of_size, std::make_unsigned_t<of_size>>;
};

/// The type that represents T in lists; T itself if there is none.
template <class T>
using as_listed = typename listed_type<T>::type;

} // namespace gpu::inline v0::detail
