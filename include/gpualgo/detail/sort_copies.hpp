// SPDX-License-Identifier: Apache-2.0
/// @file
/// A stable merge sort, by any comparator, of elements that may be copied to a buffer and back. If
/// the comparator throws, or is not an order, they are in another order, but none is lost.
#pragma once

#include <gpualgo/detail/insertion_sort.hpp>
#include <gpualgo/detail/merge_copies.hpp>

#include <array>
#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <vector> // std::allocator and std::construct_at; <memory> compiles 0.1 s longer

namespace gpu::inline v0::detail {

/// Contiguous elements, not large, whose copies call and throw nothing. Those of `std::pair` are
/// assigned by a function, but copied without one.
template <class I>
concept sorted_by_copies =
    std::contiguous_iterator<I> &&
    std::same_as<std::remove_reference_t<std::iter_reference_t<I>>, std::iter_value_t<I>> &&
    std::is_trivially_copy_constructible_v<std::iter_value_t<I>> &&
    std::is_trivially_destructible_v<std::iter_value_t<I>> && sizeof(std::iter_value_t<I>) <= 256;

/// Memory for copies of n elements.
template <class T>
class copy_buffer {
public:
    explicit copy_buffer(std::size_t n) : first_(std::allocator<T>().allocate(n)), n_(n) {}
    copy_buffer(copy_buffer const&) = delete;
    copy_buffer& operator=(copy_buffer const&) = delete;
    ~copy_buffer() { std::allocator<T>().deallocate(first_, n_); }

    [[nodiscard]] T* begin() const { return first_; }

private:
    T* first_;
    std::size_t n_;
};

/// The largest number of elements that are sorted by their ranks.
inline constexpr std::size_t most_ranked = 8;

/// Sorts few elements by the number of those before each one, unless they are in order.
/// @param buffer room for n elements
/// @param to_buffer whether the result is written there
template <class T, class C>
void sort_by_rank(T* x, T* buffer, std::size_t n, bool to_buffer, C& before) {
    std::size_t in_order = 1;
    while (in_order < n && !before(x[in_order], x[in_order - 1])) ++in_order;
    if (in_order >= n) {
        if (to_buffer) detail::put_copies(x, x + n, buffer);
        return;
    }
    std::array<std::size_t, most_ranked> rank{};
    for (std::size_t i = 1; i < n; ++i)
        for (std::size_t k = 0; k < i; ++k) {
            auto const is_less =
                static_cast<std::size_t>(detail::without_branch(before(x[i], x[k])));
            rank[k] += is_less;
            rank[i] += 1 - is_less;
        }
    unsigned ranks = 0;
    for (std::size_t i = 0; i < n; ++i) ranks |= 1U << rank[i];
    if (ranks + 1 != 1U << n) { // the comparator is not an order
        detail::insertion_sort(x, static_cast<std::ptrdiff_t>(n), before);
        if (to_buffer) detail::put_copies(x, x + n, buffer);
        return;
    }
    for (std::size_t i = 0; i < n; ++i) detail::put_copy(buffer + rank[i], x[i]);
    if (!to_buffer) detail::put_copies(buffer, buffer + n, x);
}

/// Runs a step that copies n elements to their final place. If it throws, they are copied there as
/// they were.
template <class T, class F>
void copy_all_or_sorted(T const* from, T* to, std::size_t n, F const& step) {
    try {
        step();
    } catch (...) {
        detail::put_copies(from, from + n, to);
        throw;
    }
}

/// Sorts by merges.
/// @param buffer room for n elements
/// @param to_buffer whether the result is written there
template <class T, class C>
void sort_copies(T* x, T* buffer, std::size_t n, bool to_buffer, C& before) {
    if (n <= most_ranked) return detail::sort_by_rank(x, buffer, n, to_buffer, before);
    std::size_t const half = n / 2;
    detail::sort_copies(x, buffer, half, !to_buffer, before);
    detail::sort_copies(x + half, buffer + half, n - half, !to_buffer, before);
    T* const from = to_buffer ? x : buffer;
    T* const to = to_buffer ? buffer : x;
    detail::copy_all_or_sorted(from, to, n, [&] {
        if (before(from[half], from[half - 1]))
            detail::merge_copies({from, from + half, from + half, from + n}, to, before);
        else detail::put_copies(from, from + n, to);
    });
}

/// Sorts in the calling thread. A few elements need no allocation.
template <class T, class C>
void sort_copies(T* x, std::size_t n, C& before) {
    constexpr std::size_t few = sizeof(T) <= 32 ? 32 : most_ranked;
    if (n <= few) {
        alignas(T) std::byte room[few * sizeof(T)];
        detail::sort_copies(x, reinterpret_cast<T*>(room), n, false, before);
    } else {
        copy_buffer<T> const buffer(n);
        detail::sort_copies(x, buffer.begin(), n, false, before);
    }
}

} // namespace gpu::inline v0::detail
