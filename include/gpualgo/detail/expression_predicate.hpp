// SPDX-License-Identifier: Apache-2.0
/// @file
/// Expressions as predicates of elements.
#pragma once

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/detail/predicate_test.hpp>

#include <concepts>
#include <cstdint>

namespace gpu::inline v0::detail {

template <kernel_callable E>
constexpr auto expression_for(complement<E> const& other) {
    return !expression_for(other.predicate);
}

/// A predicate that selects elements of a type by an expression.
template <class Predicate, class Value>
concept predicate_in_kernels =
    kernel_callable<Predicate> && stored_number<Value> && !std::same_as<Value, bool>;

/// A predicate, for a request. Lives as long as its arguments.
/// @tparam Value the elements' type
/// @param expression of an element
/// @param on_host computes the call in the program; called as on_host(results)
template <class Value, class E, class OnHost>
predicate_expression packed_predicate(E const& expression, scalar_bytes& scalars, OnHost& on_host) {
    predicate_expression by;
    by.f = detail::view_of<bool, Value>(expression, scalars);
    by.type = number_type_of<Value>();
    by.on_host = [](void* context, std::uint64_t* results) {
        (*static_cast<OnHost*>(context))(results);
    };
    by.context = &on_host;
    return by;
}

} // namespace gpu::inline v0::detail
