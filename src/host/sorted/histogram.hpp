// SPDX-License-Identifier: Apache-2.0
/// @file
/// Histograms on the host's cores.
#pragma once

#include "host/parallel.hpp"

#include <gpualgo/kernel/sorted/bins.hpp>
#include <gpualgo/kernel/sorted/histogram.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu::inline v0::detail {

/// Counts elements in memory that each thread has for itself. A count has several copies for
/// neighbouring elements: equal ones do not wait for each other's addition.
template <class T>
class histogram_on_cores {
    using edge = kernel::bin_edge<T>;
    static constexpr std::size_t copies = 4;
    static constexpr std::size_t least_part = 16384; ///< elements, so that a thread is worthwhile

    struct edge_array {
        edge const* first;
        [[nodiscard]] edge get(std::size_t i) const { return first[i]; }
    };

public:
    explicit histogram_on_cores(kernel::histogram_arguments<T> const& given)
        : given_(given), bins_(given.bins.count), parts_(number_of_parts()),
          counts_(parts_ * row()) {}

    void run() {
        std::size_t const part = given_.n / parts_;
        parallel_for(parts_, [&](std::size_t i) {
            count(i * part, i + 1 == parts_ ? given_.n : (i + 1) * part, &counts_[i * row()]);
        });
        for (std::size_t bin = 0; bin < bins_; ++bin) {
            std::uint64_t total = 0;
            for (std::size_t i = 0; i < parts_; ++i)
                for (std::size_t copy = 0; copy < copies; ++copy)
                    total += counts_[i * row() + bin * copies + copy];
            if (given_.counts.wide != nullptr) given_.counts.wide[bin] = total;
            else given_.counts.narrow[bin] = static_cast<std::uint32_t>(total);
        }
    }

private:
    /// @return counts per part, the last ones for elements that are in no bin
    [[nodiscard]] std::size_t row() const { return (bins_ + 1) * copies; }

    /// Few parts if there are many bins, so that their sum does not take longer than the counts.
    [[nodiscard]] std::size_t number_of_parts() const {
        return std::clamp<std::size_t>(given_.n / std::max(least_part, 2 * row()), 1,
                                       concurrency());
    }

    void count(std::size_t begin, std::size_t end, std::uint64_t* counts) const {
        auto const bins = given_.bins;
        edge_array const edges{given_.edges};
        for (std::size_t i = begin; i < end; ++i)
            ++counts[bins.find(edges, given_.in[i]) * copies + i % copies];
    }

    kernel::histogram_arguments<T> given_;
    std::size_t bins_;
    std::size_t parts_;
    std::vector<std::uint64_t> counts_;
};

} // namespace gpu::inline v0::detail
