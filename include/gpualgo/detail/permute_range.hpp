// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for reverse, reverse_copy and swap_ranges.
#pragma once

#include <gpualgo/detail/elementwise_call.hpp>
#include <gpualgo/detail/made_elements.hpp>
#include <gpualgo/detail/select_arguments.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// An iterator that can step back.
template <class I>
concept bidirectional_iterator =
    std::bidirectional_iterator<I> || iterator_of_category<I, std::bidirectional_iterator_tag>;

/// An iterator of which a range can be reversed.
template <class I>
concept reversible_iterator = bidirectional_iterator<I> && paired_iterator<I>;
template <class R>
concept reversible_range = input_range<R> && bidirectional_iterator<iterator_t<R>>;
template <class R>
concept random_range = input_range<R> && random_access_iterator<iterator_t<R>>;

/// An iterator whose elements can be set to those of another one.
template <class O, class I>
concept copy_target_for = requires(O& o, I const& i) {
    *o = *i;
    ++o;
};

/// Elements that are moved in memory of one kind, of one type. A concept, because some outputs have
/// no type of elements.
template <class O, class... Is>
concept are_kernel_ranges = kernel_output<O> &&(kernel_elements<Is>&&...) &&
                            (std::same_as<std::iter_value_t<O>, std::iter_value_t<Is>> && ...);

/// Swaps *a and *b as std::iter_swap does, also if they are proxies.
template <class A, class B>
constexpr void swap_elements(A const& a, B const& b) {
    if constexpr (std::is_lvalue_reference_v<std::iter_reference_t<A>> &&
                  std::same_as<std::iter_reference_t<A>, std::iter_reference_t<B>>) {
        using std::swap;
        swap(*a, *b);
    } else {
        std::iter_value_t<A> kept = std::move(*a);
        *a = std::move(*b);
        *b = std::move(kept);
    }
}

template <class I>
constexpr void reverse_here(I first, I last) {
    while (first != last && first != --last) {
        detail::swap_elements(first, last);
        ++first;
    }
}

/// Every overload of reverse ends here.
template <class Given, class I>
constexpr void reverse_range(Given const& given, I first, I last) {
    auto const policy = own_policy(given);
    using element = std::iter_value_t<I>;
    constexpr auto name = "gpu::reverse";
    constexpr bool on_host = !belongs_to_device<I>;
    if constexpr (elements_on_device<I>) require_kernel_elements<element>();
    require_written_elements<I>();
    if constexpr (on_host)
        if (is_constant_evaluated()) return detail::reverse_here(first, last);
    if constexpr (kernel_output<I>) {
        std::size_t const n = detail::count(first, last);
        if constexpr (on_host)
            if (is_short_call<I>(policy, n, few_elements)) return detail::reverse_here(first, last);
        auto request = elementwise_request_for<element>(elementwise_kind::reverse, name, n);
        request.out = detail::element_range_at(policy, first, n);
        call_elementwise(policy, request);
    } else if constexpr (on_host && is_divisible<I>) {
        std::size_t const n = detail::count(first, last);
        run_parts(policy, name, n / 2, sizeof(element), [&](std::size_t begin, std::size_t end) {
            using difference = std::iter_difference_t<I>;
            for (std::size_t i = begin; i < end; ++i)
                detail::swap_elements(first + static_cast<difference>(i),
                                      first + static_cast<difference>(n - 1 - i));
        });
    } else if constexpr (on_host) {
        note_loop(policy, name, detail::count(first, last), sizeof(element));
        detail::reverse_here(first, last);
    }
}

/// The same of a range.
template <class Given, class R>
constexpr void reverse_all(Given const& given, R& range) {
    auto const first = detail::begin_of(range);
    detail::reverse_range(given, first, detail::end_iterator(first, detail::end_of(range)));
}

template <class I, class O>
constexpr O reverse_copy_here(I first, I last, O out) {
    for (; first != last; ++out) *out = *--last;
    return out;
}

/// The iterator after n elements of an output.
template <class O>
constexpr O output_end(O out, std::size_t n) {
    return out + static_cast<std::iter_difference_t<O>>(n);
}

/// Throws if a target is a range of fewer than n elements.
template <class O>
constexpr O checked_target(char const* function, target<O> out, std::size_t n) {
    if (out.room < n) require_elements_of(function, "the output", out.room, n);
    return std::move(out.first);
}

/// Reverses elements that lie in memory, or are read by the host.
template <class P, class I, class O>
constexpr O reverse_copy_stored(P const& policy, I first, I last, O out) {
    constexpr auto name = "gpu::reverse_copy";
    constexpr bool on_device = elements_on_device<I> || elements_on_device<O>;
    if constexpr (!on_device)
        if (is_constant_evaluated()) return detail::reverse_copy_here(first, last, out);
    if constexpr (are_kernel_ranges<O, I>) {
        using element = std::iter_value_t<I>;
        std::size_t const n = detail::count(first, last);
        if constexpr (!on_device)
            if (is_short_call<I, O>(policy, n, few_elements) && detail::are_apart(first, n, out, n))
                return detail::reverse_copy_here(first, last, out);
        auto request = elementwise_request_for<element>(elementwise_kind::reverse_copy, name, n);
        request.in = detail::element_range_at(policy, first, n);
        request.out = detail::element_range_at(policy, out, n);
        call_elementwise(policy, request);
        return detail::output_end(out, n);
    } else if constexpr (on_device) {
        require_contiguous_elements<I, O>();
        return out;
    } else if constexpr (random_access_iterator<I> && is_divisible<O>) {
        std::size_t const n = detail::count(first, last);
        run_parts(policy, name, n, sizeof(std::iter_value_t<I>),
                  [&](std::size_t begin, std::size_t end) {
                      for (std::size_t i = begin; i < end; ++i)
                          detail::element_after(out, i) = detail::element_after(first, n - 1 - i);
                  });
        return detail::output_end(out, n);
    } else {
        note_loop(policy, name, detail::count(first, last), sizeof(std::iter_value_t<I>));
        return detail::reverse_copy_here(first, last, out);
    }
}

/// Every overload of reverse_copy ends here.
template <class Given, class I, class O>
constexpr O reverse_copy_range(Given const& given, I first, I last, O out) {
    auto const policy = own_policy(given);
    constexpr auto name = "gpu::reverse_copy";
    if constexpr (made_on_device<I, O>)
        return detail::with_stored(
            policy, name, first, last,
            [&](auto begin, auto end) {
                return detail::reverse_copy_range(policy, begin, end, out);
            },
            out);
    else return detail::reverse_copy_stored(policy, first, last, out);
}

/// Ranges are reversed up to their end, which sentinels only mark.
template <class P, class R, class O>
constexpr O reverse_copy_all(P const& policy, R& range, target<O> out) {
    auto const n = detail::count(detail::begin_of(range), detail::end_of(range));
    auto const first = detail::begin_of(range);
    auto last = first;
    detail::advance_by(last, n);
    return detail::reverse_copy_range(
        policy, first, last, detail::checked_target("gpu::reverse_copy", std::move(out), n));
}

template <class I1, class S, class I2>
constexpr I2 swap_here(I1 first, S last, I2 other) {
    for (; first != last; ++first, (void)++other) detail::swap_elements(first, other);
    return other;
}

/// Every overload of swap_ranges ends here.
template <class Given, class I1, class S, class I2>
constexpr I2 swap_all(Given const& given, I1 first, S last, I2 other) {
    auto const policy = own_policy(given);
    constexpr auto name = "gpu::swap_ranges";
    constexpr bool on_device = elements_on_device<I1> || elements_on_device<I2>;
    if constexpr (!on_device)
        if (is_constant_evaluated()) return detail::swap_here(first, last, other);
    if constexpr (are_kernel_ranges<I1, I2> && kernel_output<I2>) {
        using element = std::iter_value_t<I1>;
        std::size_t const n = detail::count(first, last);
        if constexpr (!on_device)
            if (is_short_call<I1, I2>(policy, n, few_elements) &&
                detail::are_apart(first, n, other, n))
                return detail::swap_here(first, last, other);
        auto request = elementwise_request_for<element>(elementwise_kind::swap_ranges, name, n);
        request.out = detail::element_range_at(policy, first, n);
        request.in = detail::element_range_at(policy, other, n);
        call_elementwise(policy, request);
        return detail::output_end(other, n);
    } else if constexpr (on_device) {
        require_contiguous_elements<I1, I2>();
        return other;
    } else if constexpr (is_divisible<I1, I2>) {
        std::size_t const n = detail::count(first, last);
        run_parts(policy, name, n, sizeof(std::iter_value_t<I1>),
                  [&](std::size_t begin, std::size_t end) {
                      detail::swap_here(first + static_cast<std::iter_difference_t<I1>>(begin),
                                        first + static_cast<std::iter_difference_t<I1>>(end),
                                        other + static_cast<std::iter_difference_t<I2>>(begin));
                  });
        return detail::output_end(other, n);
    } else {
        note_loop(policy, name, detail::count(first, last), sizeof(std::iter_value_t<I1>));
        return detail::swap_here(first, last, other);
    }
}

/// Swaps two ranges that both have an end.
template <class P, class R1, class R2>
constexpr void swap_both(P const& policy, R1& range1, R2& range2) {
    auto const n = detail::count(detail::begin_of(range1), detail::end_of(range1));
    auto const m = detail::count(detail::begin_of(range2), detail::end_of(range2));
    if (m < n) require_elements_of("gpu::swap_ranges", "the second range", m, n);
    (void)detail::swap_all(policy, detail::begin_of(range1), detail::end_of(range1),
                           detail::begin_of(range2));
}

} // namespace gpu::inline v0::detail
