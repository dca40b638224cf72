// SPDX-License-Identifier: Apache-2.0
/// @file
/// `remove` and `remove_if`: selections whose target is the range itself.
#pragma once

#include <gpualgo/detail/select_range.hpp>
#include <gpualgo/detail/sorted_arguments.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <utility>

namespace gpu::inline v0::detail {

template <class Policy>
constexpr void require_policy_of_remove() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::remove, remove_if: this Policy needs #include "
                  "<gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || in_list<Policy, extrema_policies>,
                  "gpu::remove, remove_if: this Policy is not a policy that they support. Use "
                  "gpu::automatic with its options, or no policy");
}

/// An iterator whose elements can be moved to others.
template <class I>
concept removable_elements = requires(I const& i) {
    *i = std::move(*i);
};

template <class Iterator>
constexpr void require_removable_elements() {
    static_assert(
        removable_elements<Iterator>,
        "gpu::remove, remove_if: elements at this Iterator cannot be assigned, for example "
        "because they are const. gpu::remove_copy and remove_copy_if write to another "
        "range");
}

/// Removes the elements that a predicate selects. Every overload ends here.
/// @return the end of the elements that are kept
template <select_kind Wanted, class Given, class I, class S, class Predicate>
constexpr I remove_range(Given const& policy, I first, S last, Predicate predicate) {
    require_written_elements<I>();
    if constexpr (!reads_device<I>) require_removable_elements<I>();
    if constexpr (reads_device<I> || !removable_elements<I>) {
        return first;
    } else {
        std::size_t room = unknown_room;
        if constexpr (random_access_iterator<I>) room = detail::size_of_range(first, last);
        complement<Predicate> kept{std::move(predicate)};
        target<I> range{first, room};
        no_target none;
        (void)detail::select_among<Wanted>(own_policy(policy), std::move(first), std::move(last),
                                           kept, range, none);
        return std::move(range.first);
    }
}

} // namespace gpu::inline v0::detail
