// SPDX-License-Identifier: Apache-2.0
/// @file
/// Histograms on the host's cores.
#pragma once

#include "bin_guesses.hpp"
#include "host/by_instruction_set.hpp"
#include "host/parallel.hpp"

#include <gpualgo/kernel/sorted/bins.hpp>
#include <gpualgo/kernel/sorted/histogram.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu::inline v0::detail {

/// Counts elements in memory that each thread has for itself. A counter has several copies for
/// neighbouring elements: equal ones do not wait for each other's addition. Elements of one byte
/// are counted by value.
template <class T>
class histogram_on_cores {
    using edge = kernel::bin_edge<T>;
    using guesses = bin_guesses<T>;
    static constexpr std::size_t copies = 4;
    static constexpr std::size_t least_part = 16384; ///< elements, so that a thread is worthwhile
    static constexpr bool is_by_value = sizeof(T) == 1;

    struct edge_array {
        edge const* first;
        [[nodiscard]] edge get(std::size_t i) const { return first[i]; }
    };

public:
    /// @param set must satisfy is_usable
    histogram_on_cores(kernel::histogram_arguments<T> const& given, instruction_set set)
        : given_(given), guesses_(given.bins),
          guess_(by_instruction_set<guesses::find>::choose(set)),
          counters_(is_by_value ? 256 : given.bins.count() + std::size_t{1}),
          parts_(number_of_parts()), counts_(parts_ * row()) {}

    void run() {
        std::size_t const part = given_.n / parts_;
        parallel_for(parts_, [&](std::size_t i) {
            count(i * part, i + 1 == parts_ ? given_.n : (i + 1) * part, &counts_[i * row()]);
        });
        if constexpr (is_by_value) {
            std::vector<std::uint64_t> totals(given_.bins.count() + std::size_t{1});
            for (std::size_t value = 0; value < counters_; ++value)
                totals[bin_of(static_cast<T>(value))] += total(value);
            for (std::size_t bin = 0; bin < given_.bins.count(); ++bin) put(bin, totals[bin]);
        } else {
            for (std::size_t bin = 0; bin < given_.bins.count(); ++bin) put(bin, total(bin));
        }
    }

private:
    /// @return counts per part, the last ones for elements that are in no bin
    [[nodiscard]] std::size_t row() const { return counters_ * copies; }

    /// Few parts if there are many bins, so that their sum does not take longer than the counts.
    [[nodiscard]] std::size_t number_of_parts() const {
        return std::clamp<std::size_t>(given_.n / std::max(least_part, 2 * row()), 1,
                                       concurrency());
    }

    [[nodiscard]] std::uint32_t bin_of(T element) const {
        return given_.bins.find(edge_array{given_.edges}, element);
    }

    void count(std::size_t begin, std::size_t end, std::uint64_t* counts) const {
        if constexpr (is_by_value) {
            for (std::size_t i = begin; i < end; ++i)
                ++counts[static_cast<std::uint8_t>(given_.in[i]) * copies + i % copies];
        } else {
            if (guesses_.are_usable())
                for (; end - begin >= guesses::size; begin += guesses::size) {
                    std::uint32_t bins[guesses::size];
                    if (!guess_(&guesses_, given_.in + begin, bins))
                        for (std::size_t i = 0; i < guesses::size; ++i)
                            if (bins[i] == guesses::unsure) bins[i] = bin_of(given_.in[begin + i]);
#pragma GCC unroll 8
                    for (std::size_t i = 0; i < guesses::size; ++i)
                        ++counts[bins[i] * copies + i % copies];
                }
            for (std::size_t i = begin; i < end; ++i)
                ++counts[bin_of(given_.in[i]) * copies + i % copies];
        }
    }

    /// @return the sum of a counter's copies
    [[nodiscard]] std::uint64_t total(std::size_t counter) const {
        std::uint64_t sum = 0;
        for (std::size_t part = 0; part < parts_; ++part)
            for (std::size_t copy = 0; copy < copies; ++copy)
                sum += counts_[part * row() + counter * copies + copy];
        return sum;
    }

    void put(std::size_t bin, std::uint64_t count) const {
        if (given_.counts.wide != nullptr) given_.counts.wide[bin] = count;
        else given_.counts.narrow[bin] = static_cast<std::uint32_t>(count);
    }

    kernel::histogram_arguments<T> given_;
    guesses guesses_;
    bool (*guess_)(guesses const*, T const*, std::uint32_t*);
    std::size_t counters_;
    std::size_t parts_;
    std::vector<std::uint64_t> counts_;
};

} // namespace gpu::inline v0::detail
