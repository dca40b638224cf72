// SPDX-License-Identifier: Apache-2.0
#include "array_algorithms.hpp"

#include "histogram.hpp"
#include "scan.hpp"
#include "sort.hpp"

namespace tool {

std::vector<std::unique_ptr<array_algorithm>> array_algorithms() {
    std::vector<std::unique_ptr<array_algorithm>> all;
    all.push_back(make_scan());
    all.push_back(make_sort());
    all.push_back(make_histogram());
    return all;
}

} // namespace tool
