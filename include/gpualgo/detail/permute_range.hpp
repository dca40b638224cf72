// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for reverse, reverse_copy, swap_ranges, gather and scatter.
#pragma once

#include <gpualgo/detail/elementwise_call.hpp>
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

/// An integer that kernels take as an index.
template <class T>
concept kernel_index = std::integral<T> &&(sizeof(T) == 4 || sizeof(T) == 8);

/// Contiguous indices that kernels read.
template <class I>
concept kernel_indices = addressable<I> && kernel_index<std::iter_value_t<I>>;

template <class Index>
constexpr void require_kernel_index() {
    static_assert(kernel_index<Index>, "gpu::gather, scatter: on devices, an Index is an integer "
                                       "of 32 or 64 bits");
}

/// Elements that are moved in memory of one kind, of one type.
template <class O, class... Is>
inline constexpr bool
    are_kernel_ranges = kernel_output<O> && (kernel_elements<Is> && ...) &&
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
    if constexpr (elements_on_device<I>) require_kernel_elements<element>();
    if constexpr (!elements_on_device<I>)
        if (is_constant_evaluated()) return detail::reverse_here(first, last);
    if constexpr (kernel_output<I>) {
        std::size_t const n = detail::count(first, last);
        if constexpr (!elements_on_device<I>)
            if (is_short_call<decltype(policy), I>(policy, n))
                return detail::reverse_here(first, last);
        auto request = elementwise_request_for<element>(elementwise_kind::reverse, name, n);
        request.out = element_range_at(policy, first, n);
        call_elementwise(policy, request);
    } else if constexpr (!elements_on_device<I> && is_divisible<I>) {
        std::size_t const n = detail::count(first, last);
        run_parts(policy, name, n / 2, sizeof(element), [&](std::size_t begin, std::size_t end) {
            using difference = std::iter_difference_t<I>;
            for (std::size_t i = begin; i < end; ++i)
                detail::swap_elements(first + static_cast<difference>(i),
                                      first + static_cast<difference>(n - 1 - i));
        });
    } else if constexpr (!elements_on_device<I>) {
        note_loop(policy, name, detail::count(first, last), sizeof(element));
        detail::reverse_here(first, last);
    }
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

/// Every overload of reverse_copy ends here.
template <class Given, class I, class O>
constexpr O reverse_copy_range(Given const& given, I first, I last, O out) {
    auto const policy = own_policy(given);
    constexpr auto name = "gpu::reverse_copy";
    constexpr bool on_device = elements_on_device<I> || elements_on_device<O>;
    if constexpr (!on_device)
        if (is_constant_evaluated()) return detail::reverse_copy_here(first, last, out);
    if constexpr (are_kernel_ranges<O, I>) {
        using element = std::iter_value_t<I>;
        std::size_t const n = detail::count(first, last);
        if constexpr (!on_device)
            if (is_short_call<decltype(policy), I, O>(policy, n) && are_apart(first, n, out, n))
                return detail::reverse_copy_here(first, last, out);
        auto request = elementwise_request_for<element>(elementwise_kind::reverse_copy, name, n);
        request.in = element_range_at(policy, first, n);
        request.out = element_range_at(policy, out, n);
        call_elementwise(policy, request);
        return output_end(out, n);
    } else if constexpr (on_device) {
        require_contiguous_elements<I, O>();
        return out;
    } else if constexpr (random_access_iterator<I> && is_divisible<O>) {
        std::size_t const n = detail::count(first, last);
        run_parts(policy, name, n, sizeof(std::iter_value_t<I>),
                  [&](std::size_t begin, std::size_t end) {
                      for (std::size_t i = begin; i < end; ++i)
                          element_after(out, i) = element_after(first, n - 1 - i);
                  });
        return output_end(out, n);
    } else {
        note_loop(policy, name, detail::count(first, last), sizeof(std::iter_value_t<I>));
        return detail::reverse_copy_here(first, last, out);
    }
}

/// Ranges are reversed up to their end, which sentinels only mark.
template <class P, class R, class O>
constexpr O reverse_copy_all(P const& policy, R& range, target<O> out) {
    auto const n = detail::count(begin_of(range), end_of(range));
    auto const first = begin_of(range);
    auto last = first;
    detail::advance_by(last, n);
    return detail::reverse_copy_range(policy, first, last,
                                      checked_target("gpu::reverse_copy", std::move(out), n));
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
            if (is_short_call<decltype(policy), I1, I2>(policy, n) && are_apart(first, n, other, n))
                return detail::swap_here(first, last, other);
        auto request = elementwise_request_for<element>(elementwise_kind::swap_ranges, name, n);
        request.out = element_range_at(policy, first, n);
        request.in = element_range_at(policy, other, n);
        call_elementwise(policy, request);
        return output_end(other, n);
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
        return output_end(other, n);
    } else {
        note_loop(policy, name, detail::count(first, last), sizeof(std::iter_value_t<I1>));
        return detail::swap_here(first, last, other);
    }
}

/// Swaps two ranges that both have an end.
template <class P, class R1, class R2>
constexpr void swap_both(P const& policy, R1& range1, R2& range2) {
    auto const n = detail::count(begin_of(range1), end_of(range1));
    auto const m = detail::count(begin_of(range2), end_of(range2));
    if (m < n) require_elements_of("gpu::swap_ranges", "the second range", m, n);
    (void)detail::swap_all(policy, begin_of(range1), end_of(range1), begin_of(range2));
}

/// An index, as the distance to an element.
template <class Table, class Index>
constexpr std::iter_difference_t<Table> distance_of(Index const& index) {
    return static_cast<std::iter_difference_t<Table>>(index);
}

/// How many elements indices may refer to; 1 if that is unknown.
template <class I>
std::size_t known_room(target<I> const& elements) {
    return elements.room == unknown_room ? 1 : elements.room;
}

/// The elements that indices refer to, for a request.
template <class P, class I>
element_range indexed_elements(P const& policy, target<I> const& elements) {
    auto range = element_range_at(policy, elements.first, known_room(elements));
    range.is_size_unknown = elements.room == unknown_room;
    return range;
}

template <class M, class S, class I, class O>
constexpr O gather_here(M index, S last, I first, O out) {
    for (; index != last; ++index, (void)++out) *out = first[distance_of<I>(*index)];
    return out;
}

/// Every overload of gather ends here.
template <class Given, class M, class S, class I, class O>
constexpr O gather_range(Given const& given, M index, S last, target<I> in, O out) {
    auto const policy = own_policy(given);
    constexpr auto name = "gpu::gather";
    constexpr bool on_device =
        elements_on_device<M> || elements_on_device<I> || elements_on_device<O>;
    if constexpr (!on_device)
        if (is_constant_evaluated()) return detail::gather_here(index, last, in.first, out);
    if constexpr (are_kernel_ranges<O, I> && kernel_indices<M>) {
        using element = std::iter_value_t<I>;
        std::size_t const n = detail::count(index, last);
        if constexpr (!on_device)
            if (is_short_call<decltype(policy), M, I, O>(policy, n) &&
                are_apart(index, n, out, n) && are_apart(in.first, known_room(in), out, n))
                return detail::gather_here(index, last, in.first, out);
        auto request = elementwise_request_for<element>(elementwise_kind::gather, name, n);
        request.index_size = sizeof(std::iter_value_t<M>);
        request.indices = element_range_at(policy, index, n);
        request.in = indexed_elements(policy, in);
        request.out = element_range_at(policy, out, n);
        call_elementwise(policy, request);
        return output_end(out, n);
    } else if constexpr (on_device) {
        require_kernel_index<std::iter_value_t<M>>();
        if constexpr (kernel_index<std::iter_value_t<M>>) require_contiguous_elements<M, I, O>();
        return out;
    } else if constexpr (random_access_iterator<M> && is_divisible<O>) {
        std::size_t const n = detail::count(index, last);
        run_parts(
            policy, name, n, sizeof(std::iter_value_t<I>), [&](std::size_t begin, std::size_t end) {
                detail::gather_here(index + static_cast<std::iter_difference_t<M>>(begin),
                                    index + static_cast<std::iter_difference_t<M>>(end), in.first,
                                    out + static_cast<std::iter_difference_t<O>>(begin));
            });
        return output_end(out, n);
    } else {
        note_loop(policy, name, detail::count(index, last), sizeof(std::iter_value_t<I>));
        return detail::gather_here(index, last, in.first, out);
    }
}

template <class P, class M, class I, class O>
constexpr O gather_all(P const& policy, M& indices, target<I> in, target<O> out) {
    std::size_t n = 0;
    if constexpr (forward_iterator<iterator_t<M>>)
        n = detail::count(begin_of(indices), end_of(indices));
    return detail::gather_range(policy, begin_of(indices), end_of(indices), std::move(in),
                                checked_target("gpu::gather", std::move(out), n));
}

template <class I, class S, class M, class O>
constexpr void scatter_here(I first, S last, M index, O out) {
    for (; first != last; ++first, (void)++index) out[distance_of<O>(*index)] = *first;
}

/// Every overload of scatter ends here.
template <class Given, class I, class S, class M, class O>
constexpr void scatter_range(Given const& given, I first, S last, M index, target<O> out) {
    auto const policy = own_policy(given);
    constexpr auto name = "gpu::scatter";
    constexpr bool on_device =
        elements_on_device<M> || elements_on_device<I> || elements_on_device<O>;
    if constexpr (!on_device)
        if (is_constant_evaluated()) return detail::scatter_here(first, last, index, out.first);
    if constexpr (are_kernel_ranges<O, I> && kernel_indices<M>) {
        using element = std::iter_value_t<I>;
        std::size_t const n = detail::count(first, last);
        if constexpr (!on_device)
            if (is_short_call<decltype(policy), M, I, O>(policy, n) &&
                are_apart(first, n, out.first, known_room(out)) &&
                are_apart(index, n, out.first, known_room(out)))
                return detail::scatter_here(first, last, index, out.first);
        auto request = elementwise_request_for<element>(elementwise_kind::scatter, name, n);
        request.index_size = sizeof(std::iter_value_t<M>);
        request.indices = element_range_at(policy, index, n);
        request.in = element_range_at(policy, first, n);
        request.out = indexed_elements(policy, out);
        call_elementwise(policy, request);
    } else if constexpr (on_device) {
        require_kernel_index<std::iter_value_t<M>>();
        if constexpr (kernel_index<std::iter_value_t<M>>) require_contiguous_elements<M, I, O>();
    } else if constexpr (random_access_iterator<M> && random_access_iterator<I> &&
                         is_divisible<O>) {
        run_parts(policy, name, detail::count(first, last), sizeof(std::iter_value_t<I>),
                  [&](std::size_t begin, std::size_t end) {
                      detail::scatter_here(first + static_cast<std::iter_difference_t<I>>(begin),
                                           first + static_cast<std::iter_difference_t<I>>(end),
                                           index + static_cast<std::iter_difference_t<M>>(begin),
                                           out.first);
                  });
    } else {
        note_loop(policy, name, detail::count(first, last), sizeof(std::iter_value_t<I>));
        detail::scatter_here(first, last, index, out.first);
    }
}

template <class P, class R, class M, class O>
constexpr void scatter_all(P const& policy, R& range, M& indices, target<O> out) {
    if constexpr (forward_iterator<iterator_t<R>> && forward_iterator<iterator_t<M>>) {
        auto const n = detail::count(begin_of(range), end_of(range));
        auto const m = detail::count(begin_of(indices), end_of(indices));
        if (m < n) require_elements_of("gpu::scatter", "the range of indices", m, n);
    }
    detail::scatter_range(policy, begin_of(range), end_of(range), begin_of(indices),
                          std::move(out));
}

} // namespace gpu::inline v0::detail
