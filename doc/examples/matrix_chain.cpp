// SPDX-License-Identifier: Apache-2.0
/// A product of many matrices. Their order of evaluation does not change the product, but the work:
/// the program finds the cheapest order, multiplies in it, and compares with the order from the
/// left.
//! [program]
#include <gpualgo/gpualgo.hpp>

#include <cstddef>
#include <cstdio>
#include <limits>
#include <utility>
#include <vector>

using matrix = gpu::matrix<double>;

/// The least number of multiplications for the matrices first to last, and where to split them.
struct plan {
    double work = 0;
    std::size_t split = 0;
};

std::vector<std::vector<plan>> cheapest(std::vector<std::size_t> const& sizes) {
    std::size_t const n = sizes.size() - 1;
    std::vector<std::vector<plan>> plans(n, std::vector<plan>(n));
    for (std::size_t length = 1; length < n; ++length)
        for (std::size_t i = 0; i + length < n; ++i) {
            std::size_t const j = i + length;
            plans[i][j].work = std::numeric_limits<double>::infinity();
            for (std::size_t k = i; k < j; ++k) {
                double const last = static_cast<double>(sizes[i] * sizes[k + 1] * sizes[j + 1]);
                double const work = plans[i][k].work + plans[k + 1][j].work + last;
                if (work < plans[i][j].work) plans[i][j] = {work, k};
            }
        }
    return plans;
}

matrix product(std::vector<matrix> const& m, std::vector<std::vector<plan>> const& plans,
               std::size_t i, std::size_t j) {
    if (i == j) return m[i];
    std::size_t const k = plans[i][j].split;
    return gpu::matmul(product(m, plans, i, k), product(m, plans, k + 1, j));
}

int main() {
    std::vector<std::size_t> const sizes{300, 10, 400, 20, 250, 5};
    std::vector<matrix> m; // on the GPU, if there is one
    for (std::size_t i = 0; i + 1 < sizes.size(); ++i) {
        std::vector<double> elements(sizes[i] * sizes[i + 1]);
        for (std::size_t e = 0; e < elements.size(); ++e)
            elements[e] = static_cast<double>((e * 7 + i) % 5) - 2; // small integers: exact
        m.emplace_back(sizes[i], sizes[i + 1], elements);
    }

    auto const plans = cheapest(sizes);
    matrix const fast = product(m, plans, 0, m.size() - 1);
    matrix slow = m[0];
    double work = 0;
    for (std::size_t i = 1; i < m.size(); ++i) {
        work += static_cast<double>(sizes[0] * sizes[i] * sizes[i + 1]);
        slow = gpu::matmul(slow, m[i]);
    }

    bool const same = fast.to_host() == slow.to_host();
    std::printf("%.0f multiplications in place of %.0f; the products are %s\n",
                plans[0][m.size() - 1].work, work, same ? "the same" : "different");
    return same ? 0 : 1;
}
//! [program]
