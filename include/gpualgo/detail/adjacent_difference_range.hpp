// SPDX-License-Identifier: Apache-2.0
/// @file
/// adjacent_difference, by `gpu::transform`: the second range is the first one without its end.
#pragma once

#include <gpualgo/detail/call_memory.hpp>
#include <gpualgo/detail/elementwise_range.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/policy.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// Element by element, in order; the output may be the input.
template <class I, class S, class O, class F>
constexpr O write_differences(I first, S const& last, O out, F& f) {
    if (first == last) return out;
    std::iter_value_t<I> previous = *first;
    *out = previous;
    ++first;
    ++out;
    for (; first != last; ++first) {
        std::iter_value_t<I> value = *first;
        auto* const x = __builtin_addressof(value);
        out = detail::write_results(x, x + 1, out, f, __builtin_addressof(previous));
        previous = std::move(value);
    }
    return out;
}

/// Whether the addresses of two contiguous ranges are the same; false for other ranges.
template <class I, class O>
bool is_same_place(I const& first, O const& out) {
    if constexpr (is_device_iterator<I> && is_device_iterator<O>)
        return static_cast<void const*>(first.get()) == static_cast<void const*>(out.get());
    else if constexpr (contiguous_memory<I> && contiguous_memory<O>)
        return static_cast<void const*>(detail::address_of(first)) ==
               static_cast<void const*>(detail::address_of(out));
    else return false;
}

/// The memory of n elements; none if it is not known that they lie side by side.
template <class I>
extent extent_of_numbers([[maybe_unused]] I const& first, [[maybe_unused]] std::size_t n) {
    if constexpr (direct_numbers<I>)
        return {reinterpret_cast<std::uintptr_t>(detail::first_number(first)),
                n * sizeof(std::iter_value_t<I>)};
    else return {};
}

/// Two ranges of at least one element that are not the same: a copy and a transform. Neither call
/// sees all of both ranges, so it is checked before that they have nothing in common.
template <class P, class I, class S, class O, class F>
O transform_neighbours(P const& policy, I first, S last, O out, F f) {
    std::size_t const n = detail::count(first, last);
    if (detail::overlap(detail::extent_of_numbers(out, n), detail::extent_of_numbers(first, n)))
        throw std::invalid_argument(call_text<P>("gpu::adjacent_difference", n) +
                                    "out overlaps the input, but does not begin where it does");
    detail::transform_all(policy, first, first + 1, out, identity());
    return detail::transform_all(policy, first + 1, last, out + 1, std::move(f), first);
}

/// In place, on a device: reads a copy of the input.
template <class P, class I, class S, class O, class F>
O transform_neighbours_of_copy(P const& policy, I first, S last, O out, F f) {
    std::size_t const n = detail::count(first, last);
    call_memory<std::iter_value_t<I>> const copy(policy, n, first.device());
    auto const begin = copy.begin(), end = begin + static_cast<std::ptrdiff_t>(n);
    detail::transform_all(policy, first, last, begin, identity());
    O const out_end = detail::transform_neighbours(policy, begin, end, out, std::move(f));
    copy.wait();
    return out_end;
}

/// Every overload ends here.
/// @return the end of the output
template <class P, class I, class S, class O, class F>
constexpr O difference_range(P const& policy, I first, S last, O out, F f) {
    constexpr bool on_device = belongs_to_device<I> || belongs_to_device<O>;
    detail::check_order(first, last);
    if constexpr (made_on_device<I, O>) {
        return detail::with_stored(
            policy, "gpu::adjacent_difference", first, last,
            [&](auto begin, auto end) -> O {
                return detail::difference_range(policy, begin, end, out, f);
            },
            out);
    } else if constexpr (on_device) {
        if (first == last) return out;
        if (detail::is_same_place(first, out)) {
            if constexpr (is_device_iterator<I>)
                return detail::transform_neighbours_of_copy(policy, first, last, out, std::move(f));
        }
        return detail::transform_neighbours(policy, first, last, out, std::move(f));
    } else if constexpr (std::same_as<P, no_policy>) {
        return detail::write_differences(std::move(first), last, std::move(out), f);
    } else {
        if (is_constant_evaluated() || first == last)
            return detail::write_differences(std::move(first), last, std::move(out), f);
        // iterators of other ranges, also of different types, may lead to the same elements
        if constexpr (contiguous_memory<I> && contiguous_memory<O>) {
            detail::require_memory<P>("gpu::adjacent_difference", detail::count(first, last), first,
                                      out);
            if (!detail::is_same_place(first, out))
                return detail::transform_neighbours(policy, first, last, out, std::move(f));
            if constexpr (stored_number<std::iter_value_t<I>>)
                if (policy.target().value_or(device::host()) != device::host()) {
                    auto const n =
                        static_cast<std::iter_difference_t<I>>(detail::count(first, last));
                    std::vector<std::iter_value_t<I>> copy(first, first + n);
                    return detail::transform_neighbours(policy, copy.begin(), copy.end(), out,
                                                        std::move(f));
                }
        }
        detail::note_transform_loop<F>(policy, "gpu::adjacent_difference", first, last);
        return detail::write_differences(std::move(first), last, std::move(out), f);
    }
}

} // namespace gpu::inline v0::detail
