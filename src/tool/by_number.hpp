// SPDX-License-Identifier: Apache-2.0
/// @file
/// From the number of a type or operator, as requests carry it, to the type itself.
#pragma once

#include "call/tabulate.hpp"

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/abi/reduce_lists.hpp>

#include <cstdint>
#include <type_traits>

namespace tool {

/// Call `f(std::type_identity<X>{})` for the X of a list that has this number.
/// @return the result of f, which has one type for all
template <class First, class... Rest, class F>
auto with_member(gpu::detail::type_list<First, Rest...>, std::uint32_t number, F f) {
    using result = decltype(f(std::type_identity<First>{}));
    static constexpr auto calls = gpu::detail::tabulate(
        []<class X>(gpu::detail::type_list<X>) {
            return +[](F& g) -> result { return g(std::type_identity<X>{}); };
        },
        gpu::detail::type_list<First, Rest...>());
    return calls[number](f);
}

/// Call `f(std::type_identity<T>{})` for the listed type of this number.
template <class F>
auto with_type(std::uint32_t number, F f) {
    return with_member(gpu::detail::types{}, number, f);
}

/// Call `f(std::type_identity<T>{})` for the listed type of matrices of this number.
template <class F>
auto with_matmul_type(std::uint32_t number, F f) {
    return with_member(gpu::detail::matmul_types{}, number, f);
}

/// Call `f(std::type_identity<Op>{})` for the listed operator of this number.
template <class F>
auto with_operator(std::uint32_t number, F f) {
    return with_member(gpu::detail::operators{}, number, f);
}

} // namespace tool
