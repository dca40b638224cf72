// SPDX-License-Identifier: Apache-2.0
/// Folding partials incrementally equals folding them in adjacent pairs, checked with an operator
/// that is sensitive to every pair.
#include "host/reduce/subtree.hpp"

#include <catch2/catch.hpp>

#include <cstdint>
#include <vector>

using namespace gpu::detail;

namespace {

/// Neither commutative nor associative: the result identifies the expression.
struct mixed {
    std::uint64_t operator()(std::uint64_t a, std::uint64_t b) const {
        return (a ^ (b << 7 | b >> 57)) * 0x9e3779b97f4a7c15 + a;
    }
};

} // namespace

TEST_CASE("partials fold in adjacent pairs, whatever their number") {
    for (std::uint64_t count = 1; count <= 700; ++count) {
        std::vector<std::uint64_t> totals;
        adjacent_fold<std::uint64_t> fold;
        for (std::uint64_t i = 0; i < count; ++i) {
            totals.push_back(i * i + 1);
            fold.push(totals.back(), mixed());
        }
        INFO(count << " totals");
        CHECK(fold.total(mixed()) == gpu::kernel::fold_adjacent(totals, mixed()));
    }
}
