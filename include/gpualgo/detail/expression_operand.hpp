// SPDX-License-Identifier: Apache-2.0
/// @file
/// The operands of expressions: numbers, and tuples of which gpu::field takes one. In the
/// instructions of kernels, each field is an operand of its own.
#pragma once

#include <gpualgo/abi/expression.hpp>
#include <gpualgo/detail/value_given.hpp>

#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

namespace detail {

/// A tuple, pair or array: `std::get` gives its fields.
template <class T>
concept tuple_like = requires {
    std::tuple_size<T>::value;
};

/// An element that expressions take.
template <class T>
concept expression_operand = stored_number<T> || tuple_like<T>;

/// The type of the value that a field has, or refers to.
template <std::size_t I, tuple_like T>
using field_number = value_given<std::remove_cvref_t<std::tuple_element_t<I, T>>>;

/// Whether a type has a field I, which is a number.
template <class T, std::size_t I>
consteval bool has_number_field() {
    if constexpr (!tuple_like<T>) return false;
    else if constexpr (I >= std::tuple_size<T>::value) return false;
    else return stored_number<field_number<I, T>>;
}

/// The operands that an element is in instructions.
template <class T>
inline constexpr std::size_t operands_in = 1;
template <tuple_like T>
inline constexpr std::size_t operands_in<T> = std::tuple_size<T>::value;

/// The first of the operands that element K of types A is in instructions.
template <std::size_t K, class... A>
inline constexpr std::uint8_t first_operand = [] {
    std::size_t const counts[] = {operands_in<A>...};
    std::size_t first = 0;
    for (std::size_t k = 0; k != K; ++k) first += counts[k]; // nvcc warns of "< 0"
    return static_cast<std::uint8_t>(first);
}();

} // namespace detail
} // namespace gpu::inline v0
