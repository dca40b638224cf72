// SPDX-License-Identifier: Apache-2.0
/// @file
/// Merge path on the host: cuts a merge into parts that are merged independently. See
/// kernel/sorted/merge.hpp.
#pragma once

#include <gpualgo/detail/invoke.hpp>

#include <cstddef>
#include <iterator>

namespace gpu::inline v0::detail {

/// @return how many of the first d merged elements are from a; see kernel::merge_split
template <class A, class B, class C>
constexpr std::size_t split_of_merge(A a, std::size_t na, B b, std::size_t nb, std::size_t d,
                                     C& before) {
    std::size_t begin = d > nb ? d - nb : 0, end = d < na ? d : na;
    while (begin < end) {
        std::size_t const middle = begin + (end - begin) / 2;
        auto const of_b = static_cast<std::iter_difference_t<B>>(d - 1 - middle);
        if (static_cast<bool>(
                detail::invoke(before, b[of_b], a[static_cast<std::iter_difference_t<A>>(middle)])))
            end = middle;
        else begin = middle + 1;
    }
    return begin;
}

} // namespace gpu::inline v0::detail
