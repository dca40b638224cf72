// SPDX-License-Identifier: Apache-2.0
/// @file
/// The order of rows.
#pragma once

#include "arguments.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace tool {

/// Sort rows; rows without a time are last by time, and equal ones keep their order.
template <class Row>
void sort_rows(std::vector<Row>& rows, row_order order) {
    auto const time = [](Row const& row) {
        return row.time ? row.time->milliseconds : std::numeric_limits<double>::infinity();
    };
    if (order == row_order::time)
        std::stable_sort(rows.begin(), rows.end(),
                         [&](Row const& a, Row const& b) { return time(a) < time(b); });
    if (order == row_order::strategy)
        std::stable_sort(rows.begin(), rows.end(),
                         [](Row const& a, Row const& b) { return a.policy < b.policy; });
}

} // namespace tool
