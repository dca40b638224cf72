// SPDX-License-Identifier: Apache-2.0
/// @file
/// A stable insertion sort. If the comparator throws, no element is lost.
#pragma once

#include <gpualgo/detail/moved_element.hpp>

#include <iterator>
#include <utility>

namespace gpu::inline v0::detail {

/// Sorts a few elements.
template <class I, class C>
constexpr void insertion_sort(I first, std::iter_difference_t<I> n, C& before) {
    for (std::iter_difference_t<I> i = 1; i < n; ++i)
        for (auto k = i; k > 0 && before(first[k], first[k - 1]); --k) {
            std::iter_value_t<I> x(detail::moved_element(first + k));
            first[k] = detail::moved_element(first + (k - 1));
            first[k - 1] = std::move(x);
        }
}

} // namespace gpu::inline v0::detail
