// SPDX-License-Identifier: Apache-2.0
/// @file
/// Compile errors for calls that would write elements of views of ranges on devices: overloads for
/// the algorithms whose constraints exclude such views.
#pragma once

#include <gpualgo/detail/any_result.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/view_expression.hpp>

#include <type_traits>

namespace gpu::inline v0 {

/// @cond internal
namespace detail {

/// An argument that is a view of ranges on a device, or an iterator of one.
template <class A>
concept view_on_device = device_view<A> || reads_device<std::remove_cvref_t<A>>;

/// Arguments of a call that writes every range, if one of them is such a view.
template <class... Arguments>
concept written_views = (view_on_device<Arguments> || ...);

/// Does not compile: says that elements of a view cannot be written.
template <class A, class... Rest>
constexpr any_result refuse_written_view() {
    if constexpr (device_view<A>) require_written_elements<iterator_t<A>>();
    else if constexpr (view_on_device<A>) require_written_elements<std::remove_cvref_t<A>>();
    else refuse_written_view<Rest...>();
    return {};
}

} // namespace detail

template <class... Arguments>
    requires detail::written_views<Arguments...> detail::any_result fill(Arguments&&...) {
        return detail::refuse_written_view<Arguments...>();
    }
template <class... Arguments>
    requires detail::written_views<Arguments...> detail::any_result iota(Arguments&&...) {
        return detail::refuse_written_view<Arguments...>();
    }
template <class... Arguments>
    requires detail::written_views<Arguments...> detail::any_result replace(Arguments&&...) {
        return detail::refuse_written_view<Arguments...>();
    }
template <class... Arguments>
    requires detail::written_views<Arguments...> detail::any_result replace_if(Arguments&&...) {
        return detail::refuse_written_view<Arguments...>();
    }
template <class... Arguments>
    requires detail::written_views<Arguments...> detail::any_result sort(Arguments&&...) {
        return detail::refuse_written_view<Arguments...>();
    }
template <class... Arguments>
    requires detail::written_views<Arguments...> detail::any_result stable_sort(Arguments&&...) {
        return detail::refuse_written_view<Arguments...>();
    }
template <class... Arguments>
    requires detail::written_views<Arguments...> detail::any_result sort_by_key(Arguments&&...) {
        return detail::refuse_written_view<Arguments...>();
    }
template <detail::device_range R, detail::device_view Out>
detail::any_result copy(R&&, Out&&) {
    return detail::refuse_written_view<Out>();
}
template <class I, class Out>
    requires detail::reads_device<Out> detail::any_result copy(I, I, Out) {
        return detail::refuse_written_view<Out>();
    }
/// @endcond

} // namespace gpu::inline v0
