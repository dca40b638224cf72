// SPDX-License-Identifier: Apache-2.0
/// @file
/// The values of the extrema of ranges.
#pragma once

#include <gpualgo/detail/extrema_range.hpp>

#include <iterator>
#include <stdexcept>
#include <string>
#include <utility>

namespace gpu::inline v0::detail {

/// The smallest or the largest element of a range, found by its position.
template <extremum Wanted, class P, class I, class S, class C>
constexpr std::iter_value_t<I> extremum_value(P const& policy, I first, S last, C comp) {
    if (first == last)
        throw std::invalid_argument(
            std::string(Wanted == extremum::smallest ? "gpu::min" : "gpu::max") +
            ": the range has no elements");
    I const found = detail::extrema_of<Wanted>(policy, std::move(first), std::move(last),
                                               std::move(comp), std::identity());
    if constexpr (reads_device<I>)
        return detail::with_stored(own_policy(policy), "gpu::min, gpu::max", found, found + 1,
                                   [](auto begin, auto) { return std::iter_value_t<I>(*begin); });
    else return kernel::implicitly<std::iter_value_t<I>>(*found);
}

} // namespace gpu::inline v0::detail
