// SPDX-License-Identifier: Apache-2.0
/// @file
/// sort, stable_sort, sort_by_key and argsort: stable sorts on any device, in one total order.
#pragma once

#include <gpualgo/detail/argsort_range.hpp>
#include <gpualgo/detail/mixed_ends.hpp>
#include <gpualgo/detail/order_refusals.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/sort_range.hpp>
#include <gpualgo/functional.hpp>

#include <functional>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup sort Sorting
/// `sort`, `stable_sort`, `sort_by_key`, `argsort`, `is_sorted` and `is_sorted_until`: as those of
/// the standard library and of Thrust, on any device.
///
/// @par Template parameters
/// P: a policy. I, R: an iterator or a range, of the host or of a device. V, Values: likewise, for
/// values. O, Out: an output iterator, or a range. C: a comparator. Projection: a function of an
/// element, or a pointer to a member.
/// @par Requires
/// comp(a, b) tells whether a comes before b, and is a strict weak order. If there is a projection,
/// a and b are its results, otherwise elements. Values and indices are as many as the elements, and
/// do not overlap them. Iterators have random access, those of `is_sorted` and `is_sorted_until`
/// may be forward iterators. Policies are `automatic` and `vendor`, with their options, and those
/// of the standard library (gpualgo/std_execution.hpp). `is_sorted` and `is_sorted_until` do not
/// take `vendor`.
/// @par Precompiled comparators
/// `std::less` and `std::greater` of the elements, for integers of 8 to 64 bits, `float`, `double`,
/// `gpu::half` and `gpu::bfloat16`. Ranges on devices need one of these, for the elements or for
/// the results of a projection. On the host, the program itself sorts all other types, by any
/// comparator and projection. Elements and values may be move-only there.
/// @par Projections on devices
/// A pointer to a field, such as `&record::key`, of elements that are trivially copyable. On a
/// GPU the field may lie at any address, as in packed structures. Or, of elements that are numbers,
/// an expression (gpualgo/expression.hpp).
/// @par Order
/// Floating-point numbers have a total order: -0 comes before +0, and NaNs come last, by their
/// bits. By `std::greater`, +0 comes before -0, and NaNs come last, too. All sorts are stable:
/// elements that are equal, and their values, keep their order.
/// @par Effects
/// Sorts, and fills the policy's report.
/// @par Returns
/// `argsort`: the end of the indices. `is_sorted`: whether the range is sorted. `is_sorted_until`:
/// the first element that the order puts before its predecessor, or the end. The others return
/// nothing.
/// @par Complexity
/// Radix sorts take time in proportion to the elements and to the bytes of one. Sorts by other
/// comparators take n log n comparisons.
/// @par Policies
/// `vendor` is CUB's radix sort. On a GPU `automatic` merges few elements, or sorts them in one
/// block. It counts many keys of 1 or 2 bytes without values, and takes CUB for all others. This
/// holds for precompiled comparators.
/// @par Where it runs
/// On the device where the ranges lie: all lie on one device, or in memory that it reads. Ranges of
/// the host: as for reduce. Without a policy, sorts that are not precompiled run in the calling
/// thread, with a policy on all cores.
/// @par Throws
/// As reduce, before anything runs; ranges are unchanged then. Also
/// - `std::invalid_argument` if values or indices overlap the range, lie on another device, are a
///   null pointer, or are a range of too few elements
/// - `std::invalid_argument` if the type of indices has no numbers for all elements
/// - any exception of the comparator or the projection
///
/// If a device fails, elements and values are unspecified (basic guarantee). If a comparator or a
/// projection throws, the elements are in another order, and none is lost.
/// @par Thread safety
/// As the functions of the standard library. With a policy, several threads may call a comparator
/// that is not precompiled, and a projection, at once.
/// @par Stream behaviour
/// Runs on the policy's stream, and waits: returns when the results are available.
/// @par Determinism
/// There is one right answer. Results have the same bits on every device.
/// @par Memory
/// From the policy's resource: as many bytes as the elements and values have. `argsort` copies the
/// elements, and needs that for the copy. Values of other sizes than 4 and 8 bytes need another
/// copy, and 4 to 16 bytes per element. So do elements and values of `sort_by_key` by a projection.
/// Keys by a projection need memory, too. On a GPU, CUB needs some MiB more. `is_sorted` needs
/// none. Ranges of the host that a GPU sorts are copied there and back. Sorts by comparators that
/// are not precompiled allocate as much as the elements have, without the resource.
/// @par Constant expressions
/// Ranges of the host may be sorted in constant expressions.
/// @{

// Without a policy, iterators have one overload per number of arguments. Only if all other
// parameters are the same does overload resolution prefer these to std's as more constrained.

/// Sorts a range given by two iterators.
/// @param first the first element
/// @param last the end
template <detail::sortable_pair I>
    requires detail::comparator_of<std::less<>, I>
constexpr void sort(I first, I last) {
    detail::sort_range(detail::no_policy(), detail::sort_kind::sort, std::move(first),
                       std::move(last), std::less<>());
}

/// @copydoc sort(I, I)
/// @param comp tells whether one element comes before another
template <detail::sortable_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
constexpr void sort(I first, I last, C comp) {
    detail::sort_range(detail::no_policy(), detail::sort_kind::sort, std::move(first),
                       std::move(last), std::move(comp));
}

/// @copydoc sort(I, I, C)
/// @param project is applied to elements before they are compared
template <detail::sortable_pair I, class C = std::less<>, class Projection>
    requires detail::comparator_of<C, I, Projection>
constexpr void sort(I first, I last, C comp, Projection project) {
    detail::sort_range(detail::no_policy(), detail::sort_kind::sort, std::move(first),
                       std::move(last), std::move(comp), std::move(project));
}

/// Sorts a range.
/// @param range the elements
/// @param comp tells whether one element comes before another
/// @param project is applied to elements before they are compared
template <detail::sortable_range R, class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
constexpr void sort(R&& range, C comp = C(), Projection project = Projection()) {
    detail::sort_range(detail::no_policy(), detail::sort_kind::sort, detail::begin_of(range),
                       detail::end_of(range), std::move(comp), std::move(project));
}

/// @copydoc sort(I, I, C, Projection)
/// @param policy the strategy and its options
template <detail::sort_policy P, detail::sortable_pair I, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
constexpr void sort(P const& policy, I first, I last, C comp = C(),
                    Projection project = Projection()) {
    detail::sort_range(policy, detail::sort_kind::sort, std::move(first), std::move(last),
                       std::move(comp), std::move(project));
}

/// @copydoc sort(R&&, C, Projection)
/// @param policy the strategy and its options
template <detail::sort_policy P, detail::sortable_range R, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
constexpr void sort(P const& policy, R&& range, C comp = C(), Projection project = Projection()) {
    detail::sort_range(policy, detail::sort_kind::sort, detail::begin_of(range),
                       detail::end_of(range), std::move(comp), std::move(project));
}

/// Sorts a range given by two iterators, as sort does: equal elements keep their order.
/// @param first the first element
/// @param last the end
template <detail::sortable_pair I>
    requires detail::comparator_of<std::less<>, I>
constexpr void stable_sort(I first, I last) {
    detail::sort_range(detail::no_policy(), detail::sort_kind::stable_sort, std::move(first),
                       std::move(last), std::less<>());
}

/// @copydoc stable_sort(I, I)
/// @param comp tells whether one element comes before another
template <detail::sortable_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
constexpr void stable_sort(I first, I last, C comp) {
    detail::sort_range(detail::no_policy(), detail::sort_kind::stable_sort, std::move(first),
                       std::move(last), std::move(comp));
}

/// @copydoc stable_sort(I, I, C)
/// @param project is applied to elements before they are compared
template <detail::sortable_pair I, class C = std::less<>, class Projection>
    requires detail::comparator_of<C, I, Projection>
constexpr void stable_sort(I first, I last, C comp, Projection project) {
    detail::sort_range(detail::no_policy(), detail::sort_kind::stable_sort, std::move(first),
                       std::move(last), std::move(comp), std::move(project));
}

/// Sorts a range, as sort does: equal elements keep their order.
/// @param range the elements
/// @param comp tells whether one element comes before another
/// @param project is applied to elements before they are compared
template <detail::sortable_range R, class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
constexpr void stable_sort(R&& range, C comp = C(), Projection project = Projection()) {
    detail::sort_range(detail::no_policy(), detail::sort_kind::stable_sort, detail::begin_of(range),
                       detail::end_of(range), std::move(comp), std::move(project));
}

/// @copydoc stable_sort(I, I, C, Projection)
/// @param policy the strategy and its options
template <detail::sort_policy P, detail::sortable_pair I, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
constexpr void stable_sort(P const& policy, I first, I last, C comp = C(),
                           Projection project = Projection()) {
    detail::sort_range(policy, detail::sort_kind::stable_sort, std::move(first), std::move(last),
                       std::move(comp), std::move(project));
}

/// @copydoc stable_sort(R&&, C, Projection)
/// @param policy the strategy and its options
template <detail::sort_policy P, detail::sortable_range R, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
constexpr void stable_sort(P const& policy, R&& range, C comp = C(),
                           Projection project = Projection()) {
    detail::sort_range(policy, detail::sort_kind::stable_sort, detail::begin_of(range),
                       detail::end_of(range), std::move(comp), std::move(project));
}

/// Sorts keys given by two iterators, and moves a value with each of them.
/// @param first the first key
/// @param last the end
/// @param values the first value
/// @param comp tells whether one key comes before another
/// @param project is applied to keys before they are compared
template <detail::sortable_pair I, detail::sortable_iterator V, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
constexpr void sort_by_key(I first, I last, V values, C comp = C(),
                           Projection project = Projection()) {
    detail::sort_keys(detail::no_policy(), std::move(first), std::move(last), std::move(values),
                      std::move(comp), std::move(project));
}

/// Sorts keys, and moves a value with each of them.
/// @param keys the keys
/// @param values a range of at least as many values
/// @param comp tells whether one key comes before another
/// @param project is applied to keys before they are compared
template <detail::sortable_range R, detail::sortable_range Values, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
constexpr void sort_by_key(R&& keys, Values&& values, C comp = C(),
                           Projection project = Projection()) {
    auto const first = detail::begin_of(keys);
    auto const last = detail::end_of(keys);
    detail::sort_keys(detail::no_policy(), first, last,
                      detail::values_of("gpu::sort_by_key: the values", first, last, values),
                      std::move(comp), std::move(project));
}

/// @copydoc sort_by_key(I, I, V, C, Projection)
/// @param policy the strategy and its options
template <detail::sort_policy P, detail::sortable_pair I, detail::sortable_iterator V,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
constexpr void sort_by_key(P const& policy, I first, I last, V values, C comp = C(),
                           Projection project = Projection()) {
    detail::sort_keys(policy, std::move(first), std::move(last), std::move(values), std::move(comp),
                      std::move(project));
}

/// @copydoc sort_by_key(R&&, Values&&, C, Projection)
/// @param policy the strategy and its options
template <detail::sort_policy P, detail::sortable_range R, detail::sortable_range Values,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
constexpr void sort_by_key(P const& policy, R&& keys, Values&& values, C comp = C(),
                           Projection project = Projection()) {
    auto const first = detail::begin_of(keys);
    auto const last = detail::end_of(keys);
    detail::sort_keys(policy, first, last,
                      detail::values_of("gpu::sort_by_key: the values", first, last, values),
                      std::move(comp), std::move(project));
}

/// Writes the indices that sort a range given by two iterators, and leaves the range as it is.
/// Index i of the output is that of the element that comes i-th in the order.
/// @return the end of the indices that were written
/// @param first the first element
/// @param last the end
/// @param out the target of the first index: on devices, integers of 32 or 64 bits
/// @param comp tells whether one element comes before another
/// @param project is applied to elements before they are compared
template <detail::random_access_pair I, detail::index_output O, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
constexpr O argsort(I first, I last, O out, C comp = C(), Projection project = Projection()) {
    return detail::argsort_range(detail::no_policy(), std::move(first), std::move(last),
                                 std::move(out), std::move(comp), std::move(project));
}

/// Writes the indices that sort a range, and leaves the range as it is. Index i of the output is
/// that of the element that comes i-th in the order.
/// @return the end of the indices that were written
/// @param range the elements
/// @param out an iterator or a range of at least as many elements: the target of the indices, on
/// devices integers of 32 or 64 bits
/// @param comp tells whether one element comes before another
/// @param project is applied to elements before they are compared
template <detail::random_access_range R, detail::output_for<R> Out, class C = std::less<>,
          class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
constexpr auto argsort(R&& range, Out&& out, C comp = C(), Projection project = Projection()) {
    auto const first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    return detail::argsort_range(detail::no_policy(), first, last,
                                 detail::values_of("gpu::argsort: the indices", first, last, out),
                                 std::move(comp), std::move(project));
}

/// @copydoc argsort(I, I, O, C, Projection)
/// @param policy the strategy and its options
template <detail::sort_policy P, detail::random_access_pair I, detail::index_output O,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, I, Projection>
constexpr O argsort(P const& policy, I first, I last, O out, C comp = C(),
                    Projection project = Projection()) {
    return detail::argsort_range(policy, std::move(first), std::move(last), std::move(out),
                                 std::move(comp), std::move(project));
}

/// @copydoc argsort(R&&, Out&&, C, Projection)
/// @param policy the strategy and its options
template <detail::sort_policy P, detail::random_access_range R, detail::output_for<R> Out,
          class C = std::less<>, class Projection = std::identity>
    requires detail::comparator_of<C, detail::iterator_t<R>, Projection>
constexpr auto argsort(P const& policy, R&& range, Out&& out, C comp = C(),
                       Projection project = Projection()) {
    auto const first = detail::begin_of(range);
    auto const last = detail::end_of(range);
    return detail::argsort_range(policy, first, last,
                                 detail::values_of("gpu::argsort: the indices", first, last, out),
                                 std::move(comp), std::move(project));
}

/// @}

/// @cond internal
// Both ends have one type: compilers print this line.
template <class... Arguments>
    requires detail::mixed_ends<Arguments...>
constexpr void sort(Arguments&&...) = delete; // not v.begin(), v.cend()

// If a range cannot be sorted, compilers print one of these lines.
template <class... Arguments>
    requires detail::no_random_access<Arguments...>
constexpr void sort(Arguments&&...) = delete; // needs random access: vector, deque, array
template <class... Arguments>
    requires detail::no_elements_to_assign<Arguments...>
constexpr void sort(Arguments&&...) = delete; // elements cannot be assigned: they are const
template <class... Arguments>
    requires detail::no_order_of_elements<Arguments...>
constexpr void sort(Arguments&&...) = delete; // no order: give a comparator, or {}, &T::key
template <class... Arguments>
    requires detail::no_random_access<Arguments...>
constexpr void stable_sort(Arguments&&...) = delete; // needs random access: vector, deque, array
template <class... Arguments>
    requires detail::no_elements_to_assign<Arguments...>
constexpr void stable_sort(Arguments&&...) = delete; // elements cannot be assigned: they are const
template <class... Arguments>
    requires detail::no_order_of_elements<Arguments...>
constexpr void stable_sort(Arguments&&...) = delete; // no order: give a comparator, or {}, &T::key

// If the first argument is not a policy of sorts, a compile error lists these policies.
template <detail::not_a_policy_of_sort X, class R, class... Rest>
    requires(detail::input_range<R> || detail::input_iterator<std::remove_cvref_t<R>>)
constexpr void sort(X const&, R&&, Rest const&...) { detail::require_policy_of_sort<X>(); }
template <detail::not_a_policy_of_sort X, class R, class... Rest>
    requires(detail::input_range<R> || detail::input_iterator<std::remove_cvref_t<R>>)
constexpr void stable_sort(X const&, R&&, Rest const&...) { detail::require_policy_of_sort<X>(); }
template <detail::not_a_policy_of_sort X, class R, class... Rest>
    requires(detail::input_range<R> || detail::input_iterator<std::remove_cvref_t<R>>)
constexpr void sort_by_key(X const&, R&&, Rest const&...) { detail::require_policy_of_sort<X>(); }
template <detail::not_a_policy_of_sort X, class R, class... Rest>
    requires(detail::input_range<R> || detail::input_iterator<std::remove_cvref_t<R>>)
constexpr void argsort(X const&, R&&, Rest const&...) { detail::require_policy_of_sort<X>(); }
/// @endcond

} // namespace gpu::inline v0
