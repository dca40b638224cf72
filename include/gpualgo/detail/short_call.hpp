// SPDX-License-Identifier: Apache-2.0
/// @file
/// Calls with few elements of the host, which the program evaluates itself: a call of the library
/// takes longer.
#pragma once

#include <gpualgo/detail/short_range.hpp>

#include <concepts>
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

/// Whether m elements of an output lie outside of n elements of a range. If they do not, the
/// library refuses the call.
template <std::contiguous_iterator I, std::contiguous_iterator O>
bool is_outside(O out, std::size_t m, I first, std::size_t n) {
    auto const begin = reinterpret_cast<std::uintptr_t>(std::to_address(first));
    auto const begin_out = reinterpret_cast<std::uintptr_t>(std::to_address(out));
    return begin_out + m * sizeof(std::iter_value_t<O>) <= begin ||
           begin + n * sizeof(std::iter_value_t<I>) <= begin_out;
}

} // namespace gpu::inline v0::detail
