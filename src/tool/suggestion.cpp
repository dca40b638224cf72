// SPDX-License-Identifier: Apache-2.0
#include "suggestion.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace tool {

std::size_t edit_distance(std::string_view a, std::string_view b) {
    // Rows of the table of distances between prefixes: of the prefix before last, the last, and
    // now.
    std::vector<std::size_t> older(b.size() + 1), old(b.size() + 1), row(b.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 1; i <= a.size(); ++i) {
        older = std::exchange(old, row);
        row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            bool const same = a[i - 1] == b[j - 1];
            row[j] = std::min({old[j] + 1, row[j - 1] + 1, old[j - 1] + (same ? 0 : 1)});
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                row[j] = std::min(row[j], older[j - 2] + 1);
        }
    }
    return row.back();
}

std::optional<std::string> nearest(std::string_view word, std::span<std::string const> known) {
    auto const found =
        std::min_element(known.begin(), known.end(), [&](auto const& a, auto const& b) {
            return edit_distance(word, a) < edit_distance(word, b);
        });
    if (found == known.end()) return std::nullopt;
    auto const most = std::max<std::size_t>(1, std::max(word.size(), found->size()) / 3);
    if (edit_distance(word, *found) > most) return std::nullopt;
    return *found;
}

std::string did_you_mean(std::string_view word, std::span<std::string const> known) {
    auto const near = nearest(word, known);
    return near ? "; did you mean " + *near + "?" : std::string();
}

} // namespace tool
