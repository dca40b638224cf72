// SPDX-License-Identifier: Apache-2.0
/// @file
/// Partial reductions of elements that do not lie side by side: of copies of them, chunk after
/// chunk.
#pragma once

#include <gpualgo/detail/iterator.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/partial_call.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <utility>

namespace gpu::inline v0::detail {

/// Elements of a chunk in the program: 4 MiB.
template <class State>
inline constexpr std::size_t chunk_elements = (std::size_t{4} << 20) /
                                              sizeof(typename State::value);

/// The element at an iterator, as lists have it.
template <class State, class I>
typename State::value listed_at(I& i) {
    std::iter_value_t<I> const& element = *i;
    return std::bit_cast<typename State::value>(element);
}

/// Appends elements that the program reads.
template <class P, class State, class I, class S, class... Js>
void read_in_program(State& to, P const& policy, I first, S last, Js... others) {
    typename State::elements chunk;
    do {
        for (chunk.clear(); first != last && chunk.size() < chunk_elements<State>; ++first) {
            chunk.push_back(detail::listed_at<State>(first), detail::listed_at<State>(others)...);
            (void(++others), ...);
        }
        State next(to.operation, to.end);
        typename partial_call<State>::starts at;
        for (std::size_t r = 0; r < State::ranges; ++r)
            at[r] = detail::start_at(chunk.values[r].data());
        detail::read_part(next, policy, at, chunk.size());
        to.merge(next);
    } while (first != last);
}

/// Calls use with the first n elements of each view in memory.
template <class P, class Use, class I, class... Js>
void with_chunks(P const& policy, std::ptrdiff_t n, Use use, I first, Js... others) {
    if constexpr (grouped_policy<P>)
        return detail::with_chunks(policy.local(), n, use, first, others...);
    else
        detail::with_stored(
            policy, "gpu::partial_reduction", first, first + n,
            [&](auto x, auto) {
                auto const with_first = [&](auto... at) { use(x, at...); };
                if constexpr (sizeof...(Js) == 0) with_first();
                else detail::with_chunks(policy, n, with_first, others...);
            },
            others...);
}

/// Appends elements of views of ranges on a device. A kernel writes each chunk to memory there.
template <class P, class State, class I, class... Js>
void read_views(State& to, P const& policy, I first, I last, Js... others) {
    do {
        std::ptrdiff_t const left = last - first;
        std::ptrdiff_t const most = 16 * static_cast<std::ptrdiff_t>(chunk_elements<State>);
        std::ptrdiff_t const n = left < most ? left : most;
        State next(to.operation, to.end);
        auto const add = [&](auto... at) {
            detail::read_part(next, policy, {detail::start_at(at)...},
                              static_cast<std::uint64_t>(n));
        };
        detail::with_chunks(policy, n, add, first, others...);
        to.merge(next);
        first += n;
        (void(others += n), ...);
    } while (first != last);
}

/// Appends copies of elements. Calls the library for an empty range, too: it checks the policy.
/// @param others the first elements of the other ranges
template <class P, class State, class I, class S, class... Js>
void read_copies(State& to, P const& policy, I first, S last, Js... others) {
    detail::check_order(first, last);
    if constexpr (reads_device<I> || (reads_device<Js> || ...))
        detail::read_views(to, policy, first, last, others...);
    else detail::read_in_program(to, policy, std::move(first), last, std::move(others)...);
}

} // namespace gpu::inline v0::detail
