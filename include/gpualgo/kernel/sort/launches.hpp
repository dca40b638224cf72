// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of a sort, the same on the simulated device and on GPUs. See
/// kernel/reduce/launches.hpp for queues.
#pragma once

#include <gpualgo/kernel/select/launches.hpp>
#include <gpualgo/kernel/sort/descent.hpp>
#include <gpualgo/kernel/sort/digits.hpp>
#include <gpualgo/kernel/sort/expand_counts.hpp>
#include <gpualgo/kernel/sort/gather.hpp>
#include <gpualgo/kernel/sorted/launches.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

template <>
inline constexpr kernel_name name_of_kernel<kernel::count_digits> = {"count_digits"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::scan_counts> = {"scan_counts"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::scatter_digits> = {"scatter_digits"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::number_elements> = {"number"};
template <>
inline constexpr kernel_name name_of_kernel<kernel::gather_words> = {"gather"};
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

/// Whether numbers are sorted by counting them: many of one byte, without values. If there are few,
/// a pass takes no longer than launches. Counts have 32 bits.
template <class Bits, class Value>
constexpr bool is_sorted_by_counts(std::size_t n) {
    return sizeof(Bits) == 1 && std::is_same_v<Value, kernel::no_value> &&
           n >= (std::size_t{1} << 14) && n <= std::numeric_limits<std::uint32_t>::max();
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

/// The shape of a launch over n elements in a grid-stride loop.
template <class Queue>
launch_config loop_over(Queue& queue, std::size_t n) {
    return {std::min((n - 1) / default_block_size + 1, queue.resident_blocks(default_block_size)),
            default_block_size, 0};
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
