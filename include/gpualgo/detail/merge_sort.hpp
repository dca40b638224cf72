// SPDX-License-Identifier: Apache-2.0
/// @file
/// A stable merge sort of any elements by any comparator: in the calling thread, or on all cores.
/// It works in constant expressions, and without the compile time of <algorithm>. Elements that may
/// be copied are sorted through a buffer, see sort_copies.hpp.
///
/// If the comparator throws, the elements are in another order, but none is lost.
#pragma once

#include <gpualgo/detail/at_once.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/insertion_sort.hpp>
#include <gpualgo/detail/moved_element.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/detail/sort_copies_on_cores.hpp>
#include <gpualgo/kernel/growing_array.hpp>

#include <cstddef>
#include <iterator>
#include <utility>

namespace gpu::inline v0::detail {

/// Elements that are moved out of a range while it is merged. Those that are left go back at the
/// end, also after an exception: the gap in the range always has room for them.
template <class I>
class merge_buffer {
    using difference = std::iter_difference_t<I>;

public:
    /// Moves n elements out.
    constexpr merge_buffer(I first, difference n)
        : taken_(static_cast<std::size_t>(n)), gap_(first) {
        for (difference i = 0; i < n; ++i) taken_.emplace_back(detail::moved_element(first + i));
    }
    merge_buffer(merge_buffer const&) = delete;
    merge_buffer& operator=(merge_buffer const&) = delete;
    constexpr ~merge_buffer() {
        try {
            put_rest();
        } catch (...) { // another one passes: the assignment has thrown before
        }
    }

    [[nodiscard]] constexpr bool is_empty() const { return next_ == taken_.size(); }
    [[nodiscard]] constexpr auto& front() { return taken_[next_]; }
    /// Moves the first element of the buffer to the gap.
    constexpr void put_front() {
        put(std::move(taken_[next_]));
        ++next_;
    }
    /// Moves all that are left.
    constexpr void put_rest() {
        while (!is_empty()) put_front();
    }
    /// Moves an element to the gap.
    template <class T>
    constexpr void put(T&& x) {
        *gap_ = static_cast<T&&>(x);
        ++gap_;
    }

private:
    kernel::growing_array<std::iter_value_t<I>> taken_;
    std::size_t next_ = 0;
    I gap_;
};

/// Merges two adjacent sorted ranges.
template <class I, class C>
constexpr void merge_adjacent(I first, std::iter_difference_t<I> n_left,
                              std::iter_difference_t<I> n, C& before) {
    if (n_left == n || n_left == 0 || !before(first[n_left], first[n_left - 1])) return;
    merge_buffer<I> left(first, n_left);
    for (auto right = n_left; right < n && !left.is_empty();)
        if (before(first[right], left.front())) left.put(detail::moved_element(first + right++));
        else left.put_front();
    left.put_rest();
}

/// Sorts in the calling thread.
template <class I, class C>
constexpr void merge_sort(I first, std::iter_difference_t<I> n, C& before) {
    if constexpr (sorted_by_copies<I>)
        if (!is_constant_evaluated())
            return detail::sort_copies(detail::address_of(first), static_cast<std::size_t>(n),
                                       before);
    if (n <= 16) return detail::insertion_sort(first, n, before);
    detail::merge_sort(first, n / 2, before);
    detail::merge_sort(first + n / 2, n - n / 2, before);
    detail::merge_adjacent(first, n / 2, n, before);
}

/// Sorts parts on all cores, and merges them in pairs.
template <class I, class C>
void merge_parts_on_cores(I first, std::iter_difference_t<I> n, C& before) {
    using difference = std::iter_difference_t<I>;
    constexpr difference most_parts = 64; // a power of two
    difference parts = 1;
    while (parts < most_parts && n / parts > 4096) parts *= 2;
    auto const begin = [=](std::size_t part) {
        return static_cast<difference>(part) * (n / parts) +
               (static_cast<difference>(part) < n % parts ? static_cast<difference>(part)
                                                          : n % parts);
    };
    detail::at_once(static_cast<std::size_t>(parts), [&](std::size_t i) {
        detail::merge_sort(first + begin(i), begin(i + 1) - begin(i), before);
    });
    for (difference width = 1; width < parts; width *= 2)
        detail::at_once(static_cast<std::size_t>(parts / (2 * width)), [&](std::size_t i) {
            auto const at = [&](difference part) { return begin(static_cast<std::size_t>(part)); };
            difference const part = static_cast<difference>(i) * 2 * width;
            detail::merge_adjacent(first + at(part), at(part + width) - at(part),
                                   at(part + 2 * width) - at(part), before);
        });
}

/// Sorts on all cores. The comparator is called by several threads at once. Rethrows an exception
/// of it.
template <class I, class C>
void merge_sort_on_cores(I first, std::iter_difference_t<I> n, C& before) {
    if constexpr (sorted_by_copies<I>)
        detail::sort_copies_on_cores(detail::address_of(first), static_cast<std::size_t>(n),
                                     before);
    else detail::merge_parts_on_cores(first, n, before);
}

/// Moves the elements of a range so that place i receives element `indices[i]`.
/// @param indices of all elements, once each; become the identity
template <class I>
constexpr void apply_permutation(I first, std::size_t* indices, std::size_t n) {
    using difference = std::iter_difference_t<I>;
    for (std::size_t start = 0; start < n; ++start) {
        if (indices[start] == start) continue;
        std::iter_value_t<I> x(detail::moved_element(first + static_cast<difference>(start)));
        std::size_t place = start;
        for (std::size_t from; (from = indices[place]) != start; place = from) {
            first[static_cast<difference>(place)] =
                detail::moved_element(first + static_cast<difference>(from));
            indices[place] = place;
        }
        first[static_cast<difference>(place)] = std::move(x);
        indices[place] = place;
    }
}

} // namespace gpu::inline v0::detail
