// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for `unique` and `unique_copy`:
/// - elements of a listed type in contiguous memory, compared by `==`: the library;
/// - other ranges of the host: the program, in the calling thread.
#pragma once

#include <gpualgo/detail/is_equality.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/report_program.hpp>
#include <gpualgo/detail/select_range.hpp>
#include <gpualgo/detail/short_call.hpp>
#include <gpualgo/detail/sorted_arguments.hpp>
#include <gpualgo/detail/sorted_call.hpp>
#include <gpualgo/kernel/select/unlike_previous.hpp>

#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <limits>
#include <utility>

namespace gpu::inline v0::detail {

template <class Policy>
constexpr void require_policy_of_unique() {
    static_assert(!is_std_policy<Policy>,
                  "gpu::unique, unique_copy: this Policy needs #include "
                  "<gpualgo/std_execution.hpp>. Or use gpu::automatic, or no policy");
    require_no_place<Policy>();
    static_assert(is_std_policy<Policy> || is_place<Policy> || in_list<Policy, extrema_policies>,
                  "gpu::unique, unique_copy: this Policy is not a policy that they support. Use "
                  "gpu::automatic with its options, or no policy");
}

/// The ranges that devices take.
inline constexpr auto unique_on_devices =
    "elements are of one listed type, side by side, and compared by ==";

template <class Equal, class Value, bool IsTarget>
constexpr void require_precompiled_equality() {
    static_assert(listed_number<Value>,
                  "gpu::unique, unique_copy: nothing is precompiled for elements of type Value on "
                  "devices. Precompiled: integers of 8 to 64 bits, float, double, gpu::half and "
                  "gpu::bfloat16. Use a copy on the host: v.to_host()");
    static_assert(!listed_number<Value> || is_equality<Equal, Value>,
                  "gpu::unique, unique_copy: this Equal is not precompiled for ranges on devices. "
                  "Use std::equal_to<>, or a copy on the host: v.to_host()");
    static_assert(IsTarget,
                  "gpu::unique_copy: a range on a device is copied to elements of the same type "
                  "that lie side by side, such as those of a gpu::device_vector or of a "
                  "std::vector");
}

/// The test for elements of a listed type, as it crosses into the library: see unlike_previous.
template <class T>
constexpr element_test packed_unlike_previous() {
    constexpr auto all = static_cast<key_bits<T>>(-1);
    if constexpr (std::integral<T>) return {0, all, 0, all};
    else
        return {0, static_cast<key_bits<T>>(all >> 1), 0,
                kernel::bit_cast<key_bits<T>>(std::numeric_limits<T>::infinity())};
}

/// Copies in the calling thread. Moves the target's iterator to the end of what is written.
/// @return the number of elements to be written, which may be more than the target has
template <class I, class S, class O, class Equal>
constexpr std::size_t unique_copy_here(I first, S last, target<O>& out, Equal& equal) {
    target_writer writer(out);
    if (first == last) return 0;
    if constexpr (forward_iterator<I>) {
        I kept = first;
        writer.put(*first);
        for (++first; first != last; ++first)
            if (!static_cast<bool>(detail::invoke(equal, *kept, *first))) {
                kept = first;
                writer.put(*first);
            }
    } else {
        std::iter_value_t<I> kept = *first;
        writer.put(kept);
        for (++first; first != last; ++first)
            if (!static_cast<bool>(detail::invoke(equal, kept, *first))) {
                kept = *first;
                writer.put(kept);
            }
    }
    return writer.written();
}

/// Removes elements in place, by moves.
/// @return the end of those that are kept
template <class I, class S, class Equal>
constexpr I unique_here(I first, S last, Equal& equal) {
    if (first == last) return first;
    I kept = first;
    for (++first; first != last; ++first)
        if (!static_cast<bool>(detail::invoke(equal, *kept, *first))) {
            ++kept;
            if (kept != first) *kept = std::move(*first);
        }
    ++kept;
    return kept;
}

/// The largest number of elements that a program copies itself.
inline constexpr std::size_t most_unique_in_program = 128;

/// Compares elements of a listed type by their bits, as the library does.
template <class T>
struct listed_equal {
    constexpr bool operator()(T const& a, T const& b) const {
        using bits = key_bits<T>;
        constexpr auto test = packed_unlike_previous<as_listed<T>>();
        constexpr kernel::unlike_previous<bits> differs{static_cast<bits>(test.mask),
                                                        static_cast<bits>(test.span)};
        return !differs(kernel::bit_cast<bits>(b), kernel::bit_cast<bits>(a));
    }
};

/// Runs the library.
/// @param wanted unique_copy, or unique if the target is the range itself
/// @return the elements that are kept
template <class P, class I, class Target>
std::size_t unique_by_library(P const& policy, I first, std::size_t n, select_kind wanted,
                              Target const& out) {
    using value = std::iter_value_t<I>;
    auto const in = detail::elements_at(first, n);
    std::uint64_t totals[2] = {};
    select_request request;
    request.value = number_of<as_listed<value>, types>;
    request.memory = in.device;
    request.first = in.first;
    request.n = n;
    request.wanted = static_cast<std::uint32_t>(wanted);
    request.test = packed_unlike_previous<as_listed<value>>();
    request.selected = detail::packed_target(out, n);
    request.totals = totals;
    call<strategies>(policy, request, &gpualgo_v0_select);
    return totals[0];
}

/// Copies the first element of each run of equal ones.
/// @return the end of the output
template <class P, class I, class S, class O, class Equal>
constexpr O unique_copy_to(P const& policy, I first, S last, target<O> out, Equal& equal) {
    using value = std::iter_value_t<I>;
    constexpr bool on_device = is_device_iterator<I> || foreign_iterator<I>;
    constexpr bool is_target = is_library_target<target<O>, value>;
    if constexpr (on_device) require_precompiled_equality<Equal, value, is_target>();
    if constexpr (listed_number<value> && is_equality<Equal, value> && addressable<I> &&
                  is_target) {
        if (on_device || !is_constant_evaluated()) {
            std::size_t const n = detail::size_of_range(first, last);
            if constexpr (is_on_host<I> && is_on_host<O>)
                if (is_short_call<I, O>(policy, n, most_unique_in_program) && n <= out.room &&
                    detail::are_apart(out.first, n, first, n)) {
                    listed_equal<value> here;
                    (void)detail::unique_copy_here(first, last, out, here);
                    return std::move(out.first);
                }
            detail::advance_target(
                out, detail::unique_by_library(policy, first, n, select_kind::unique_copy, out));
            return out.first;
        }
    }
    if constexpr (!on_device) {
        detail::check_order(first, last);
        if (is_constant_evaluated()) {
            (void)detail::unique_copy_here(std::move(first), std::move(last), out, equal);
        } else {
            detail::require_host(policy, "gpu::unique_copy", unique_on_devices);
            if constexpr (random_access_iterator<I>) {
                std::size_t const n = detail::count(first, last);
                detail::require_apart<P>("gpu::unique_copy", n, detail::extent_of(out, n),
                                         detail::extent_at(first, n));
            }
            auto const written =
                detail::unique_copy_here(std::move(first), std::move(last), out, equal);
            check_room<P>("gpu::unique_copy", unknown_size, out.room, written);
            report_program(policy, {"gpu::unique_copy", "a loop in the program", written, 0, 0});
        }
    }
    return std::move(out.first);
}

/// The same, also of views. Every overload ends here.
/// @return the end of the output
template <class P, class I, class S, class O, class Equal>
constexpr O unique_copy_range(P const& policy, I first, S last, target<O> out, Equal equal) {
    if constexpr (makes_elements<I>)
        return detail::with_stored(
            policy, "gpu::unique_copy", first, last,
            [&](auto begin, auto end) {
                return detail::unique_copy_to(policy, begin, end, out, equal);
            },
            out.first);
    else
        return detail::unique_copy_to(policy, std::move(first), std::move(last), std::move(out),
                                      equal);
}

/// Removes all but the first element of each run of equal ones. Every overload ends here.
/// @return the end of the elements that are kept
template <class P, class I, class S, class Equal>
constexpr I unique_range(P const& policy, I first, S last, Equal equal) {
    using value = std::iter_value_t<I>;
    constexpr bool on_device = is_device_iterator<I> || foreign_iterator<I>;
    if constexpr (on_device) require_precompiled_equality<Equal, value, true>();
    require_written_elements<I>();
    if constexpr (listed_number<value> && is_equality<Equal, value> && addressable<I>) {
        if (on_device || !is_constant_evaluated()) {
            std::size_t const n = detail::size_of_range(first, last);
            if (is_short_call<I>(policy, n, most_unique_in_program)) {
                listed_equal<value> here;
                return detail::unique_here(first, last, here);
            }
            auto const kept = detail::unique_by_library(policy, first, n, select_kind::unique,
                                                        target<I>{first, n});
            return first + static_cast<std::iter_difference_t<I>>(kept);
        }
    }
    if constexpr (!on_device && !reads_device<I>) {
        detail::check_order(first, last);
        if (!is_constant_evaluated()) {
            detail::require_host(policy, "gpu::unique", unique_on_devices);
            report_program(policy, {"gpu::unique", "a loop in the program", 0, 0, 0});
        }
        return detail::unique_here(std::move(first), std::move(last), equal);
    } else {
        return first;
    }
}

} // namespace gpu::inline v0::detail
