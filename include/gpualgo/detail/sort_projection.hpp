// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorts by a projection, by the shared library. Keys are fields of trivially copyable elements, or
/// expressions of numbers. Their type and the comparator are listed.
#pragma once

#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/expression_callable.hpp>
#include <gpualgo/detail/expression_program.hpp>
#include <gpualgo/detail/sort_call.hpp>
#include <gpualgo/detail/sort_order.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// The key that a projection makes of an element.
template <class F, class Value>
using projected_key =
    std::remove_cvref_t<decltype(detail::invoke(std::declval<F&>(), std::declval<Value const&>()))>;

/// A projection that is a field of an element.
template <class F, class Value>
concept field_projection =
    std::is_member_object_pointer_v<F> && std::is_trivially_copyable_v<Value>;

/// A projection that kernels compute.
template <class F, class Value>
concept projection_in_kernels =
    kernel_callable<F> && stored_number<Value> && !std::same_as<Value, bool>;

/// Whether the library sorts elements by a comparator of projected keys.
template <class Value, class C>
inline constexpr bool library_projects = false;
template <class Value, class C, class F>
    requires(field_projection<F, Value> || projection_in_kernels<F, Value>)
inline constexpr bool library_projects<Value, projected_comparator<C, F>> =
    listed_order<projected_key<F, Value>, C>;

/// @return bytes of an element before a field
template <class Value, class F>
std::size_t offset_of_field(F field) {
    alignas(Value) static std::byte const memory[sizeof(Value)]{};
    auto const& element = *reinterpret_cast<Value const*>(memory);
    // no reference: fields of packed structures may be misaligned
    return static_cast<std::size_t>(reinterpret_cast<std::byte const*>(&(element.*field)) - memory);
}

/// Sorts elements in contiguous memory, and fills the policy's report.
/// @param values move with the elements, or are the indices of argsort
/// @param sort_here sorts in the program, if the call runs on the host
template <class P, class Value, class C, class F, class Sort>
void sort_by_projection(P const& policy, sort_kind wanted, memory_range<Value> const& elements,
                        sort_values const& values, projected_comparator<C, F>& by, Sort sort_here) {
    using key = projected_key<F, std::remove_const_t<Value>>;
    sort_projection projection;
    projection.element_size = sizeof(Value);
    projection.on_host = [](void* context) { (*static_cast<Sort*>(context))(); };
    projection.context = &sort_here;
    auto request = detail::sort_request_of<C>(
        wanted, memory_range<key>{elements.device, nullptr, elements.n}, values);
    request.first = elements.first;
    request.projection = &projection;
    if constexpr (field_projection<F, std::remove_const_t<Value>>) {
        projection.offset = detail::offset_of_field<std::remove_const_t<Value>>(by.project);
        call<strategies>(policy, request, &gpualgo_v0_sort);
    } else {
        auto const& expression = expression_for(by.project);
        scalar_bytes scalars;
        key_expression keys;
        keys.f = detail::view_of<key, std::remove_const_t<Value>>(expression, scalars);
        keys.type = number_type_of<std::remove_const_t<Value>>();
        keys.type_of_key = number_type_of<key>();
        projection.keys = &keys;
        call<strategies>(policy, request, &gpualgo_v0_sort);
    }
}

} // namespace gpu::inline v0::detail
