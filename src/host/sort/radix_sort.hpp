// SPDX-License-Identifier: Apache-2.0
/// @file
/// A radix sort on the host's cores: passes over 8 bits of the keys, from the lowest to the
/// highest. In each pass, every task counts the digits of its part of the elements. Sums of the
/// counts are the places of the elements, to which every task then moves its part in order.
#pragma once

#include "host/parallel.hpp"

#include <gpualgo/kernel/sort/digits.hpp>
#include <gpualgo/kernel/sort/sort_order.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// Sorts numbers, and moves a value with each of them.
/// @tparam Value `kernel::no_value` if there are none
template <class Bits, class Value>
class radix_sort {
    static constexpr bool has_values = !std::is_same_v<Value, kernel::no_value>;
    static constexpr std::size_t radix = 256;
    static constexpr std::size_t least_of_task = 1 << 14; ///< elements: fewer are not worth a task
    using digit_counts = std::array<std::size_t, radix>;

public:
    /// @param n at least one
    radix_sort(std::size_t n, kernel::sort_order<Bits> order)
        : n_(n), order_(order),
          counts_(std::clamp<std::size_t>(n / least_of_task, 1, 2 * concurrency())) {}

    /// Sorts in place.
    /// @param other_keys memory for as many numbers
    /// @param other_values likewise; null if there are no values
    void run(Bits* keys, Bits* other_keys, Value* values, Value* other_values) {
        bool is_moved = false;
        for (unsigned shift = 0; shift < 8 * sizeof(Bits); shift += 8) {
            for_each_task([&](std::size_t task) { count(task, keys, shift); });
            if (!find_places()) continue; // all keys have the same digit
            for_each_task([&](std::size_t task) {
                scatter(task, {keys, other_keys, values, other_values}, shift);
            });
            std::swap(keys, other_keys);
            std::swap(values, other_values);
            is_moved = !is_moved;
        }
        if (!is_moved) return;
        for_each_task([&](std::size_t task) {
            std::copy(keys + begin(task), keys + begin(task + 1), other_keys + begin(task));
            if constexpr (has_values)
                std::copy(values + begin(task), values + begin(task + 1),
                          other_values + begin(task));
        });
    }

private:
    struct arrays {
        Bits const* keys;
        Bits* keys_out;
        Value const* values;
        Value* values_out;
    };

    [[nodiscard]] std::size_t begin(std::size_t task) const {
        std::size_t const each = n_ / counts_.size(), longer = n_ % counts_.size();
        return task * each + std::min(task, longer);
    }
    [[nodiscard]] std::size_t digit(Bits number, unsigned shift) const {
        return static_cast<std::uint8_t>(order_.key(number) >> shift);
    }

    template <class F>
    void for_each_task(F const& f) const {
        if (counts_.size() == 1) f(0);
        else parallel_for(counts_.size(), f);
    }

    /// Equal digits in a row are counted in different places: otherwise each count would wait for
    /// the one before it.
    void count(std::size_t task, Bits const* keys, unsigned shift) {
        constexpr std::size_t ways = 4;
        std::array<digit_counts, ways> counts{};
        std::size_t i = begin(task);
        std::size_t const end = begin(task + 1);
        for (; i + ways <= end; i += ways)
            for (std::size_t k = 0; k < ways; ++k) ++counts[k][digit(keys[i + k], shift)];
        for (; i < end; ++i) ++counts[0][digit(keys[i], shift)];
        for (std::size_t d = 0; d < radix; ++d)
            counts_[task][d] = counts[0][d] + counts[1][d] + counts[2][d] + counts[3][d];
    }

    /// Replaces counts by places.
    /// @return whether there are different digits
    bool find_places() {
        std::size_t place = 0;
        for (std::size_t d = 0; d < radix; ++d) {
            std::size_t const first = place;
            for (auto& counts : counts_) place += std::exchange(counts[d], place);
            if (place - first == n_) return false;
        }
        return true;
    }

    void scatter(std::size_t task, arrays const& of, unsigned shift) {
        digit_counts places = counts_[task];
        for (std::size_t i = begin(task), end = begin(task + 1); i < end; ++i) {
            Bits const number = of.keys[i];
            std::size_t const place = places[digit(number, shift)]++;
            of.keys_out[place] = number;
            if constexpr (has_values) of.values_out[place] = of.values[i];
        }
    }

    std::size_t n_;
    kernel::sort_order<Bits> order_;
    std::vector<digit_counts> counts_; ///< one per task
};

} // namespace gpu::inline v0::detail
