// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selects the library or the program for gather and scatter.
#pragma once

#include <gpualgo/detail/permute_range.hpp>
#include <gpualgo/detail/single_pass.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

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
    auto range = detail::element_range_at(policy, elements.first, detail::known_room(elements));
    range.is_size_unknown = elements.room == unknown_room;
    return range;
}

template <class M, class S, class I, class O>
constexpr O gather_here(M index, S last, I first, O out) {
    for (; index != last; ++index, (void)++out) *out = first[detail::distance_of<I>(*index)];
    return out;
}

/// Gathers elements that lie in memory, or are read by the host.
template <class P, class M, class S, class I, class O>
constexpr O gather_stored(P const& policy, M index, S last, target<I> in, O out) {
    constexpr auto name = "gpu::gather";
    constexpr bool on_device =
        elements_on_device<M> || elements_on_device<I> || elements_on_device<O>;
    if constexpr (!on_device)
        if (is_constant_evaluated()) return detail::gather_here(index, last, in.first, out);
    if constexpr (are_kernel_ranges<O, I> && kernel_indices<M>) {
        using element = std::iter_value_t<I>;
        std::size_t const n = detail::count(index, last);
        if constexpr (!on_device)
            if (is_short_call<M, I, O>(policy, n, few_elements) &&
                detail::are_apart(index, n, out, n) &&
                detail::are_apart(in.first, detail::known_room(in), out, n))
                return detail::gather_here(index, last, in.first, out);
        auto request = elementwise_request_for<element>(elementwise_kind::gather, name, n);
        request.index_size = sizeof(std::iter_value_t<M>);
        request.indices = detail::element_range_at(policy, index, n);
        request.in = detail::indexed_elements(policy, in);
        request.out = detail::element_range_at(policy, out, n);
        call_elementwise(policy, request);
        return detail::output_end(out, n);
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
        return detail::output_end(out, n);
    } else {
        note_loop(policy, name, detail::count(index, last), sizeof(std::iter_value_t<I>));
        return detail::gather_here(index, last, in.first, out);
    }
}

/// Calls use(first, last) of the elements of a single-pass range, which are buffered.
template <class I, class Use>
constexpr auto use_buffered(buffered_elements<I> buffer, Use use) {
    auto* const first = buffer.template begin<true>();
    auto* const last = first + buffer.size();
    if constexpr (std::is_copy_assignable_v<std::iter_value_t<I>>) return use(first, last);
    else return use(std::move_iterator(first), std::move_iterator(last));
}

/// Throws, because a kernel must write all elements of a view, and their number is unknown.
[[noreturn]] inline void refuse_table(char const* function) {
    throw std::invalid_argument(std::string(function) +
                                ": the elements that indices refer to are those of a view, of "
                                "which the call has no end; give the view itself, not an iterator");
}

/// Every overload of gather ends here.
/// @param room how many elements the output has, which single-pass indices have to be checked for
template <class Given, class M, class S, class I, class O>
constexpr O gather_range(Given const& given, M index, S last, target<I> in, O out,
                         std::size_t room = unknown_room) {
    auto const policy = own_policy(given);
    constexpr auto name = "gpu::gather";
    if constexpr (!forward_iterator<M>) {
        return detail::use_buffered(
            buffered_elements<M>(std::move(index), std::move(last)), [&](auto begin, auto end) {
                auto const n = static_cast<std::size_t>(end - begin);
                auto const to = detail::checked_target(name, target<O>{out, room}, n);
                return detail::gather_range(policy, begin, end, in, to);
            });
    } else if constexpr (made_on_device<I, M, O>) {
        if (in.room == unknown_room) refuse_table(name);
        return detail::with_stored(
            policy, name, in.first, detail::output_end(in.first, in.room),
            [&](auto begin, auto) -> O {
                return detail::gather_range(policy, index, last,
                                            target<decltype(begin)>{begin, in.room}, out);
            },
            index, out);
    } else if constexpr (makes_elements<M>) {
        return detail::with_stored(
            policy, name, index, last,
            [&](auto begin, auto end) -> O {
                return detail::gather_stored(policy, begin, end, in, out);
            },
            in.first, out);
    } else {
        return detail::gather_stored(policy, std::move(index), std::move(last), std::move(in),
                                     std::move(out));
    }
}

template <class P, class M, class I, class O>
constexpr O gather_all(P const& policy, M& indices, target<I> in, target<O> out) {
    std::size_t n = 0;
    if constexpr (forward_iterator<iterator_t<M>>)
        n = detail::count(detail::begin_of(indices), detail::end_of(indices));
    std::size_t const room = out.room;
    return detail::gather_range(policy, detail::begin_of(indices), detail::end_of(indices),
                                std::move(in),
                                detail::checked_target("gpu::gather", std::move(out), n), room);
}

template <class I, class S, class M, class O>
constexpr void scatter_here(I first, S last, M index, O out) {
    for (; first != last; ++first, (void)++index) out[detail::distance_of<O>(*index)] = *first;
}

/// Scatters elements that lie in memory, or are read by the host.
template <class P, class I, class S, class M, class O>
constexpr void scatter_stored(P const& policy, I first, S last, M index, target<O> out) {
    constexpr auto name = "gpu::scatter";
    constexpr bool on_device =
        elements_on_device<M> || elements_on_device<I> || elements_on_device<O>;
    if constexpr (!on_device)
        if (is_constant_evaluated()) return detail::scatter_here(first, last, index, out.first);
    if constexpr (are_kernel_ranges<O, I> && kernel_indices<M>) {
        using element = std::iter_value_t<I>;
        std::size_t const n = detail::count(first, last);
        if constexpr (!on_device)
            if (is_short_call<M, I, O>(policy, n, few_elements) &&
                detail::are_apart(first, n, out.first, detail::known_room(out)) &&
                detail::are_apart(index, n, out.first, detail::known_room(out)))
                return detail::scatter_here(first, last, index, out.first);
        auto request = elementwise_request_for<element>(elementwise_kind::scatter, name, n);
        request.index_size = sizeof(std::iter_value_t<M>);
        request.indices = detail::element_range_at(policy, index, n);
        request.in = detail::element_range_at(policy, first, n);
        request.out = detail::indexed_elements(policy, out);
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

/// Every overload of scatter ends here.
template <class Given, class I, class S, class M, class O>
constexpr void scatter_range(Given const& given, I first, S last, M index, target<O> out) {
    auto const policy = own_policy(given);
    if constexpr (!forward_iterator<I>) {
        detail::use_buffered(buffered_elements<I>(std::move(first), std::move(last)),
                             [&](auto begin, auto end) {
                                 detail::scatter_range(policy, begin, end, std::move(index), out);
                             });
    } else if constexpr (!forward_iterator<M>) {
        detail::use_buffered(
            buffered_elements<M>(std::move(index), detail::count(first, last)),
            [&](auto begin, auto) { detail::scatter_range(policy, first, last, begin, out); });
    } else if constexpr (makes_elements<I> || makes_elements<M>) {
        constexpr auto name = "gpu::scatter";
        auto const n = static_cast<std::iter_difference_t<M>>(detail::count(first, last));
        auto const with_elements = [&](auto x, auto x_end) {
            auto const with_both = [&](auto m, auto) {
                detail::scatter_stored(policy, x, x_end, m, out);
            };
            detail::with_stored(policy, name, index, index + n, with_both, x, out.first);
        };
        detail::with_stored(policy, name, first, last, with_elements, index, out.first);
    } else {
        detail::scatter_stored(policy, std::move(first), std::move(last), std::move(index),
                               std::move(out));
    }
}

/// Scatters if there are indices for all elements; otherwise throws.
template <class P, class I, class S, class M, class E, class O>
constexpr void scatter_checked(P const& policy, I first, S last, M index, E end_of_indices,
                               target<O> out) {
    if constexpr (!forward_iterator<I>) {
        detail::use_buffered(buffered_elements<I>(std::move(first), std::move(last)),
                             [&](auto begin, auto end) {
                                 detail::scatter_checked(policy, begin, end, std::move(index),
                                                         std::move(end_of_indices), out);
                             });
    } else if constexpr (!forward_iterator<M>) {
        detail::use_buffered(buffered_elements<M>(std::move(index), std::move(end_of_indices)),
                             [&](auto begin, auto end) {
                                 detail::scatter_checked(policy, first, last, begin, end, out);
                             });
    } else {
        auto const n = detail::count(first, last);
        auto const m = detail::count(index, end_of_indices);
        if (m < n) require_elements_of("gpu::scatter", "the range of indices", m, n);
        detail::scatter_range(policy, std::move(first), std::move(last), std::move(index),
                              std::move(out));
    }
}

template <class P, class R, class M, class O>
constexpr void scatter_all(P const& policy, R& range, M& indices, target<O> out) {
    detail::scatter_checked(policy, detail::begin_of(range), detail::end_of(range),
                            detail::begin_of(indices), detail::end_of(indices), std::move(out));
}

} // namespace gpu::inline v0::detail
