// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches that find and sort the elements at the front of an order, the same on the simulated
/// device and on GPUs. See kernel/reduce/launches.hpp for queues.
///
/// 1. A radix selection finds the key of the k-th element: a pass per byte of the key.
/// 2. Two selections copy the elements with smaller keys, and as many with that key as are wanted,
///    in the order of the range.
/// 3. A stable merge sort sorts these k elements.
///
/// If few elements would be left out, all are sorted.
#pragma once

#include <gpualgo/kernel/extrema/key_order.hpp>
#include <gpualgo/kernel/select/launches.hpp>
#include <gpualgo/kernel/top_k/select_digit.hpp>
#include <gpualgo/kernel/top_k/sort_runs.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gpu::inline v0::detail {

template <>
inline constexpr unsigned largest_block<kernel::select_digit> = kernel::select_digit::digits;
template <>
inline constexpr unsigned largest_block<kernel::sort_tiles> = kernel::sort_tiles::tile_size;
template <>
inline constexpr kernel_name name_of_kernel<kernel::select_digit> = {"select_digit"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::sort_tiles> = {"sort_tiles"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::merge_runs> = {"merge_runs"};

/// An order whose keys can also be read as digits.
template <class Order>
struct digit_order : Order {
    using key_type = typename Order::key_type; ///< of the order

    /// @return the key as an unsigned number that compares as the key does
    template <class Bits>
    [[nodiscard]] GPUALGO_FUNCTION constexpr unsigned long long sortable(Bits number) const {
        return static_cast<Bits>(static_cast<Bits>(this->key(number)) ^ Order::sign);
    }
};

/// Tests whether the key of an element lies in an interval.
template <class Order>
struct key_interval {
    Order order;                        ///< makes the keys
    typename Order::key_type low, high; ///< the first and the last key of the interval

    /// @return whether an element is selected
    template <class Bits>
    [[nodiscard]] GPUALGO_FUNCTION constexpr bool operator()(Bits number) const {
        auto const key = order.key(number);
        return low <= key && key <= high;
    }
};

/// Sorts elements stably, and waits.
/// @param out takes the first `room` elements of the order
template <class Queue, class Bits, class Order>
void sort_few(Queue& queue, Bits const* in, std::size_t n, Order order, Bits* out,
              std::size_t room) {
    constexpr std::size_t tile = kernel::sort_tiles::tile_size;
    std::size_t const grid = (n - 1) / tile + 1;
    auto* const done = queue.template result<kernel::shared_word>();
    Bits* buffers[2] = {nullptr, nullptr};
    if (n > tile) buffers[0] = queue.template allocate<Bits>(n);
    if (n > 2 * tile) buffers[1] = queue.template allocate<Bits>(n);
    kernel::sort_arguments<Bits> arguments{in, n, 0, out, room, done};
    if (n > tile) arguments = {in, n, 0, buffers[0], n, nullptr};
    queue.template launch<kernel::sort_tiles>(
        launch_config{grid, tile, tile * sizeof(typename Order::key_type)}, arguments, order);
    for (std::size_t size = tile; size < n; size *= 2) {
        bool const is_last = n - size <= size;
        arguments = {arguments.out, n, size, buffers[1], n, nullptr};
        if (is_last) arguments = {arguments.in, n, size, out, room, done};
        queue.template launch<kernel::merge_runs>(launch_config{grid, tile, 0}, arguments, order);
        std::swap(buffers[0], buffers[1]);
    }
    (void)queue.fetch(done);
}

/// Finds the key of an element by its rank in an order, and its rank among elements with that key.
template <class Queue, class Bits, class Order>
kernel::digit_state find_key(Queue& queue, Bits const* in, std::size_t n, std::size_t rank,
                             Order order) {
    using body = kernel::select_digit;
    unsigned const passes = sizeof(Bits);
    auto* const counts = cleared_words(queue, std::size_t{passes} * body::digits);
    auto* const states = queue.template allocate<kernel::digit_state>(passes);
    auto* const found = queue.template result<kernel::digit_state>();
    std::size_t const grid =
        std::min((n - 1) / body::digits / 4 + 1, queue.resident_blocks(body::digits));
    for (unsigned pass = 0; pass < passes; ++pass) {
        kernel::digit_choice_arguments<Bits> const arguments{
            in,
            n,
            8 * (passes - 1 - pass),
            {0, rank},
            pass == 0 ? nullptr : states + pass - 1,
            pass + 1 == passes ? found : states + pass,
            counts + std::size_t{pass} * body::digits};
        queue.template launch<body>(
            launch_config{grid, body::digits, body::digits * sizeof(std::uint32_t)}, arguments,
            order);
    }
    return queue.fetch(found);
}

/// Copies the first k elements of an order, sorted; among equal ones, in the order of the range.
/// @param in n > 0 elements
/// @param k at least one, at most n
template <class Queue, class Bits, class Order>
void find_top_k(Queue& queue, Bits const* in, std::size_t n, std::size_t k, Order plain,
                Bits* out) {
    using key_type = typename Order::key_type;
    digit_order<Order> const order{plain};
    constexpr std::size_t few = 4096; // a sort takes no longer than a selection
    if (n - k > few) {
        auto const found = find_key(queue, in, n, k - 1, order);
        auto const key = static_cast<key_type>(static_cast<Bits>(found.prefix) ^ Order::sign);
        std::size_t const before = k - 1 - static_cast<std::size_t>(found.rank);
        Bits* const selected = queue.template allocate<Bits>(k);
        using test = key_interval<Order>;
        kernel::select_arguments<Bits> arguments{in,      n,      {selected, before}, {}, nullptr,
                                                 nullptr, nullptr};
        constexpr auto first_key = static_cast<key_type>(Order::sign);
        if (before > 0)
            (void)select_in_order<false>(queue, arguments,
                                         test{plain, first_key, static_cast<key_type>(key - 1)});
        arguments.selected = {selected + before, k - before};
        (void)select_in_order<false>(queue, arguments, test{plain, key, key});
        in = selected;
        n = k;
    }
    sort_few(queue, in, n, order, out, k);
}

} // namespace gpu::inline v0::detail
