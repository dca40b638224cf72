// SPDX-License-Identifier: Apache-2.0
/// @file
/// The standard library's execution policies, where `std::reduce` and `std::transform_reduce` take
/// them: a program changes its namespace, and keeps its calls. Apart from the umbrella header,
/// because `<execution>` takes long to compile.
#pragma once

#include <gpualgo/detail/precompiled.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/policy.hpp>
#include <gpualgo/reduce.hpp>
#include <gpualgo/transform_reduce.hpp>

#include <execution>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0 {

/// @defgroup std_execution Standard execution policies
/// `std::execution::seq` and `unseq`: as without a policy, where functions that are not precompiled
/// stay in the calling thread. `par` and `par_unseq`: as `gpu::automatic`. Ranges on devices are
/// reduced there by either; all are in the canonical order, with the same bits. In all else as @ref
/// reduce and @ref transform_reduce; where a function throws, the exception passes through, and the
/// program is not terminated.
/// @{

/// @cond internal
namespace detail {

/// A policy of the standard library.
template <class P>
concept std_policy = std::is_execution_policy_v<P>;

template <std_policy P>
inline constexpr bool is_served_policy<P> = true;

/// The policy of ours that does what P says.
template <std_policy P>
constexpr auto policy_like() {
    if constexpr (std::is_same_v<P, std::execution::sequenced_policy> ||
                  std::is_same_v<P, std::execution::unsequenced_policy>)
        return no_policy();
    else return gpu::policy::automatic();
}

} // namespace detail
/// @endcond

/// As `gpu::reduce(first, last, ...)`.
/// @tparam P a policy of the standard library
/// @tparam I an iterator, of the host or a device's
/// @tparam Rest those of init and operator
/// @param first the first element
/// @param last the end
/// @param rest init and operator, or less
/// @return the total
template <detail::std_policy P, detail::paired_iterator I, class... Rest>
    requires(sizeof...(Rest) <= 2)
[[nodiscard]] auto reduce(P const&, I first, I last, Rest... rest) {
    return gpu::reduce(detail::policy_like<P>(), std::move(first), std::move(last),
                       std::move(rest)...);
}

/// As `gpu::reduce(range, ...)`.
/// @tparam P a policy of the standard library
/// @tparam R a range, of the host or a device's
/// @tparam Rest those of init and operator
/// @param range its elements
/// @param rest init and operator, or less
/// @return the total
template <detail::std_policy P, detail::input_range R, class... Rest>
    requires(sizeof...(Rest) <= 2)
[[nodiscard]] auto reduce(P const&, R&& range, Rest... rest) {
    return gpu::reduce(detail::policy_like<P>(), range, std::move(rest)...);
}

/// As `gpu::transform_reduce(arguments...)`.
/// @tparam P a policy of the standard library
/// @tparam First an iterator, or a range
/// @tparam Arguments the others'
/// @param first what begins the arguments behind the policy
/// @param arguments the others
/// @return the total
template <detail::std_policy P, class First, class... Arguments>
    requires(std::input_iterator<std::remove_cvref_t<First>> ||
             detail::input_range<std::remove_reference_t<First>>)
[[nodiscard]] auto transform_reduce(P const&, First&& first, Arguments&&... arguments) {
    return gpu::transform_reduce(detail::policy_like<P>(), std::forward<First>(first),
                                 std::forward<Arguments>(arguments)...);
}

/// @}

} // namespace gpu::inline v0
