// SPDX-License-Identifier: Apache-2.0
/// @file
/// The bins of a histogram's command: edges of the elements' type, and counts by a search for every
/// element.
#pragma once

#include "number.hpp"
#include "numbers.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tool {

/// The edges of bins, for elements of a type that is known at run time only.
class histogram_bins {
public:
    /// @param elements give the bounds that are not stated: all numbers of theirs that are finite
    /// are in a bin
    /// @param count of bins
    /// @throws usage_error if the bounds are wrong
    histogram_bins(numbers const& elements, std::size_t count, std::optional<long double> lower,
                   std::optional<long double> upper);

    /// @return the first edge and the last, of kernel::bin_edge of the elements' type
    [[nodiscard]] void const* bounds() const { return bounds_.data(); }
    /// @return the number of edges, one more than bins
    [[nodiscard]] std::size_t count() const { return values_.size(); }
    /// @return the edges as numbers
    [[nodiscard]] std::vector<number> const& values() const { return values_; }
    /// @return counts by a binary search for every element
    [[nodiscard]] std::vector<std::uint64_t> counts_of(numbers const& elements) const;

private:
    std::array<std::uint64_t, 2> bounds_{}; ///< their bytes
    std::vector<std::uint64_t> edges_{};    ///< the bytes of all edges
    std::vector<number> values_{};
};

/// @param unicode whether bars may use it; otherwise they are of ASCII
/// @return a line per bin: the lower edge, the count, and a bar
[[nodiscard]] std::string chart_of(std::vector<number> const& edges,
                                   std::vector<std::uint64_t> const& counts, bool unicode);

} // namespace tool
