// SPDX-License-Identifier: Apache-2.0
/// @file
/// Pairwise samples: few rows that still contain every pair of choices of any two axes.
#pragma once

#include <cstddef>
#include <vector>

namespace test {

/// Records which choices have occurred together.
class meetings {
public:
    explicit meetings(std::vector<std::size_t> const& sizes) : sizes_(sizes) {
        std::size_t choices = 0;
        for (std::size_t const size : sizes) {
            offset_.push_back(choices);
            choices += size;
        }
        width_ = choices;
        met_.resize(choices * choices);
    }

    [[nodiscard]] bool met(std::size_t axis_a, std::size_t a, std::size_t axis_b,
                           std::size_t b) const {
        return met_[(offset_[axis_a] + a) * width_ + offset_[axis_b] + b];
    }

    void meet(std::vector<std::size_t> const& row) {
        for (std::size_t a = 0; a < row.size(); ++a)
            for (std::size_t b = 0; b < row.size(); ++b)
                met_[(offset_[a] + row[a]) * width_ + offset_[b] + row[b]] = true;
    }

    /// Calls `f(axis_a, a, axis_b, b)` for every pair of choices of two axes.
    template <class F>
    void for_each_pair(F f) const {
        for (std::size_t axis_a = 0; axis_a < sizes_.size(); ++axis_a)
            for (std::size_t axis_b = axis_a + 1; axis_b < sizes_.size(); ++axis_b)
                for (std::size_t a = 0; a < sizes_[axis_a]; ++a)
                    for (std::size_t b = 0; b < sizes_[axis_b]; ++b) f(axis_a, a, axis_b, b);
    }

private:
    std::vector<std::size_t> sizes_;
    std::vector<std::size_t> offset_;
    std::size_t width_ = 0;
    std::vector<bool> met_;
};

/// Returns the choice of an axis with the most new pairs, given the choices made so far; ties
/// rotate.
inline std::size_t best_choice(meetings const& noted, std::vector<std::size_t> const& row,
                               std::vector<bool> const& chosen, std::size_t axis, std::size_t size,
                               std::size_t turn) {
    std::size_t best = 0;
    std::size_t most = 0;
    for (std::size_t i = 0; i < size; ++i) {
        std::size_t const choice = (i + turn) % size;
        std::size_t fresh = 1;
        for (std::size_t other = 0; other < row.size(); ++other)
            fresh += chosen[other] && !noted.met(axis, choice, other, row[other]);
        if (fresh > most) {
            most = fresh;
            best = choice;
        }
    }
    return best;
}

/// @param sizes number of choices of each axis
/// @return rows with one choice per axis; every pair of choices of two axes is in a row
inline std::vector<std::vector<std::size_t>> pairwise(std::vector<std::size_t> const& sizes) {
    meetings noted(sizes);
    std::vector<std::vector<std::size_t>> rows;
    noted.for_each_pair([&](std::size_t axis_a, std::size_t a, std::size_t axis_b, std::size_t b) {
        if (noted.met(axis_a, a, axis_b, b)) return;
        std::vector<std::size_t> row(sizes.size());
        std::vector<bool> chosen(sizes.size());
        row[axis_a] = a;
        row[axis_b] = b;
        chosen[axis_a] = chosen[axis_b] = true;
        for (std::size_t axis = 0; axis < sizes.size(); ++axis) {
            if (chosen[axis]) continue;
            row[axis] = best_choice(noted, row, chosen, axis, sizes[axis], rows.size());
            chosen[axis] = true;
        }
        noted.meet(row);
        rows.push_back(row);
    });
    return rows;
}

} // namespace test
