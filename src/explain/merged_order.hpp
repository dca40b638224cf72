// SPDX-License-Identifier: Apache-2.0
/// @file
/// The data of sorts and merges that are explained.
///
/// Elements are numbers from 0 on, of which only the order counts. In the order of two sorted
/// arrays, each tile has as many elements of one as of the other, in a random order. It is the same
/// in every tile, so that few blocks stand for all. The first array has a few elements before all
/// others: parts of random arrays begin at addresses that are not aligned, and so do these.
#pragma once

#include "simulated/launch.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace gpu::inline v0::detail {

/// The numbers 0, 1 ... n - 1 in a random order, always the same one.
std::vector<std::uint32_t> shuffled(std::uint32_t n);

/// The ranks of the elements of two sorted arrays among all of them, as long as both have any.
class merged_order {
public:
    /// @param tile elements of a tile: even
    explicit merged_order(std::uint32_t tile);

    /// @return the rank of element i of the first array
    [[nodiscard]] std::uint64_t rank_of_first(std::uint64_t i) const {
        return i < lead ? i : lead + rank(first_, i - lead);
    }
    /// @return the rank of element i of the second array
    [[nodiscard]] std::uint64_t rank_of_second(std::uint64_t i) const {
        return lead + rank(second_, i);
    }

private:
    /// elements of the first array before all others
    static constexpr std::uint64_t lead = 5;

    /// @param ranks of an array's elements in a tile
    static std::uint64_t rank(std::vector<std::uint32_t> const& ranks, std::uint64_t i) {
        return i / ranks.size() * (2 * ranks.size()) + ranks[i % ranks.size()];
    }
    std::vector<std::uint32_t> first_, second_;
};

/// Memory of numbers.
/// @param number_at called with a launch and an index
simulated::dry_content
content_of(std::size_t element_bytes,
           std::function<std::uint64_t(std::uint32_t launch, std::uint64_t i)> number_at);

} // namespace gpu::inline v0::detail
