// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches that find and sort the elements at the front of an order, the same on the simulated
/// device and on GPUs. See kernel/reduce/launches.hpp for queues.
///
/// 1. A radix selection finds the key of the k-th element: a pass per byte of the key. If a pass
///    over many elements shows that few may be among the first k, only these are kept.
/// 2. A selection copies the elements with smaller keys and with that key, in the order of the
///    range. If not all with that key are wanted, another selection copies these.
/// 3. A merge sort sorts these k elements if they are few. More are sorted as the device sorts
///    numbers.
///
/// If few elements would be left out, all are sorted.
#pragma once

#include <gpualgo/kernel/extrema/key_order.hpp>
#include <gpualgo/kernel/select/launches.hpp>
#include <gpualgo/kernel/top_k/list_keys.hpp>
#include <gpualgo/kernel/top_k/select_digit.hpp>
#include <gpualgo/kernel/top_k/sort_runs.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gpu::inline v0::detail {

template <>
inline constexpr unsigned largest_block<kernel::select_digit> = kernel::select_digit::threads;
template <>
inline constexpr unsigned largest_block<kernel::sort_tiles> = kernel::sort_tiles::tile_size;
template <>
inline constexpr kernel_name name_of_kernel<kernel::select_digit> = {"select_digit"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::list_keys> = {"list_keys"};
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
    [[nodiscard]] GPUALGO_FUNCTION constexpr Bits sortable(Bits number) const {
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

/// Elements of which some may be among the first k of an order.
template <class Bits>
struct candidates {
    Bits const* first;
    std::size_t n;
    kernel::digit_state known; ///< digits of the key of the k-th element
    unsigned digits;           ///< how many are known

    /// @return how many of them precede all that begin with the known digits
    [[nodiscard]] std::size_t before(std::size_t k) const {
        return k - 1 - static_cast<std::size_t>(known.rank);
    }
    /// @return the first or the last key with the known digits, at least one
    template <class Order>
    [[nodiscard]] typename Order::key_type key(bool is_last) const {
        unsigned const unknown = 8 * (static_cast<unsigned>(sizeof(Bits)) - digits);
        auto const rest = is_last ? (1ULL << unknown) - 1 : 0;
        return static_cast<typename Order::key_type>(
            static_cast<Bits>(known.prefix << unknown | rest) ^ Order::sign);
    }
};

/// Finds more digits of the key of the k-th element, and waits.
template <class Queue, class Bits, class Order>
void find_digits(Queue& queue, candidates<Bits>& x, unsigned passes, Order order) {
    using body = kernel::select_digit;
    constexpr std::size_t at_once = body::threads * body::width<Bits> * body::vectors_at_once;
    auto* const counts = cleared_words(queue, std::size_t{passes} * body::digits);
    auto* const states = queue.template allocate<kernel::digit_state>(passes);
    auto* const found = queue.template result<kernel::digit_state>();
    std::size_t const grid =
        std::min((x.n - 1) / at_once + 1, queue.resident_blocks(body::threads));
    for (unsigned pass = 0; pass < passes; ++pass) {
        kernel::digit_choice_arguments<Bits> const arguments{
            x.first,
            x.n,
            8 * (static_cast<unsigned>(sizeof(Bits)) - 1 - x.digits - pass),
            x.known,
            pass == 0 ? nullptr : states + pass - 1,
            pass + 1 == passes ? found : states + pass,
            counts + std::size_t{pass} * body::digits};
        queue.template launch<body>(launch_config{grid, body::threads, body::shared_bytes},
                                    arguments, order);
    }
    x.known = queue.fetch(found);
    x.digits += passes;
}

/// Copies elements whose keys lie in an interval, in their order.
/// @param room of the output; no more are written
template <class Queue, class Bits, class Order>
void copy_interval(Queue& queue, candidates<Bits> const& x, key_interval<Order> interval, Bits* out,
                   std::size_t room) {
    kernel::select_arguments<Bits> const arguments{x.first, x.n, {out, room}, {}, nullptr, nullptr};
    (void)select_in_order<false>(queue, arguments, interval);
}

/// No key is smaller.
template <class Order>
inline constexpr auto first_key = static_cast<typename Order::key_type>(Order::sign);

/// Keeps only those of many elements that may be among the first k, if these are few. Each pass
/// over all then costs more than waiting for the host does.
template <class Queue, class Bits, class Order>
void narrow(Queue& queue, candidates<Bits>& x, std::size_t k, digit_order<Order> order,
            std::size_t many) {
    while (x.n > many && x.digits < sizeof(Bits)) {
        find_digits(queue, x, 1, order);
        std::size_t const left = x.before(k) + static_cast<std::size_t>(x.known.count);
        if (left > x.n / 8) continue;
        auto* const kept = queue.template allocate<Bits>(left);
        key_interval<Order> const interval{order, first_key<Order>, x.template key<Order>(true)};
        copy_interval(queue, x, interval, kept, left);
        x.first = kept;
        x.n = left;
    }
}

/// Copies the first k elements of an order, in the order of the range.
template <class Queue, class Bits, class Order>
void copy_first(Queue& queue, candidates<Bits> x, std::size_t k, digit_order<Order> order,
                Bits* out) {
    if (unsigned const left = static_cast<unsigned>(sizeof(Bits)) - x.digits; left > 0 && k < x.n)
        find_digits(queue, x, left, order);
    bool const takes_all = k == x.n;
    auto const key = takes_all ? Order::worst : x.template key<Order>(false);
    std::size_t const before = takes_all ? 0 : x.before(k);
    if (takes_all || before + x.known.count == k)
        return copy_interval(queue, x, key_interval<Order>{order, first_key<Order>, key}, out, k);
    if (before > 0)
        copy_interval(queue, x,
                      key_interval<Order>{order, first_key<Order>,
                                          static_cast<typename Order::key_type>(key - 1)},
                      out, before);
    copy_interval(queue, x, key_interval<Order>{order, key, key}, out + before, k - before);
}

/// Limits of a device's kernels for top_k.
struct top_k_limits {
    std::size_t many;        ///< if there are more bytes, a pass takes longer than waiting for it
    std::size_t most_merged; ///< elements, up to which merges are faster than the device's sort
};

/// Copies the first k elements of an order, sorted; among equal ones, in the order of the range.
/// @param in n > 0 elements
/// @param k at least one, at most n
/// @param sort_many sorts k elements in place: called as sort_many(out, k)
template <class Queue, class Bits, class Order, class Sort>
void find_top_k(Queue& queue, Bits const* in, std::size_t n, std::size_t k, Order plain, Bits* out,
                top_k_limits const& limits, Sort sort_many) {
    digit_order<Order> const order{plain};
    constexpr std::size_t few = 4096; // a sort takes no longer than a selection
    candidates<Bits> x{in, n, {0, k - 1, n}, 0};
    bool const is_merged = k <= limits.most_merged;
    if (k < n) narrow(queue, x, k, order, limits.many / sizeof(Bits));
    if (is_merged && x.n - k <= few) return sort_few(queue, x.first, x.n, plain, out, k);
    Bits* const selected = is_merged ? queue.template allocate<Bits>(k) : out;
    copy_first(queue, x, k, order, selected);
    if (is_merged) sort_few(queue, selected, k, plain, out, k);
    else sort_many(out, k);
}

} // namespace gpu::inline v0::detail
