// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a sort, the same on the simulated device and on GPUs. See
/// kernel/reduce/launches.hpp for queues.
#pragma once

#include <gpualgo/kernel/select/launches.hpp>
#include <gpualgo/kernel/sort/add_key_counts.hpp>
#include <gpualgo/kernel/sort/count_keys.hpp>
#include <gpualgo/kernel/sort/descent.hpp>
#include <gpualgo/kernel/sort/digits.hpp>
#include <gpualgo/kernel/sort/expand_counts.hpp>
#include <gpualgo/kernel/sort/expand_keys.hpp>
#include <gpualgo/kernel/sort/gather.hpp>
#include <gpualgo/kernel/sort/merge_pairs.hpp>
#include <gpualgo/kernel/sort/sort_runs.hpp>
#include <gpualgo/kernel/sorted/launches.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

template <>
inline constexpr unsigned largest_block<kernel::sort_runs> = kernel::run_shape::sort_threads;
template <>
inline constexpr unsigned largest_block<kernel::merge_pairs> = kernel::run_shape::merge_threads;
template <>
inline constexpr unsigned largest_block<kernel::count_keys> = kernel::count_keys::threads;
template <>
inline constexpr unsigned largest_block<kernel::add_key_counts> = kernel::add_key_counts::threads;
template <unsigned Vectors>
inline constexpr unsigned largest_block<kernel::expand_keys<Vectors>> =
    kernel::expand_keys<Vectors>::threads;

template <>
inline constexpr kernel_name name_of_kernel<kernel::sort_runs> = {"sort_runs"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::merge_pairs> = {"merge_pairs"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::count_digits> = {"count_digits"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::scan_counts> = {"scan_counts"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::scatter_digits> = {"scatter_digits"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::count_keys> = {"count_keys"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::add_key_counts> = {"add_key_counts"};
template <unsigned Vectors>
inline constexpr kernel_name name_of_kernel<kernel::expand_keys<Vectors>> = {"expand_keys"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::number_elements> = {"number"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::gather_words> = {"gather"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::take_fields> = {"take_fields"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::find_descent> = {"find_descent"};

/// Sorts numbers, and moves a value with each of them, by passes of the kernels in digits.hpp.
/// @param values one per number; null if Value is `no_value`
template <class Queue, class Bits, class Value>
void sort_by_digits(Queue& queue, Bits* keys, Value* values, std::size_t n,
                    kernel::sort_order<Bits> order) {
    using digits = kernel::digits_of_thread;
    constexpr bool has_values = !std::is_same_v<Value, kernel::no_value>;
    std::size_t const tiles = (n - 1) / digits::tile + 1;
    std::size_t const counts = tiles * kernel::num_digits;
    auto* const words = queue.template allocate<kernel::shared_word>(counts);
    Value* other_values = nullptr;
    if constexpr (has_values) other_values = queue.template allocate<Value>(n);
    kernel::digit_arguments<Bits, Value> pass{
        keys, queue.template allocate<Bits>(n), values, other_values, n, 0, words};
    launch_config const shape{tiles, digits::threads, digits::shared_bytes};
    // the number of passes is even: the result is where the input was
    for (; pass.shift < 8 * sizeof(Bits); pass.shift += kernel::digit_bits) {
        queue.template launch<kernel::count_digits>(shape, pass, order);
        queue.template launch<kernel::scan_counts>(
            launch_config{1, default_block_size, default_block_size * sizeof(kernel::shared_word)},
            kernel::scan_counts_arguments{words, counts}, kernel::plus{});
        queue.template launch<kernel::scatter_digits>(shape, pass, order);
        auto* const keys_in = const_cast<Bits*>(std::exchange(pass.keys, pass.keys_out));
        pass.keys_out = keys_in;
        auto* const values_in = const_cast<Value*>(std::exchange(pass.values, pass.values_out));
        pass.values_out = values_in;
    }
}

/// Numbers of up to 4 bytes that one block of CUB sorts.
inline constexpr std::size_t block_of_cub = 4864;

/// Whether numbers are sorted by merges, see staged_elements.hpp. A radix sort has launches for
/// each byte of a key, and merges a launch per doubling of the runs. The limits are measured on an
/// H100: up to these, merges are faster than CUB. That sorts as many numbers of 1 or 2 bytes as
/// `block_of_cub` in one block, which is faster for all but the fewest.
template <class Bits, class Value>
constexpr bool is_sorted_by_merges(std::size_t n) {
    constexpr std::size_t few = 1024;
    constexpr bool has_values = !std::is_same_v<Value, kernel::no_value>;
    if (sizeof(Bits) == 1) return n <= few;
    if (sizeof(Bits) == 2)
        return n <= few || (n > block_of_cub && n <= std::size_t{1} << (has_values ? 17 : 18));
    unsigned merges = has_values ? 8 : 9; // of a number
    if (sizeof(Bits) == 4) merges = has_values && sizeof(Value) == 8 ? 7 : 8;
    return n <= std::size_t{kernel::run_shape::run} << merges;
}

/// Arrays of a sort by merges.
template <class Bits, class Value>
struct merge_sort_arrays {
    Bits const* keys;     ///< the numbers
    Bits* sorted;         ///< receives them; may be the same memory
    Value const* values;  ///< one per number, or null: then their indices
    Value* sorted_values; ///< as `sorted`; null if Value is `no_value`
    std::size_t n;
};

/// Sorts by merges. Launches write to the results and to scratch in turn, so that nothing has to be
/// copied at the end.
template <class Queue, class Bits, class Value>
void sort_by_merges(Queue& queue, merge_sort_arrays<Bits, Value> const& arrays,
                    kernel::sort_order<Bits> order) {
    using shape = kernel::run_shape;
    using arguments = kernel::run_arguments<Bits, Value>;
    auto const n = static_cast<std::uint32_t>(arrays.n);
    if (n <= shape::run) {
        unsigned const threads = ((n - 1) / shape::items + 32) / 32 * 32;
        std::size_t const bytes = kernel::staged_bytes<Bits, Value>(threads * shape::items);
        return queue.template launch<kernel::sort_runs>(
            launch_config{1, threads, bytes},
            arguments{arrays.keys, arrays.sorted, arrays.values, arrays.sorted_values, n, n, true},
            order);
    }
    Bits* keys[2] = {arrays.sorted, queue.template allocate<Bits>(n)};
    Value* values[2] = {arrays.sorted_values, nullptr};
    if constexpr (!std::is_same_v<Value, kernel::no_value>)
        values[1] = queue.template allocate<Value>(n);
    unsigned to = 0; // the last merge writes to the results
    for (std::uint64_t run = shape::run; run < n; run *= 2) to ^= 1;
    queue.template launch<kernel::sort_runs>(
        launch_config{(n - 1) / shape::run + 1, shape::sort_threads,
                      kernel::staged_bytes<Bits, Value>(shape::run)},
        arguments{arrays.keys, keys[to], arrays.values, values[to], n, n, false}, order);
    for (std::uint32_t run = shape::run; run < n; run *= 2) {
        unsigned const from = std::exchange(to, to ^ 1);
        queue.template launch<kernel::merge_pairs>(
            launch_config{(n - 1) / shape::merge_tile + 1, shape::merge_threads,
                          kernel::merge_pairs::shared_bytes<Bits, Value>},
            arguments{keys[from], keys[to], values[from], values[to], n, run, n - run <= run},
            order);
    }
}

/// Whether numbers are sorted by counting them: many of 1 or 2 bytes, without values. A block sorts
/// few ones in less time than launches take, and merges more of 2 bytes. Counts have 32 bits.
template <class Bits, class Value, class Queue>
bool is_sorted_by_counts(Queue const& queue, std::size_t n) {
    if (!std::is_same_v<Value, kernel::no_value>) return false;
    if (n > std::numeric_limits<std::uint32_t>::max()) return false;
    if (sizeof(Bits) == 1) return n > block_of_cub;
    return sizeof(Bits) == 2 && n >= std::size_t{1} << 16 &&
           queue.most_shared_bytes() >= kernel::count_keys::shared_bytes;
}

/// Sorts numbers of one byte: counts them, and writes as many of each.
template <class Queue>
void sort_by_counts(Queue& queue, std::uint8_t* keys, std::size_t n,
                    kernel::sort_order<std::uint8_t> order) {
    using body = kernel::expand_counts;
    constexpr std::size_t per_block =
        kernel::elements_per_block<std::uint8_t, kernel::generated_vectors>;
    auto* const counts = queue.template allocate<std::uint32_t>(body::threads);
    count_values(queue, keys, n, counts);
    queue.template launch<body>(
        launch_config{(n - 1) / per_block + 1, body::threads, body::shared_bytes},
        kernel::expand_arguments{counts, nullptr, keys, n}, order);
}

/// Writes numbers of 2 bytes whose counts are known.
/// @tparam Vectors per thread
template <unsigned Vectors, class Queue>
void expand_keys(Queue& queue, kernel::expand_keys_arguments const& arguments,
                 kernel::sort_order<std::uint16_t> order) {
    using body = kernel::expand_keys<Vectors>;
    constexpr std::size_t per_block = kernel::elements_per_block<std::uint16_t, Vectors>;
    queue.template launch<body>(
        launch_config{(arguments.n - 1) / per_block + 1, body::threads, body::shared_bytes},
        arguments, order);
}

/// Sorts numbers of 2 bytes, likewise. Blocks count the keys in shared memory.
template <class Queue>
void sort_by_counts(Queue& queue, std::uint16_t* keys, std::size_t n,
                    kernel::sort_order<std::uint16_t> order) {
    using counting = kernel::count_keys;
    using adding = kernel::add_key_counts;
    constexpr std::size_t least = 1 << 14; // per block, so that there are not too many counters
    std::size_t const blocks =
        std::min((n - 1) / least + 1, queue.resident_blocks(counting::threads));
    auto* const counters = queue.template allocate<std::uint32_t>(blocks * counting::words);
    kernel::key_ends const ends{queue.template allocate<std::uint32_t>(kernel::num_keys),
                                queue.template allocate<std::uint32_t>(kernel::key_ends::segments)};
    auto* const halves =
        counting::needs_halves(n, blocks)
            ? reinterpret_cast<std::uint32_t*>(cleared_words(queue, kernel::num_keys / 2))
            : nullptr;
    queue.template launch<counting>(
        launch_config{blocks, counting::threads, counting::shared_bytes},
        kernel::count_keys_arguments{keys, n, counters, halves}, order);
    queue.template launch<adding>(
        launch_config{kernel::key_ends::segments, adding::threads, adding::shared_bytes},
        kernel::add_key_counts_arguments{counters, halves, static_cast<unsigned>(blocks), ends},
        kernel::plus{});
    constexpr std::size_t many = std::size_t{1} << 23; // vectors of a thread share its block's work
    kernel::expand_keys_arguments const expanding{ends, keys, n};
    if (n < many) expand_keys<1>(queue, expanding, order);
    else expand_keys<4>(queue, expanding, order);
}

/// @return the index of the first number that comes before the one ahead of it, or n
template <class Queue, class Bits>
std::size_t descent_of(Queue& queue, Bits const* in, std::size_t n,
                       kernel::sort_order<Bits> order) {
    auto* const word = cleared_words(queue, 1);
    auto* const out = queue.template result<kernel::shared_word>();
    queue.template launch<kernel::find_descent>(loop_over(queue, (n - 1) / (16 / sizeof(Bits)) + 1),
                                                kernel::descent_arguments<Bits>{in, n, word, out},
                                                order);
    return static_cast<std::size_t>(queue.fetch(out));
}

} // namespace gpu::inline v0::detail
