// SPDX-License-Identifier: Apache-2.0
/// Algorithms on devices that read views and write ranges, against the same of stored elements.
#include "views.hpp"

#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/binary_search.hpp>
#include <gpualgo/copy_if.hpp>
#include <gpualgo/fill.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/permute.hpp>
#include <gpualgo/reduce_by_key.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>
#include <gpualgo/sort.hpp>
#include <gpualgo/top_k.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/transform_scan.hpp>
#include <gpualgo/unique.hpp>

#include <algorithm>
#include <concepts>
#include <functional>
#include <memory>
#include <tuple>

using namespace views_test;

namespace {

using on_device = gpu::device_vector<std::int32_t>;

/// Calls write(elements, out) for a view and for its elements in memory: the outputs are equal.
template <class View, class Write>
void check_same(gpu::device const& device, View const& view, ints const& x, Write write) {
    on_device const stored(x, device);
    on_device a(2 * x.size(), -1, device), b(2 * x.size(), -1, device);
    auto const end_a = write(view, a), end_b = write(stored, b);
    CHECK(end_a - a.begin() == end_b - b.begin());
    CHECK(a == b);
}

} // namespace

TEST_CASE("scans of views") {
    for (auto const& device : devices())
        for (std::size_t const n : sizes()) {
            CAPTURE(device.name(), n);
            for_main_views(device, numbers(n), [&](auto const& view, ints const& x) {
                check_same(device, view, x,
                           [](auto const& in, auto& out) { return gpu::inclusive_scan(in, out); });
                check_same(device, view, x, [](auto const& in, auto& out) {
                    return gpu::exclusive_scan(gpu::automatic, in, out, 3, gpu::maximum<>());
                });
                check_same(device, view, x, [](auto const& in, auto& out) {
                    return gpu::inclusive_scan(in, out, gpu::min(_1, _2), 3);
                });
                check_same(device, view, x, [](auto const& in, auto& out) {
                    return gpu::inclusive_scan(gpu::warp_shuffle, in, out);
                });
                check_same(device, view, x, [](auto const& in, auto& out) {
                    return gpu::transform_inclusive_scan(in, out, gpu::plus<>(), _1 * _1);
                });
                check_same(device, view, x, [](auto const& in, auto& out) {
                    return gpu::transform_exclusive_scan(in, out, 4, gpu::plus<>(),
                                                         gpu::negate<>());
                });
                check_same(device, view, x, [](auto const& in, auto& out) {
                    gpu::exclusive_scan_into(gpu::automatic, in.begin(), in.end(), out.begin(), 5);
                    gpu::stream_view(out.device(), nullptr).synchronize();
                    return out.begin() + (in.end() - in.begin());
                });
                // of another type than the totals
                on_device const stored(x, device);
                gpu::device_vector<std::int64_t> wide(n, device), expected(n, device);
                gpu::exclusive_scan(view, wide, std::int64_t{1} << 40, _1 + _2);
                gpu::exclusive_scan(stored, expected, std::int64_t{1} << 40, _1 + _2);
                CHECK(wide == expected);
            });
            on_device sums(n, device);
            gpu::inclusive_scan(views::constant(2, n), sums);
            if (n > 0) CHECK(sums.to_host()[n - 1] == 2 * static_cast<std::int32_t>(n));
        }
}

TEST_CASE("selections of views") {
    for (auto const& device : devices())
        for (std::size_t const n : sizes()) {
            CAPTURE(device.name(), n);
            for_main_views(device, numbers(n), [&](auto const& view, ints const& x) {
                check_same(device, view, x, [](auto const& in, auto& out) {
                    return gpu::copy_if(in, out, gpu::is_odd);
                });
                check_same(device, view, x, [](auto const& in, auto& out) {
                    return gpu::remove_copy_if(gpu::automatic, in, out, _1 > 2);
                });
                check_same(device, view, x, [](auto const& in, auto& out) {
                    on_device others(in.size(), out.device());
                    return gpu::partition_copy(in, out, others, _1 % 3 == 0).first;
                });
                check_same(device, view, x,
                           [](auto const& in, auto& out) { return gpu::unique_copy(in, out); });
                check_same(device, view, x, [n](auto const& in, auto& out) {
                    return gpu::top_k(in, std::min<std::size_t>(n, 40), out);
                });
            });
        }
}

TEST_CASE("keys, sorted ranges and histograms of views") {
    for (auto const& device : devices())
        for (std::size_t const n : sizes()) {
            CAPTURE(device.name(), n);
            ints sorted = numbers(n);
            std::sort(sorted.begin(), sorted.end());
            for_main_views(device, sorted, [&](auto const& view, ints const& x) {
                on_device const other(sorted, device);
                check_same(device, view, x, [](auto const& in, auto& out) {
                    on_device totals(in.size(), out.device());
                    return gpu::reduce_by_key(views::transformed(in, _1 / 4), in, out, totals)
                        .first;
                });
                check_same(device, view, x, [&](auto const& in, auto& out) {
                    on_device keys(n, out.device());
                    return gpu::reduce_by_key(other, in, keys, out, std::equal_to<>(),
                                              gpu::maximum<>())
                        .second;
                });
                check_same(device, view, x, [&](auto const& in, auto& out) {
                    return gpu::lower_bound(other, in, out);
                });
                check_same(device, view, x,
                           [](auto const& in, auto& out) { return gpu::argsort(in, out); });
                on_device a(50, device), b(50, device);
                gpu::histogram(view, a, 50, -100, 100);
                gpu::histogram(on_device(x, device), b, 50, -100, 100);
                CHECK(a == b);
                if (!std::is_sorted(x.begin(), x.end())) return;
                check_same(device, view, x,
                           [&](auto const& in, auto& out) { return gpu::merge(in, other, out); });
                check_same(device, view, x, [&](auto const& in, auto& out) {
                    return gpu::upper_bound(in, views::constant(2, n), out);
                });
            });
        }
}

TEST_CASE("views of positions, of elements to move, and of neighbours") {
    for (auto const& device : devices())
        for (std::size_t const n : sizes()) {
            CAPTURE(device.name(), n);
            for_main_views(device, numbers(n), [&](auto const& view, ints const& x) {
                check_same(device, view, x,
                           [](auto const& in, auto& out) { return gpu::reverse_copy(in, out); });
                check_same(device, view, x, [](auto const& in, auto& out) {
                    return gpu::adjacent_difference(in, out);
                });
                auto const reversed =
                    views::transformed(views::iota(0, static_cast<std::int32_t>(n)),
                                       static_cast<std::int32_t>(n) - 1 - _1);
                check_same(device, view, x, [&](auto const& in, auto& out) {
                    return gpu::gather(reversed, in, out);
                });
                check_same(device, view, x, [&](auto const& in, auto& out) {
                    gpu::scatter(in, reversed, out);
                    return out.begin();
                });
                on_device const stored(x, device);
                check_same(device, view, x, [&](auto const& in, auto& out) {
                    return gpu::transform(in.begin(), in.end(), out.begin(), _1 * 2);
                });
                on_device made(view, device);
                CHECK(made == stored);
                CHECK(gpu::to_device(view, device) == stored);
            });
            ints const x = numbers(n);
            on_device const a(x, device);
            auto const same = views::transformed(views::transformed(a, -_1), -_1);
            check_same(device, same, x, [&](auto const& in, auto& out) {
                return gpu::transform(in, a, out, 3 * _1 - _2);
            });
        }
}

TEST_CASE("elements of const ranges are const in views") {
    std::vector<int> x{1, 2, 3, 4};
    auto const& fixed = x;
    STATIC_REQUIRE(std::same_as<decltype(gpu::views::strided(x, 2)[0]), int&>);
    STATIC_REQUIRE(std::same_as<decltype(gpu::views::strided(fixed, 2)[0]), int const&>);
    STATIC_REQUIRE(
        std::same_as<decltype(gpu::views::zip(x, fixed)[0]), std::tuple<int&, int const&>>);
    auto const same = [](auto& v) -> auto& { return v; };
    STATIC_REQUIRE(std::same_as<decltype(gpu::views::transformed(fixed, same)[0]), int const&>);
    gpu::fill(gpu::views::strided(x, 2), 7);
    CHECK(fixed == std::vector<int>{7, 2, 7, 4});
}

TEST_CASE("a sort of a zip moves the elements") {
    std::vector<int> keys;
    std::vector<std::unique_ptr<int>> values;
    for (int i = 0; i < 100; ++i) {
        keys.push_back(i * 37 % 100);
        values.push_back(std::make_unique<int>(keys.back()));
    }
    auto const by_key = [](auto const& a, auto const& b) {
        return std::get<0>(a) < std::get<0>(b);
    };
    gpu::sort(gpu::views::zip(keys, values), by_key);
    for (int i = 0; i < 100; ++i) {
        auto const place = static_cast<std::size_t>(i);
        CHECK(keys[place] == i);
        CHECK(*values[place] == i);
    }
}
