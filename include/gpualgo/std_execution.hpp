// SPDX-License-Identifier: Apache-2.0
/// @file
/// The standard library's execution policies: a program changes its namespace, and keeps its calls.
/// Not in the umbrella header, because `<execution>` takes long to compile.
#pragma once

#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/extrema.hpp>
#include <gpualgo/policy.hpp>
#include <gpualgo/reduce.hpp>
#include <gpualgo/transform_reduce.hpp>

#include <execution>
#include <functional>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup std_execution Standard execution policies
/// `std::execution::seq` and `unseq`: as without a policy. Functions that are not precompiled stay
/// in the calling thread. `par` and `par_unseq`: as `gpu::automatic`. Ranges on devices are
/// processed there by either. Reductions are in the canonical order, with the same bits. Otherwise
/// as @ref reduce, @ref transform_reduce and @ref extrema, whose functions take these policies
/// if this header is included. So do means, scans, sorts, searches, selections and elementwise
/// algorithms. If a function throws, the exception passes through, and the program is not
/// terminated.
/// @{

/// @cond internal
namespace detail {

/// A policy of the standard library.
template <class P>
concept std_policy = std::is_execution_policy_v<P>;

template <std_policy P>
inline constexpr bool is_supported_policy<P> = true;

template <std_policy P>
struct own_policy_of<P> {
    static constexpr bool is_sequential = std::is_same_v<P, std::execution::sequenced_policy> ||
                                          std::is_same_v<P, std::execution::unsequenced_policy>;
    using type = std::conditional_t<is_sequential, no_policy, gpu::policy::automatic>;
};

} // namespace detail
/// @endcond

/// As `gpu::reduce(first, last, ...)`.
/// @tparam P a policy of the standard library
/// @tparam I an iterator, of the host or a device's
/// @tparam Rest those of init and operator
/// @param policy how
/// @param first the first element
/// @param last the end
/// @param rest init and operator, or less
/// @return the total
template <detail::std_policy P, detail::paired_iterator I, class... Rest>
    requires(sizeof...(Rest) <= 2)
[[nodiscard]] auto reduce(P const& policy, I first, I last, Rest... rest) {
    return gpu::reduce(detail::own_policy(policy), std::move(first), std::move(last),
                       std::move(rest)...);
}

/// As `gpu::reduce(range, ...)`.
/// @tparam P a policy of the standard library
/// @tparam R a range, of the host or a device's
/// @tparam Rest those of init and operator
/// @param policy how
/// @param range its elements
/// @param rest init and operator, or less
/// @return the total
template <detail::std_policy P, detail::input_range R, class... Rest>
    requires(sizeof...(Rest) <= 2)
[[nodiscard]] auto reduce(P const& policy, R&& range, Rest... rest) {
    return gpu::reduce(detail::own_policy(policy), range, std::move(rest)...);
}

/// As `gpu::transform_reduce(range, arguments...)`.
/// @tparam P a policy of the standard library
/// @tparam R a range, of the host or a device's
/// @tparam Arguments the others'
/// @param policy how
/// @param range its elements, or those of the first of two ranges
/// @param arguments the others
/// @return the total
template <detail::std_policy P, detail::input_range R, class... Arguments>
[[nodiscard]] auto transform_reduce(P const& policy, R&& range, Arguments&&... arguments) {
    return gpu::transform_reduce(detail::own_policy(policy), range,
                                 std::forward<Arguments>(arguments)...);
}

// The rest has the parameters of std's functions: if those are visible, too, overload resolution
// finds these to be more constrained.

/// As `gpu::transform_reduce(first, last, init, op, f)`.
/// @tparam P a policy of the standard library
/// @tparam I an iterator, of the host or a device's
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of one element
/// @param policy how
/// @param first the first element
/// @param last the end
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::std_policy P, detail::paired_iterator I, class T, class Op, class F>
    requires detail::transforms_elements<F, I>
[[nodiscard]] detail::value_given<T> transform_reduce(P const& policy, I first, I last, T init,
                                                      Op op, F f) {
    return gpu::transform_reduce(detail::own_policy(policy), std::move(first), std::move(last),
                                 std::move(init), std::move(op), std::move(f));
}

/// As `gpu::transform_reduce(first1, last1, first2, init)`.
/// @tparam P a policy of the standard library
/// @tparam I1 an iterator, of the host or a device's
/// @tparam I2 another one
/// @tparam T the type that is accumulated
/// @param policy how
/// @param first1 the first element
/// @param last1 the end
/// @param first2 the first element of the second range
/// @param init goes in front
/// @return the sum
template <detail::std_policy P, detail::paired_iterator I1, detail::input_iterator I2, class T>
[[nodiscard]] detail::value_given<T> transform_reduce(P const& policy, I1 first1, I1 last1,
                                                      I2 first2, T init) {
    return gpu::transform_reduce(detail::own_policy(policy), std::move(first1), std::move(last1),
                                 std::move(first2), std::move(init));
}

/// As `gpu::transform_reduce(first1, last1, first2, init, op, f)`.
/// @tparam P a policy of the standard library
/// @tparam I1 an iterator, of the host or a device's
/// @tparam I2 another one
/// @tparam T the type that is accumulated
/// @tparam Op a binary operator
/// @tparam F a function of an element of each range
/// @param policy how
/// @param first1 the first element
/// @param last1 the end
/// @param first2 the first element of the second range
/// @param init goes in front
/// @param op the operator
/// @param f the transform
/// @return the total
template <detail::std_policy P, detail::paired_iterator I1, detail::input_iterator I2, class T,
          class Op, class F>
[[nodiscard]] detail::value_given<T> transform_reduce(P const& policy, I1 first1, I1 last1,
                                                      I2 first2, T init, Op op, F f) {
    return gpu::transform_reduce(detail::own_policy(policy), std::move(first1), std::move(last1),
                                 std::move(first2), std::move(init), std::move(op), std::move(f));
}

/// Finds the smallest element of a range given by two iterators, as `gpu::min_element`.
/// @tparam P a policy of the standard library
/// @tparam I an iterator, of the host or a device's
/// @tparam C a comparator
/// @param policy how
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @return an iterator to the first of the smallest elements
template <detail::std_policy P, detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] I min_element(P const& policy, I first, I last, C comp = C()) {
    return gpu::min_element(detail::own_policy(policy), std::move(first), std::move(last),
                            std::move(comp));
}

/// Finds the largest element of a range given by two iterators, as `gpu::max_element`.
/// @tparam P a policy of the standard library
/// @tparam I an iterator, of the host or a device's
/// @tparam C a comparator
/// @param policy how
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @return an iterator to the first of the largest elements
template <detail::std_policy P, detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] I max_element(P const& policy, I first, I last, C comp = C()) {
    return gpu::max_element(detail::own_policy(policy), std::move(first), std::move(last),
                            std::move(comp));
}

/// Finds the smallest and the largest element of a range given by two iterators, as
/// `gpu::minmax_element`.
/// @tparam P a policy of the standard library
/// @tparam I an iterator, of the host or a device's
/// @tparam C a comparator
/// @param policy how
/// @param first the first element
/// @param last the end
/// @param comp whether one element is before another
/// @return iterators to the first of the smallest elements, and to the last of the largest
template <detail::std_policy P, detail::forward_pair I, class C = std::less<>>
    requires detail::comparator_of<C, I>
[[nodiscard]] std::pair<I, I> minmax_element(P const& policy, I first, I last, C comp = C()) {
    return gpu::minmax_element(detail::own_policy(policy), std::move(first), std::move(last),
                               std::move(comp));
}

/// @}

} // namespace gpu::inline v0
