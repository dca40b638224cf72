// SPDX-License-Identifier: Apache-2.0
/// Views of the standard library that are no ordinary ranges. Some cannot be iterated if they are
/// const, ends of others have another type, or their iterators cannot be copied.
#include <gpualgo/binary_search.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/top_k.hpp>
#include <gpualgo/transform_scan.hpp>
#include <gpualgo/unique.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <iterator>
#include <ranges>
#include <sstream>
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

TEST_CASE("ranges whose end has another type") {
    numbers const x{3, 1, 4, 2, 0};
    std::ranges::subrange const range(std::counted_iterator(x.begin(), 4), std::default_sentinel);
    for (auto const& policy : {gpu::automatic, gpu::automatic.on(gpu::device::simulated())}) {
        numbers indices(4);
        CHECK(gpu::argsort(policy, range, indices) == indices.end());
        CHECK(indices == numbers{1, 3, 0, 2});
    }
    numbers indices(4);
    gpu::argsort(range, indices, [](int a, int b) { return a > b; });
    CHECK(indices == numbers{2, 0, 3, 1});
}

TEST_CASE("views whose iterators cannot be copied") {
    with_policies([](auto... policy) {
        std::istringstream text("1 2 4 4");
        auto const stream = [&] {
            text.clear();
            text.seekg(0);
            return std::views::istream<int>(text);
        };
        auto view = stream();
        numbers out(4);
        CHECK(gpu::inclusive_scan(policy..., view, out) == out.end());
        CHECK(out == numbers{1, 3, 7, 11});
        view = stream();
        gpu::exclusive_scan(policy..., view, out, 5, std::minus<>());
        view = stream();
        gpu::transform_inclusive_scan(policy..., view, out, gpu::plus<>(), gpu::negate<>());
        CHECK(out == numbers{-1, -3, -7, -11});
        view = stream();
        CHECK(gpu::unique_copy(policy..., view, out) == out.begin() + 3);
        view = stream();
        CHECK(gpu::upper_bound(policy..., numbers{2, 3}, view, out) == out.end());
        CHECK(out == numbers{0, 1, 2, 2});
        view = stream();
        numbers merged(6);
        gpu::merge(policy..., view, numbers{2, 3}, merged);
        CHECK(merged == numbers{1, 2, 2, 3, 4, 4});
        view = stream();
        gpu::histogram(policy..., view, out, 4, 0, 8);
        CHECK(out == numbers{1, 1, 2, 0});
        view = stream();
        CHECK(gpu::copy_if(policy..., view, out, gpu::is_odd) == out.begin() + 1);
    });
}
