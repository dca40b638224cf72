// SPDX-License-Identifier: Apache-2.0
/// Views of the standard library that are no ordinary ranges: those that cannot be iterated if they
/// are const.
#include <gpualgo/binary_search.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/top_k.hpp>

#include <catch2/catch.hpp>

#include <ranges>
#include <vector>

namespace {

using numbers = std::vector<int>;

/// Calls f(policy...) without and with a policy.
template <class F>
void with_policies(F f) {
    f();
    f(gpu::automatic);
}

} // namespace

TEST_CASE("views that cannot be iterated if they are const") {
    numbers const x{1, 2, 3, 4, 4};
    auto view = x | std::views::filter([](int a) { return a != 2; }); // 1 3 4 4
    with_policies([&](auto... policy) {
        numbers out(4);
        gpu::histogram(policy..., view, out, 4, 0, 8);
        CHECK(out == numbers{1, 1, 2, 0});
        CHECK(gpu::count(policy..., view, 4) == 2);
        gpu::inclusive_scan(policy..., view, out);
        CHECK(out == numbers{1, 4, 8, 12});
        CHECK(gpu::top_k(policy..., view, 2, out) == out.begin() + 2);
        CHECK(gpu::reduce(policy..., view, 0) == 12);
        CHECK(gpu::lower_bound(policy..., view, numbers{4}, out) == out.begin() + 1);
        CHECK(out[0] == 2);
    });
}
