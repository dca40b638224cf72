// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of merges, of searches of sorted arrays and of histograms, the same on the
/// simulated device and on GPUs. They wait for the kernels. See kernel/reduce/launches.hpp for
/// queues.
#pragma once

#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/sorted/add_values.hpp>
#include <gpualgo/kernel/sorted/bounds.hpp>
#include <gpualgo/kernel/sorted/histogram.hpp>
#include <gpualgo/kernel/sorted/merge.hpp>

#include <algorithm>
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
inline constexpr unsigned largest_block<kernel::histogram> = default_block_size;
template <>
inline constexpr unsigned largest_block<kernel::add_values> = kernel::add_values::threads;

template <>
inline constexpr kernel_name name_of_kernel<kernel::merge_tiles> = {"merge"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::merge_partition> = {"merge_partition"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::find_bounds> = {"find_bounds"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::histogram> = {"histogram"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::clear_counts> = {"clear"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::add_values> = {"add_values"};

/// Merges two sorted arrays.
template <class Queue, class Bits, class Order>
void merge_arrays(Queue& queue, kernel::merge_arguments<Bits> arguments, Order order) {
    using shape = kernel::merge_shape<Bits>;
    std::size_t const tiles = (arguments.na + arguments.nb + shape::tile - 1) / shape::tile;
    if (tiles > 1) {
        arguments.splits = queue.template allocate<std::size_t>(tiles + 1);
        queue.template launch<kernel::merge_partition>(
            launch_config{tiles / default_block_size + 1, default_block_size, 0}, arguments, order);
    }
    queue.template launch<kernel::merge_tiles>(
        launch_config{tiles, shape::threads, shape::tile * sizeof(Bits)}, arguments, order);
    queue.wait();
}

/// Searches a sorted array.
template <class Queue, class Bits, class Order>
void find_all_bounds(Queue& queue, kernel::bounds_arguments<Bits> const& arguments, Order order) {
    std::size_t const blocks = (arguments.count - 1) / default_block_size + 1;
    // few searches in turn per thread: their loads wait for each other
    std::size_t const grid = std::min(blocks, 4 * queue.resident_blocks(default_block_size));
    queue.template launch<kernel::find_bounds>(launch_config{grid, default_block_size, 0},
                                               arguments, order);
    queue.wait();
}

/// Bytes of shared memory for counts: four blocks fit on a multiprocessor.
inline constexpr std::size_t most_bytes_of_counts = 48 * 1024;

/// @return copies of each counter in shared memory: a power of two, or 0 if there is no room for
/// one
[[nodiscard]] inline unsigned copies_of_counts(std::size_t counters) {
    std::size_t const most = most_bytes_of_counts / sizeof(std::uint32_t) / counters;
    unsigned copies = 32;
    while (copies > most) copies /= 2;
    return copies;
}

/// Launches the counting of elements by bins.
template <class Queue, class T>
void launch_histogram(Queue& queue, kernel::histogram_arguments<T> arguments) {
    using body = kernel::histogram;
    constexpr unsigned threads = default_block_size;
    std::size_t const bins = arguments.bins.count;
    std::size_t const vectors = arguments.n / body::template width<T>;
    std::size_t const grid = std::min(vectors / (threads * body::template vectors_at_once<T>)+1,
                                      queue.resident_blocks(threads));
    std::size_t const counters = body::template counters<T>(arguments.bins.count);
    arguments.copies = copies_of_counts(counters);
    if (grid > 1 || arguments.copies == 0 || body::template is_by_value<T>)
        queue.template launch<kernel::clear_counts>(
            launch_config{std::min(bins / threads + 1, queue.resident_blocks(threads)), threads, 0},
            kernel::clear_counts_arguments{arguments.counts, bins}, kernel::plus{});
    queue.template launch<body>(
        launch_config{grid, threads, counters * arguments.copies * sizeof(std::uint32_t)},
        arguments, kernel::plus{});
}

/// How a device counts bytes by their value. Queues of devices with a faster way specialise it.
template <class Queue>
struct byte_counter {
    /// Launches the counting.
    /// @param n below 2^32
    /// @param counts of the 256 values
    static void launch(Queue& queue, std::uint8_t const* in, std::size_t n, std::uint32_t* counts) {
        using edge = kernel::bin_edge<std::uint8_t>;
        // a factor of 1 is exact: no edge is read
        kernel::bins<std::uint8_t> const values{
            .lower = 0, .upper = 256, .count = 256, .scale = 1, .margin = 0};
        detail::launch_histogram(queue, kernel::histogram_arguments<std::uint8_t>{
                                            .in = in,
                                            .n = n,
                                            .edges = queue.template allocate<edge>(1),
                                            .bins = values,
                                            .counts = {counts, nullptr},
                                            .copies = 0});
    }
};

/// Whether bytes are counted by value in launches of their own: if they are so many that these are
/// worth it. Counts of values have 32 bits.
constexpr bool are_values_counted(std::size_t n) {
    return n >= (std::size_t{1} << 16) && n <= std::numeric_limits<std::uint32_t>::max();
}

/// Launches the counting of bytes by value, and then of the values by bins.
template <class Queue, class T>
void launch_histogram_of_values(Queue& queue, kernel::histogram_arguments<T> const& arguments) {
    using body = kernel::add_values;
    constexpr unsigned threads = default_block_size;
    std::size_t const bins = arguments.bins.count;
    auto* const values = queue.template allocate<std::uint32_t>(body::threads);
    byte_counter<Queue>::launch(queue, reinterpret_cast<std::uint8_t const*>(arguments.in),
                                arguments.n, values);
    queue.template launch<kernel::clear_counts>(
        launch_config{std::min(bins / threads + 1, queue.resident_blocks(threads)), threads, 0},
        kernel::clear_counts_arguments{arguments.counts, bins}, kernel::plus{});
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
        if (are_values_counted(arguments.n)) launch_histogram_of_values(queue, arguments);
        else launch_histogram(queue, arguments);
    } else {
        launch_histogram(queue, arguments);
    }
    queue.wait();
}

} // namespace gpu::inline v0::detail
