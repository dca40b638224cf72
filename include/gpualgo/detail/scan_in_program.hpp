// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scans in the calling thread, in the canonical order or with its bits.
#pragma once

#include <gpualgo/abi/scan_lists.hpp>
#include <gpualgo/detail/constant_evaluated.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/scan_call.hpp>
#include <gpualgo/detail/scan_totals.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/conversion.hpp>
#include <gpualgo/kernel/scan/canonical.hpp>
#include <gpualgo/kernel/scan/element.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <utility>
#include <vector> // std::construct_at; <memory> compiles 0.1 s longer

namespace gpu::inline v0::detail {

/// Evaluates the definition, element by element. Each element is read before its result is written,
/// so the output may be the range.
/// @tparam C the type in which totals are computed
/// @param init null if there is none. Not const, because operators may take references
/// @param round converts a total to a result
template <class C, class I, class S, class O, class Op, class F, class Round>
constexpr O scan_in_order(scan_kind kind, I first, S last, O out, C* init, Op& op, F& f,
                          Round round) {
    kernel::prefix_groups<C> groups;
    if (kind == scan_kind::exclusive) {
        C next = *init;
        for (; first != last; ++first, (void)++out) {
            C x = kernel::converted<C>(detail::invoke(f, *first));
            *out = round(next);
            groups.append(std::move(x), op, [&](C& prefix) { next = op(*init, prefix); });
        }
        return out;
    }
    for (; first != last; ++first, (void)++out)
        groups.append(kernel::converted<C>(detail::invoke(f, *first)), op, [&](C& prefix) {
            if (init == nullptr) *out = round(prefix);
            else *out = round(op(*init, prefix));
        });
    return out;
}

/// Whether scans read several elements before they write the first result. An iterator that reads
/// once may be a stream whose writer waits for that result.
template <class C, class I>
concept scanned_together = std::forward_iterator<I> && std::is_trivially_copyable_v<C> &&
                           std::is_copy_constructible_v<C> && std::is_copy_assignable_v<C> &&
                           sizeof(C) <= 64;

/// Reads the next elements of a range, at most a block.
/// @return how many there are
template <class T, class I, class S, class F>
std::size_t read_block(I& first, S const& last, T* x, F& f) {
    std::size_t n = 0;
    if constexpr (std::sized_sentinel_for<S, I>) {
        auto const left = static_cast<std::size_t>(last - first);
        std::size_t const m = left < scanned_block ? left : scanned_block;
        for (; n < m; ++n, (void)++first)
            std::construct_at(x + n, kernel::converted<T>(detail::invoke(f, *first)));
    } else {
        for (; n < scanned_block && first != last; ++n, (void)++first)
            std::construct_at(x + n, kernel::converted<T>(detail::invoke(f, *first)));
    }
    return n;
}

/// Evaluates the definition, block by block: the same operations, in loops for vectors.
template <class T, class I, class S, class O, class Op, class F>
O scan_in_blocks(scan_kind kind, I first, S last, O out, T const* init, Op& op, F& f) {
    memory_of_elements<T, 1 + scanned_block> memory;
    T* const before = memory.x; // the result of the last element before the block
    T* const x = before + 1;
    scan_totals<T> totals(init);
    bool const is_exclusive = kind == scan_kind::exclusive;
    if (is_exclusive) std::construct_at(before, *init);
    while (first != last) {
        std::size_t const n = detail::read_block(first, last, x, f);
        detail::scan_block(x, n, op);
        T const total = x[n - 1];
        totals.precede(x, n, op);
        totals.push(total, op);
        T const* const results = is_exclusive ? before : x;
        for (std::size_t i = 0; i < n; ++i, (void)++out) *out = results[i];
        std::construct_at(before, x[n - 1]);
    }
    return out;
}

/// Scans integers by a listed operator: any order gives the same bits.
template <class Op, class T, class I, class S, class O, class F>
constexpr O scan_integers(scan_kind kind, I first, S last, O out, T const* init, F& f) {
    listed_operator<Op, T> const op;
    if (first == last) return out;
    bool const is_exclusive = kind == scan_kind::exclusive;
    T total = is_exclusive ? *init : kernel::converted<T>(detail::invoke(f, *first));
    if (!is_exclusive) {
        if (init != nullptr) total = static_cast<T>(op(*init, total));
        *out = total;
        ++out;
        ++first;
    }
    for (; first != last; ++first, (void)++out) {
        T const next = static_cast<T>(op(total, kernel::converted<T>(detail::invoke(f, *first))));
        *out = is_exclusive ? total : next;
        total = next;
    }
    return out;
}

/// Evaluates the definition, by the kernel's operator if it is listed: then the bits are those of
/// the library.
template <class T, class I, class S, class O, class Op, class F>
constexpr O scan_in_program(scan_kind kind, I first, S last, O out, T const* init, Op& op, F& f) {
    if constexpr (library_scans<std::iter_value_t<I>, T, Op, F>) {
        using computed = computed_as<as_listed<T>>;
        constexpr listed_operator<Op, T> known;
        auto const convert = [&f](auto&& x) {
            return static_cast<computed>(
                kernel::implicitly<std::iter_value_t<I>>(f(static_cast<decltype(x)>(x))));
        };
        auto const round = [](computed const& total) {
            return static_cast<T>(kernel::as_element<as_listed<T>>(total));
        };
        auto start = init == nullptr ? computed() : static_cast<computed>(*init);
        return detail::scan_in_order<computed>(kind, std::move(first), std::move(last),
                                               std::move(out), init == nullptr ? nullptr : &start,
                                               known, convert, round);
    } else if constexpr (std::integral<T> && listed_scan<as_listed<T>, listed_operator<Op, T>>) {
        return detail::scan_integers<Op>(kind, std::move(first), std::move(last), std::move(out),
                                         init, f);
    } else {
        auto const as_it_is = [](T const& total) -> T const& { return total; };
        auto const fold = [&op](auto& a, auto& b) -> T { return kernel::implicitly<T>(op(a, b)); };
        if constexpr (scanned_together<T, I>)
            if (!is_constant_evaluated())
                return detail::scan_in_blocks(kind, std::move(first), std::move(last),
                                              std::move(out), init, fold, f);
        return detail::scan_in_order<T>(kind, std::move(first), std::move(last), std::move(out),
                                        const_cast<T*>(init), fold, f, as_it_is);
    }
}

} // namespace gpu::inline v0::detail
