// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls with few elements of the host, which the program evaluates itself: a call of the library
/// takes longer.
#pragma once

#include <gpualgo/detail/short_range.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>

namespace gpu::inline v0::detail {

/// Whether elements of an iterator are certainly in host memory.
template <class I>
inline constexpr bool is_on_host = false;
template <std::contiguous_iterator I>
inline constexpr bool is_on_host<I> = is_host_iterator<I>;

/// Whether the program evaluates a call by `automatic` or without a policy itself.
/// @tparam Is all iterators of the call
/// @param n elements
/// @param most the largest number that is worthwhile
template <class... Is, class P>
constexpr bool is_short_call(P const& policy, std::size_t n, std::size_t most) {
    return (is_on_host<Is> && ...) && n <= most && !policy.has_options();
}

/// Whether n elements and m other ones have no memory in common. If they do, a short call is left
/// to the library, which refuses it.
template <std::contiguous_iterator I, std::contiguous_iterator J>
bool are_apart(I first, std::size_t n, J other, std::size_t m) {
    auto const begin = reinterpret_cast<std::uintptr_t>(std::to_address(first));
    auto const begin_other = reinterpret_cast<std::uintptr_t>(std::to_address(other));
    return begin + n * sizeof(std::iter_value_t<I>) <= begin_other ||
           begin_other + m * sizeof(std::iter_value_t<J>) <= begin;
}

} // namespace gpu::inline v0::detail
