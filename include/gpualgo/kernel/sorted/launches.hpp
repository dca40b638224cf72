// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of merges, of searches of sorted arrays and of histograms, the same on the
/// simulated device and on GPUs. They wait for the kernels. See kernel/reduce/launches.hpp for
/// queues.
#pragma once

#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/sort/expand_counts.hpp>
#include <gpualgo/kernel/sorted/add_values.hpp>
#include <gpualgo/kernel/sorted/bounds.hpp>
#include <gpualgo/kernel/sorted/ends_of_numbers.hpp>
#include <gpualgo/kernel/sorted/histogram.hpp>
#include <gpualgo/kernel/sorted/merge.hpp>
#include <gpualgo/kernel/sorted/search_tree.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>

namespace gpu::inline v0::detail {

template <>
inline constexpr unsigned largest_block<kernel::merge_tiles> = kernel::merge_shape<int>::threads;
template <>
inline constexpr unsigned largest_block<kernel::merge_partition> = default_block_size;
template <>
inline constexpr unsigned largest_block<kernel::find_bounds> = default_block_size;
template <>
inline constexpr unsigned largest_block<kernel::find_bounds_by_tree> =
    kernel::find_bounds_by_tree::threads;
template <>
inline constexpr unsigned largest_block<kernel::expand_counts> = kernel::expand_counts::threads;
template <>
inline constexpr unsigned largest_block<kernel::find_ends> = default_block_size;
template <>
inline constexpr unsigned largest_block<kernel::look_up_bounds> = default_block_size;
template <>
inline constexpr unsigned largest_block<kernel::histogram> = kernel::histogram::threads;
template <>
inline constexpr unsigned largest_block<kernel::add_values> = kernel::add_values::threads;

template <>
inline constexpr kernel_name name_of_kernel<kernel::merge_tiles> = {"merge"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::merge_partition> = {"merge_partition"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::find_bounds> = {"find_bounds"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::find_bounds_by_tree> = {"find_bounds_by_tree"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::expand_counts> = {"expand_counts"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::find_ends> = {"find_ends"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::look_up_bounds> = {"look_up_bounds"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::histogram> = {"histogram"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::clear_counts> = {"clear"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::add_values> = {"add_values"};

/// Launches the search for the ends of the 256 numbers in sorted arrays of bytes.
/// @param arguments the arrays
/// @return the ends
template <class Queue, class Order>
std::uint64_t* find_ends_of_numbers(Queue& queue, kernel::ends_arguments arguments, Order order) {
    using body = kernel::find_ends;
    arguments.ends = queue.template allocate<std::uint64_t>(body::numbers);
    queue.template launch<body>(
        launch_config{body::numbers * 32 / default_block_size, default_block_size, 0}, arguments,
        order);
    return arguments.ends;
}

/// Merges two sorted arrays of bytes: writes as many of each number as both have.
template <class Queue, class Bits, class Order>
void merge_bytes(Queue& queue, kernel::merge_arguments<Bits> const& arguments, Order order) {
    using body = kernel::expand_counts;
    std::size_t const n = arguments.na + arguments.nb;
    auto const* const ends = find_ends_of_numbers(
        queue,
        kernel::ends_arguments{arguments.a, arguments.na, arguments.b, arguments.nb, true, nullptr},
        order);
    constexpr std::size_t per_block = kernel::elements_per_block<std::uint8_t>;
    queue.template launch<body>(
        launch_config{(n - 1) / per_block + 1, body::threads, body::shared_bytes},
        kernel::expand_arguments{nullptr, ends, arguments.out, n},
        kernel::sort_order<std::uint8_t>{static_cast<Bits>(order.flipped ^ order.sign), 0, 0});
}

/// Merges two sorted arrays.
template <class Queue, class Bits, class Order>
void merge_arrays(Queue& queue, kernel::merge_arguments<Bits> arguments, Order order) {
    using shape = kernel::merge_shape<Bits>;
    std::size_t const n = arguments.na + arguments.nb;
    std::size_t const tiles = (n + shape::tile - 1) / shape::tile;
    if constexpr (sizeof(Bits) == 1)
        // two launches over all numbers are faster, if there are many
        if (n >= (std::size_t{1} << 21) && n <= std::numeric_limits<std::uint32_t>::max()) {
            merge_bytes(queue, arguments, order);
            queue.wait();
            return;
        }
    if (tiles > 1) {
        constexpr std::size_t most = 6000; // splits, above which warps need more bandwidth
        arguments.splits = queue.template allocate<std::size_t>(tiles + 1);
        arguments.are_warps_used = tiles < most;
        std::size_t const threads = (tiles + 1) * (arguments.are_warps_used ? 32 : 1);
        queue.template launch<kernel::merge_partition>(
            launch_config{(threads - 1) / default_block_size + 1, default_block_size, 0}, arguments,
            order);
    }
    using code = typename kernel::merge_codes<Order>::code;
    queue.template launch<kernel::merge_tiles>(
        launch_config{tiles, shape::threads, shape::tile * sizeof(code)}, arguments, order);
    queue.wait();
}

/// Launches searches by a tree of some elements, one block per multiprocessor.
template <class Queue, class Bits, class Order>
void find_bounds_by_tree(Queue& queue, kernel::bounds_arguments<Bits> const& arguments,
                         Order order) {
    using body = kernel::find_bounds_by_tree;
    std::size_t const blocks = (arguments.count - 1) / body::threads + 1;
    queue.template launch<body>(
        launch_config{std::min(blocks, queue.resident_blocks(body::threads)), body::threads,
                      body::bytes_of_tree},
        arguments, order);
}

/// Searches a sorted array.
template <class Queue, class Bits, class Order>
void find_all_bounds(Queue& queue, kernel::bounds_arguments<Bits> const& arguments, Order order) {
    std::size_t const blocks = (arguments.count - 1) / default_block_size + 1;
    // few searches in turn per thread: their loads wait for each other
    std::size_t const grid = std::min(blocks, 4 * queue.resident_blocks(default_block_size));
    if constexpr (sizeof(Bits) == 1)
        if (arguments.count >= std::size_t{1} << 16) { // worth a launch over all numbers
            auto const* const ends = find_ends_of_numbers(
                queue,
                kernel::ends_arguments{arguments.sorted, arguments.n, arguments.sorted, 0,
                                       arguments.is_upper, nullptr},
                order);
            queue.template launch<kernel::look_up_bounds>(
                launch_config{grid, default_block_size,
                              kernel::find_ends::numbers * sizeof(std::uint64_t)},
                kernel::look_up_arguments{ends, arguments}, order);
            queue.wait();
            return;
        }
    constexpr std::size_t many = std::size_t{1} << 19; // worth loading a tree
    if constexpr (sizeof(Bits) > 1)
        if (arguments.count >= many && arguments.n >= kernel::find_bounds_by_tree::least<Bits> &&
            arguments.n <= std::numeric_limits<std::uint32_t>::max()) {
            find_bounds_by_tree(queue, arguments, order);
            queue.wait();
            return;
        }
    queue.template launch<kernel::find_bounds>(launch_config{grid, default_block_size, 0},
                                               arguments, order);
    queue.wait();
}

/// Bytes of shared memory of a block that counts: four of these fit on a multiprocessor.
inline constexpr std::size_t most_bytes_of_counts = 48 * 1024;

/// The shared memory of a block that counts.
struct histogram_room {
    unsigned copies = 0;    ///< of each counter: a power of two, or 0 if there is no room for one
    bool has_edges = false; ///< whether there is room for the edges, too
    std::size_t bytes = 0;

    /// @param most copies that are worth their memory
    /// @param edges bytes of all edges, or 0 if they are not wanted
    static histogram_room choose(std::uint32_t counters, unsigned most, std::size_t edges) {
        for (unsigned copies = most; copies > 0; copies /= 2) {
            std::size_t const bytes =
                kernel::words_of_counters(counters, copies) * sizeof(std::uint32_t) + edges;
            if (bytes <= most_bytes_of_counts) return {copies, edges > 0, bytes};
        }
        return edges > 0 ? choose(counters, most, 0) : histogram_room();
    }
};

/// Launches the clearing of counts.
template <class Queue>
void clear_all_counts(Queue& queue, kernel::histogram_counts counts, std::size_t bins) {
    constexpr unsigned threads = default_block_size;
    queue.template launch<kernel::clear_counts>(
        launch_config{std::min(bins / threads + 1, queue.resident_blocks(threads)), threads, 0},
        kernel::clear_counts_arguments{counts, bins}, kernel::plus{});
}

/// Launches the counting of elements by bins. The counts are cleared, unless `arguments` say that
/// they are.
template <class Queue, class T>
void launch_histogram(Queue& queue, kernel::histogram_arguments<T> arguments) {
    using body = kernel::histogram;
    constexpr unsigned threads = body::threads;
    constexpr bool is_by_value = body::template is_by_value<T>;
    constexpr std::size_t many = std::size_t{1} << 22; // worth clearing and summing more copies
    std::uint32_t const bins = arguments.bins.count();
    std::size_t const vectors = arguments.n / body::template width<T>;
    bool const is_one_block = vectors <= 2 * threads && !arguments.is_cleared &&
                              bins <= (is_by_value ? 4096 : most_bytes_of_counts / 4 - 1);
    std::size_t const grid =
        is_one_block ? 1 : std::min(vectors / threads + 1, queue.resident_blocks(threads));
    bool const wants_edges =
        !std::integral<T> && arguments.bins.is_guessed && arguments.n / grid >= bins;
    auto const room = histogram_room::choose(
        body::template counters<T>(bins),
        !is_by_value          ? 8
        : arguments.n >= many ? 32
                              : 1,
        wants_edges ? (bins + std::size_t{1}) * sizeof(kernel::bin_edge<T>) : 0);
    arguments.copies = room.copies;
    arguments.has_edges = room.has_edges;
    if (!is_one_block && !arguments.is_cleared) {
        clear_all_counts(queue, arguments.counts, bins);
        arguments.is_cleared = true;
    }
    std::size_t const bytes_of_bins = room.copies == 0 ? body::bytes_of_hot_bins
                                      : is_by_value
                                          ? body::most_bins_of_block * sizeof(std::uint32_t)
                                          : 0;
    queue.template launch<body>(launch_config{grid, threads, room.bytes + bytes_of_bins}, arguments,
                                kernel::plus{});
}

/// Launches the counting of bytes by value.
/// @param n below 2^32
/// @param counts of the 256 values
/// @param is_cleared whether launches ahead cleared the counts, or counted other bytes
template <class Queue>
void count_values(Queue& queue, std::uint8_t const* in, std::size_t n, std::uint32_t* counts,
                  bool is_cleared = false) {
    launch_histogram(queue, kernel::histogram_arguments<std::uint8_t>{.in = in,
                                                                      .n = n,
                                                                      .edges = nullptr,
                                                                      .bins = {{0, 256, 256}, true},
                                                                      .counts = {counts, nullptr},
                                                                      .is_cleared = is_cleared,
                                                                      .has_edges = false,
                                                                      .copies = 0});
}

/// Whether bytes are counted by value in launches of their own: if there are many, and if their
/// bins are searched. Each block would do that otherwise. Counts of values have 32 bits.
template <class T>
constexpr bool are_values_counted(kernel::histogram_arguments<T> const& arguments) {
    return arguments.n >= (std::size_t{1} << 16) && !arguments.bins.is_guessed &&
           arguments.n <= std::numeric_limits<std::uint32_t>::max();
}

/// Launches the counting of bytes by value, and then of the values by bins.
template <class Queue, class T>
void launch_histogram_of_values(Queue& queue, kernel::histogram_arguments<T> const& arguments) {
    using body = kernel::add_values;
    auto* const values = queue.template allocate<std::uint32_t>(body::threads);
    count_values(queue, reinterpret_cast<std::uint8_t const*>(arguments.in), arguments.n, values);
    clear_all_counts(queue, arguments.counts, arguments.bins.count());
    queue.template launch<body>(launch_config{1, body::threads, 0},
                                kernel::value_arguments<T>{.values = values,
                                                           .edges = arguments.edges,
                                                           .bins = arguments.bins,
                                                           .counts = arguments.counts},
                                kernel::plus{});
}

/// Counts elements by bins.
template <class Queue, class T>
void count_by_bins(Queue& queue, kernel::histogram_arguments<T> const& arguments) {
    if constexpr (sizeof(T) == 1) {
        if (are_values_counted(arguments)) launch_histogram_of_values(queue, arguments);
        else launch_histogram(queue, arguments);
    } else {
        launch_histogram(queue, arguments);
    }
    queue.wait();
}

} // namespace gpu::inline v0::detail
