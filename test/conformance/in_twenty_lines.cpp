// SPDX-License-Identifier: Apache-2.0
/// The code of doc/canonical_order.md: a second definition, written independently of the library's,
/// and equal to it.
#include "conformance/golden.hpp"
#include "conformance/oracle.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

namespace {

//! [definition]
template <class T, class Op>
T canonical(std::vector<T> const& x, std::size_t value_size, Op op) {
    // what a warp loads at once
    std::size_t const lanes = 32 * std::max(std::size_t{1}, std::bit_floor(16 / value_size));
    std::size_t const rows = 16;
    std::vector<T> total;
    for (std::size_t s = 0; s < x.size(); s += lanes * rows) { // segments
        std::size_t const m = std::min(lanes * rows, x.size() - s), live = std::min(lanes, m);
        std::vector<T> lane(&x[s], &x[s] + live); // the first row
        for (std::size_t i = live; i < m; ++i) lane[i % lanes] = op(lane[i % lanes], x[s + i]);
        // lanes fold by halves; an absent lane is skipped
        for (std::size_t half = lanes / 2; half > 0; half /= 2)
            for (std::size_t l = 0; l < half && l + half < live; ++l)
                lane[l] = op(lane[l], lane[l + half]);
        total.push_back(lane[0]);
    }
    while (total.size() > 1) { // adjacent pairs; an odd last one moves up
        std::vector<T> pairs;
        for (std::size_t i = 0; i < total.size(); i += 2)
            pairs.push_back(i + 1 < total.size() ? op(total[i], total[i + 1]) : total[i]);
        total = pairs;
    }
    return total[0];
}
//! [definition]

//! [result]
template <class T, class Op>
T reduction(std::vector<T> const& x, std::size_t value_size, T init, Op op) {
    if (x.empty()) return init;
    T const result = op(init, canonical(x, value_size, op));
    // positive, without payload
    return std::isnan(result) ? std::numeric_limits<T>::quiet_NaN() : result;
}
//! [result]

} // namespace

TEMPLATE_TEST_CASE("twenty lines give the golden bits", "", float, double) {
    using namespace gpu::detail;
    std::size_t compared = 0;
    for (auto const& c : conformance::cases(conformance::golden_seed, conformance::golden_each)) {
        if (c.value != index_of<TestType, types> || c.accumulator != c.value ||
            c.operation != index_of<gpu::kernel::plus, operators>)
            continue;
        conformance::input const numbers(c);
        std::vector<TestType> x(c.n);
        TestType init;
        std::memcpy(x.data(), numbers.first(), c.n * sizeof(TestType));
        std::memcpy(&init, numbers.init(), sizeof init);
        TestType const result = reduction(x, sizeof(TestType), init, std::plus<>());
        conformance::result_bits bits = 0;
        std::memcpy(&bits, &result, sizeof result);
        INFO(described(c));
        CHECK(bits == conformance::expected(c, numbers));
        ++compared;
    }
    CHECK(compared == 8 * conformance::golden_each);
    CHECK(reduction(std::vector<TestType>(), sizeof(TestType), TestType(-0.0), std::plus<>()) == 0);
}
