// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches of views by kernels that make the elements. find_range.hpp and extrema_range.hpp find
/// these overloads by their first argument.
#pragma once

#include <gpualgo/abi/extrema_request.hpp>
#include <gpualgo/abi/find_request.hpp>
#include <gpualgo/detail/expression_interval.hpp>
#include <gpualgo/detail/extrema_range.hpp>
#include <gpualgo/detail/find_range.hpp>
#include <gpualgo/detail/view_call.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <iterator>
#include <tuple>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// A view of what an expression makes of the rows or elements of an accessor.
template <class E, class A>
using view_of_expression = indexed_view<transformed_at<E, A>>;

/// Whether a kernel tests the elements of a view by a predicate. Rows are tested by expressions.
template <class A, class Predicate>
consteval bool is_tested_by_kernel() {
    if constexpr (tuple_like<typename A::value_type>) {
        if constexpr (kernel_callable<Predicate>)
            return kernel_view<view_of_expression<
                std::remove_cvref_t<decltype(expression_for(std::declval<Predicate const&>()))>,
                A>>;
        else return false;
    } else {
        return kernel_view<indexed_view<A>> && predicate_of_made<Predicate, typename A::value_type>;
    }
}
template <class A, class Predicate>
inline constexpr bool
    is_found_by_kernel<view_iterator<A>, Predicate> = is_tested_by_kernel<A, Predicate>();

/// Whether elements are made of elements of ranges that lie side by side.
template <class A>
inline constexpr bool is_dense = true;
template <class A>
inline constexpr bool is_dense<strided_at<A>> = false;
template <class... As>
inline constexpr bool is_dense<zip_at<As...>> = (is_dense<As> && ...);
template <class F, class... As>
inline constexpr bool is_dense<transformed_at<F, As...>> = (is_dense<As> && ...);

/// The type of the elements of the first range that an expression reads; that of positions if it
/// reads none.
template <class Read, class Sources>
struct element_read {
    using type = std::uint64_t;
};
template <class Read, class... Is>
    requires(Read::count > 0)
struct element_read<Read, std::tuple<Is...>> {
    static constexpr std::size_t first = [] {
        std::size_t k = 0;
        while (!Read::is_read[k]) ++k;
        return k;
    }();
    using type = std::iter_value_t<std::tuple_element_t<first, std::tuple<Is...>>>;
};

/// The ranges that a search of a view reads. Its kernel loads vectors of a single range whose
/// elements are side by side, and reads others by positions.
template <class View>
class searched_ranges {
    using operands = view_operands<View>;
    using element =
        typename element_read<typename operands::read, typename operands::sources>::type;
    static constexpr bool is_single = operands::read::count == 1 &&
                                      !operands::read::uses_position &&
                                      is_dense<accessor_of<View>> && !std::same_as<element, bool>;

public:
    /// The type of the elements of the request: positions, unless a single range is read.
    using value_type = std::conditional_t<is_single, element, std::uint64_t>;

    explicit searched_ranges(View const& view)
        : expression_(detail::whole_expression(view.accessor())) {
        operands::pack(ranges_, view);
    }

    /// Completes a request and its expression, which live as long as this object.
    template <class Request, class By>
    void pack(Request& request, By& by) {
        by.f = operands::template pack<typename View::value_type>(expression_, scalars_);
        by.type = number_type_of<value_type>();
        request.n = ranges_.n;
        if (ranges_.ranges > 0) request.memory = ranges_.in[0].memory;
        if (is_single) request.first = ranges_.in[0].first;
        else by.made = &ranges_;
    }

private:
    typename operands::expression expression_;
    expression_request ranges_;
    scalar_bytes scalars_;
};

/// Sets the function that searches in the program.
template <class By, class Search>
void set_search(By& by, Search& search) {
    by.on_host = [](void* context, std::uint64_t* found) {
        (*static_cast<Search*>(context))(found);
    };
    by.context = &search;
}

/// Finds the first element of a view that a predicate selects.
/// @return its position, or the view's size
template <find_kind Wanted, class P, class A, class Predicate>
std::ptrdiff_t find_made(program_kernels, find_tag<Wanted>, P const& policy,
                         view_iterator<A> const& first, view_iterator<A> const& last,
                         Predicate const& predicate) {
    auto const range = detail::view_between(first, last);
    auto const tests = detail::transformed_view(
        range, gpu::cast<bool>(detail::predicate_as_expression<typename A::value_type>(predicate)));
    std::identity is_selected;
    auto search = [&](std::uint64_t* position) {
        *position =
            detail::index_on_cores(detail::elements_of_view(tests), tests.size(), is_selected);
    };
    searched_ranges ranges(tests);
    using value = typename decltype(ranges)::value_type;
    std::uint64_t position = 0;
    predicate_expression by;
    find_request request;
    ranges.pack(request, by);
    detail::set_search(by, search);
    request.value = number_of<as_listed<value>, types>;
    request.wanted = static_cast<std::uint32_t>(Wanted);
    request.expression = &by;
    request.position = &position;
    call<strategies>(policy, request, &gpualgo_v0_find);
    return static_cast<std::ptrdiff_t>(position);
}

/// Keys by which elements of a view are compared: the elements themselves, or what a projection
/// makes of them.
template <class View, class C>
constexpr View const& keys_of(View const& view, C const&) {
    return view;
}
template <class View, class C, class F>
constexpr auto keys_of(View const& view, projected_comparator<C, F> const& by) {
    return detail::transformed_view(view, by.project);
}
template <class C>
constexpr C& order_of_keys(C& before) {
    return before;
}
template <class C, class F>
constexpr C& order_of_keys(projected_comparator<C, F>& by) {
    return by.before;
}
template <class A, class C>
using keys_of_view = std::remove_cvref_t<decltype(detail::keys_of(
    std::declval<indexed_view<A> const&>(), std::declval<C const&>()))>;

template <class A, class C>
inline constexpr bool is_extremum_by_kernel<view_iterator<A>, C> = kernel_view<keys_of_view<A, C>>&&
    listed_order<typename keys_of_view<A, C>::value_type,
                 std::remove_cvref_t<decltype(detail::order_of_keys(std::declval<C&>()))>>;

/// Finds the elements of a view with the smallest or the largest key.
template <extremum Wanted, class P, class A, class C>
std::array<std::uint64_t, 2> search_made(program_kernels, extremum_tag<Wanted>, P const& policy,
                                         view_iterator<A> const& first,
                                         view_iterator<A> const& last, C& by) {
    auto const range = detail::view_between(first, last);
    auto const keys = detail::keys_of(range, by);
    auto& before = detail::order_of_keys(by);
    using key = typename std::remove_cvref_t<decltype(keys)>::value_type;
    auto search = [&](std::uint64_t* found) {
        auto const begin = detail::elements_of_view(keys);
        auto const best = detail::search_on_cores<Wanted>(begin, keys.size(), before);
        auto const position = [](auto const& i) {
            return static_cast<std::uint64_t>(i.position());
        };
        if constexpr (Wanted == extremum::both) {
            found[0] = position(best.first);
            found[1] = position(best.second);
        } else {
            found[0] = position(best);
        }
    };
    searched_ranges ranges(keys);
    std::array<std::uint64_t, 2> found{};
    key_expression made;
    extrema_request request;
    ranges.pack(request, made);
    detail::set_search(made, search);
    made.type_of_key = number_type_of<key>();
    request.value = number_of<as_listed<key>, types>;
    request.wanted = static_cast<std::uint32_t>(Wanted);
    request.is_descending = is_greater<std::remove_reference_t<decltype(before)>, key>;
    request.keys = &made;
    request.positions = found.data();
    call<strategies>(policy, request, &gpualgo_v0_extrema);
    return found;
}

} // namespace gpu::inline v0::detail
