// SPDX-License-Identifier: Apache-2.0
/// histogram: every type, even and other edges, numbers at edges, counts of every type, refused
/// calls, options and reports. Compared with a search for every element.
#include "support/devices.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/histogram.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <list>
#include <numeric>
#include <random>
#include <stdexcept>
#include <utility>
#include <vector>

namespace {

using test::simulated;

template <class... Arguments>
using counted = decltype(gpu::histogram(std::declval<Arguments>()...));
using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;
using policy = gpu::policy::automatic;
static_assert(std::same_as<counted<int*, int*, vector::iterator, int, int, int>, vector::iterator>);
static_assert(std::same_as<counted<policy, vector const&, int (&)[3], vector const&>, int*>);
static_assert(
    std::same_as<counted<policy, on_device&, on_device&, int, int, int>, on_device::iterator>);

/// Counts by a search of the edges for every element.
template <class T, class Edge>
vector expected(std::vector<T> const& x, std::vector<Edge> const& edges) {
    vector counts(edges.size() - 1);
    for (T const one : x) {
        auto const value = static_cast<Edge>(one);
        if (!(value >= edges.front() && value < edges.back())) continue;
        auto const next = std::upper_bound(edges.begin(), edges.end(), value);
        ++counts[static_cast<std::size_t>(next - edges.begin()) - 1];
    }
    return counts;
}

/// Counts on all devices by edges.
template <class T, class Edge>
vector check_edges(std::vector<T> const& x, std::vector<Edge> const& edges) {
    auto const counts = expected(x, edges);
    for (auto const& device : {gpu::device::host(), simulated}) {
        vector out(counts.size(), -1);
        REQUIRE(gpu::histogram(gpu::automatic.on(device), x, out, edges) == out.end());
        REQUIRE(out == counts);
    }
    return counts;
}

/// Counts on all devices, evenly and by the same edges.
template <class T, class Edge>
void check(std::vector<T> const& x, std::vector<Edge> const& edges) {
    auto const counts = check_edges(x, edges);
    for (auto const& device : {gpu::device::host(), simulated}) {
        vector out(counts.size(), -1);
        REQUIRE(gpu::histogram(gpu::automatic.on(device), x, out, counts.size(), edges.front(),
                               edges.back()) == out.end());
        REQUIRE(out == counts);
    }
}

/// Evenly spaced edges of floating-point numbers, as the documentation defines them.
template <class Edge>
std::vector<Edge> even_edges(std::size_t bins, Edge lower, Edge upper) {
    std::vector<Edge> edges(bins + 1);
    for (std::size_t i = 0; i <= bins; ++i)
        edges[i] = static_cast<Edge>(static_cast<double>(lower) +
                                     static_cast<double>(i) *
                                         (static_cast<double>(upper) - static_cast<double>(lower)) /
                                         static_cast<double>(bins));
    edges.back() = upper;
    return edges;
}

/// The smallest integers for which (x - lower) * bins >= i * (upper - lower).
std::vector<std::int64_t> even_integers(std::int64_t bins, std::int64_t lower, std::int64_t upper) {
    std::vector<std::int64_t> edges;
    std::int64_t x = lower;
    for (std::int64_t i = 0; i <= bins; ++i) {
        while ((x - lower) * bins < i * (upper - lower)) ++x;
        edges.push_back(x);
    }
    return edges;
}

template <class T>
std::vector<T> uniform(std::size_t n, float lower, float upper, unsigned seed) {
    std::mt19937 engine(seed);
    std::vector<T> x(n);
    for (auto& one : x)
        one =
            static_cast<T>(lower + (upper - lower) * static_cast<float>(engine() >> 8) * 0x1p-24F);
    return x;
}

} // namespace

TEMPLATE_TEST_CASE("integers of every type are counted in exact bins", "", std::int8_t,
                   std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t,
                   std::int64_t) {
    bool const is_signed = std::is_signed_v<TestType>;
    auto const x = uniform<TestType>(9001, is_signed ? -120.f : 0.f, 120.f, 1);
    check(x, even_integers(7, is_signed ? -100 : 3, 101));
    check(x, even_integers(240, is_signed ? -120 : 0, 120)); // one number per bin
    check(x, even_integers(49, 0, 49));
    check(x, even_integers(100, 10, 40)); // empty bins
    check(x, std::vector<std::int64_t>{-1000, 1000});
}

TEMPLATE_TEST_CASE("floating-point numbers of every type are counted as their edges say", "", float,
                   double, gpu::half, gpu::bfloat16) {
    using edge = std::conditional_t<std::same_as<TestType, double>, double, float>;
    auto x = uniform<TestType>(9001, -2.f, 3.f, 1);
    using limits = std::numeric_limits<TestType>;
    for (auto const special : {limits::quiet_NaN(), limits::infinity(), limits::denorm_min()}) {
        x.push_back(special);
        x.push_back(static_cast<TestType>(-special));
    }
    x.push_back(static_cast<TestType>(0.f));
    x.push_back(static_cast<TestType>(-0.f));
    for (unsigned const bins : {1u, 3u, 10u, 256u, 1000u, 20000u}) {
        check(x, even_edges<edge>(bins, -1, 2));
        check(x, even_edges<edge>(bins, 0, static_cast<edge>(0.1)));
    }
}

TEST_CASE("numbers at edges and next to them") {
    for (auto const& [lower, upper, bins] :
         {std::tuple(0.f, 1.f, 10), std::tuple(-3.f, 7.f, 49), std::tuple(1e6f, 1e6f + 1, 16),
          std::tuple(1e30f, 1.00001e30f, 100), std::tuple(0.f, 1e-42f, 300),
          std::tuple(-3e38f, 3e38f, 77), std::tuple(0.f, 1.f, 5'000'00)}) {
        auto const edges = even_edges(static_cast<std::size_t>(bins), lower, upper);
        std::vector<float> x;
        for (std::size_t i = 0; i < edges.size(); i += 1 + edges.size() / 5000) {
            x.push_back(edges[i]);
            x.push_back(std::nextafter(edges[i], -INFINITY));
            x.push_back(std::nextafter(edges[i], INFINITY));
        }
        INFO(lower << " to " << upper << ", bins " << bins);
        check(x, edges);
    }
    std::vector<double> const doubles{0.1, 0.2, 0.3, 0.7, 0.1 + 0.2, 1e300, -1e300};
    check(doubles, even_edges(10, 0., 1.));
    check(doubles, even_edges(10, -8e306, 8e306));
    std::vector<int> counts(2);
    gpu::histogram(doubles, counts, 2, -8e307, 8e307); // a product of the width would overflow
    REQUIRE(counts == vector{1, 6});
    std::vector<std::uint64_t> const wide{0, 1, std::uint64_t{1} << 63, ~std::uint64_t{} - 1,
                                          ~std::uint64_t{}};
    gpu::histogram(wide, counts, 2, 0, ~std::uint64_t{});
    REQUIRE(counts == vector{2, 2}); // the edge is rounded up
    std::vector<std::int64_t> const far{INT64_MIN, -1, 0, INT64_MAX - 1, INT64_MAX};
    gpu::histogram(gpu::automatic.on(simulated), far, counts, 2, INT64_MIN, INT64_MAX);
    REQUIRE(counts == vector{2, 2});
    // below the first edge, and as far from the last one, modulo 2^64
    check(far, std::vector<std::int64_t>{-1, INT64_MAX / 2, INT64_MAX});
    check(far, std::vector<std::int64_t>{1, INT64_MAX});
    check(wide, std::vector<std::uint64_t>{2, ~std::uint64_t{}});

    std::vector<std::int64_t> close; // double does not tell them apart
    constexpr std::int64_t base = std::int64_t{1} << 60;
    for (std::int64_t i = 0; i < 2000; ++i) close.push_back(base + i % 100);
    check(close, std::vector<std::int64_t>{base + 10, base + 20, base + 30});
}

TEMPLATE_TEST_CASE("integers are counted in bins of any width", "", std::int16_t, std::uint16_t,
                   std::int32_t, std::uint32_t, std::int64_t, std::uint64_t) {
    using limits = std::numeric_limits<TestType>;
    using edge =
        std::conditional_t<std::same_as<TestType, std::uint64_t>, std::uint64_t, std::int64_t>;
    std::mt19937_64 engine(1);
    for (int i = 0; i < 40; ++i) {
        // bounds of any distance, also beyond the type
        auto const distance = [&] { return (engine() >> 2) >> engine() % 62; };
        edge const lower = std::signed_integral<edge>
                               ? static_cast<edge>(distance()) - static_cast<edge>(distance())
                               : static_cast<edge>(distance());
        auto const width = 1 + distance();
        auto const bins = 1 + engine() % (i % 4 == 0 ? 20000 : 300);
        std::vector<edge> edges(bins + 1);
        for (std::size_t k = 0; k <= bins; ++k)
            edges[k] = static_cast<edge>(static_cast<std::uint64_t>(lower) + k * (width / bins) +
                                         (k * (width % bins) + bins - 1) / bins);
        std::vector<TestType> x{limits::min(), limits::max()};
        for (edge const one : edges)
            for (int const offset : {-1, 0, 1})
                x.push_back(static_cast<TestType>(static_cast<std::uint64_t>(one) +
                                                  static_cast<std::uint64_t>(offset)));
        for (int k = 0; k < 2000; ++k) x.push_back(static_cast<TestType>(engine()));
        INFO(bins << " bins of " << width << " from " << lower);
        check(x, edges);
    }
    std::vector<TestType> x(5000);
    for (auto& one : x) one = static_cast<TestType>(engine());
    for (std::size_t const bins : {3u, 1000u, 12288u}) { // all numbers
        auto const lower = static_cast<edge>(limits::min());
        auto const width = sizeof(TestType) == 8
                               ? ~std::uint64_t{}
                               : static_cast<std::uint64_t>(limits::max()) -
                                     static_cast<std::uint64_t>(limits::min()) + 1;
        std::vector<edge> edges(bins + 1);
        for (std::size_t k = 0; k <= bins; ++k)
            edges[k] = static_cast<edge>(static_cast<std::uint64_t>(lower) + k * (width / bins) +
                                         (k * (width % bins) + bins - 1) / bins);
        INFO(bins << " bins of all numbers");
        check(x, edges);
    }
}

TEST_CASE("edges that are not evenly spaced, and equal ones") {
    std::vector<double> const x{-1, 0, 0.5, 1, 1, 2, 5, 9, 10, 11};
    check_edges(x, std::vector<double>{0, 1, 10, 10, 10, 11, 12});
    vector counts(3);
    std::list<int> const edges{0, 1, 1, 100};
    for (auto const& device : {gpu::device::host(), simulated}) {
        gpu::histogram(gpu::automatic.on(device), x, counts, edges);
        REQUIRE(counts == vector{2, 0, 7});
        gpu::histogram(gpu::automatic.on(device), x, counts, std::array{3., 3., 3., 3.});
        REQUIRE(counts == vector{0, 0, 0});
        double const infinity = std::numeric_limits<double>::infinity();
        gpu::histogram(gpu::automatic.on(device), x, counts,
                       std::array{-infinity, 0., 1., infinity});
        REQUIRE(counts == vector{1, 2, 7});
    }
}

TEST_CASE("sizes, addresses, runs of equal elements, and no elements at all") {
    auto const x = uniform<float>(20000, 0, 1, 3);
    auto const edges = even_edges(64, 0.f, 1.f);
    for (unsigned const n : {0u, 1u, 3u, 4u, 5u, 1023u, 4096u, 4097u})
        for (std::ptrdiff_t const offset : {0, 1, 3}) {
            auto const first = x.begin() + offset;
            check(std::vector<float>(first, first + n), edges);
            vector counts(64);
            gpu::histogram(gpu::automatic.on(simulated), first, first + n, counts.begin(), 64, 0,
                           1);
            REQUIRE(std::accumulate(counts.begin(), counts.end(), 0) == static_cast<int>(n));
        }
    auto sorted = x;
    std::ranges::sort(sorted);
    check(sorted, edges);
    check(std::vector<float>(20000, 0.5f), edges);
    check(uniform<float>(2'000'000, 0, 1, 4), edges); // on several cores
}

TEST_CASE("counts of every type, on the host and on a device") {
    vector const x{1, 2, 2, 3, 3, 3};
    std::vector<std::uint64_t> wide(3);
    std::vector<std::uint8_t> narrow(3);
    std::vector<double> real(3);
    std::list<short> list(3);
    vector inserted;
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        REQUIRE(gpu::histogram(p, x, wide, 3, 1, 4) == wide.end());
        REQUIRE(wide == std::vector<std::uint64_t>{1, 2, 3});
        REQUIRE(gpu::histogram(p, x, narrow.begin(), 3, 1, 4) == narrow.end());
        REQUIRE(narrow == std::vector<std::uint8_t>{1, 2, 3});
        gpu::histogram(p, x, real, 3, 1, 4);
        REQUIRE(real == std::vector<double>{1, 2, 3});
        gpu::histogram(p, std::list<int>(x.begin(), x.end()), list, 3, 1, 4);
        REQUIRE(list == std::list<short>{1, 2, 3});
        gpu::histogram(p, x, std::back_inserter(inserted), 3, 1, 4);
    }
    REQUIRE(inserted == vector{1, 2, 3, 1, 2, 3});
    int volatile changing[] = {1, 2, 3};
    gpu::histogram(gpu::automatic, changing, changing + 3, wide.begin(), 3, 2, 5);
    REQUIRE(wide == std::vector<std::uint64_t>{1, 1, 0});
    gpu::histogram(x, wide, 3, 1, 4);
    on_device const on(x, simulated);
    gpu::device_vector<std::uint64_t> on_counts(3, simulated);
    gpu::report report;
    gpu::histogram(gpu::automatic.report_to(report), on, on_counts, 3, 1, 4);
    REQUIRE(on_counts.to_host() == wide);
    REQUIRE(report.device == simulated);
    REQUIRE(report.kernel == "histogram");
    gpu::histogram(x, on_counts.begin(), 3, 0, 3); // elements are copied to the device
    REQUIRE(on_counts.to_host() == std::vector<std::uint64_t>{0, 1, 2});
    gpu::histogram(on, wide, vector{3, 4, 5, 6}); // counts are copied to the host
    REQUIRE(wide == std::vector<std::uint64_t>{3, 0, 0});
}

TEST_CASE("refused histograms write nothing") {
    vector const x{1, 2, 3};
    std::vector<float> const real{1, 2};
    vector counts(3, -1);
    float const nan = std::numeric_limits<float>::quiet_NaN();
    float const infinity = std::numeric_limits<float>::infinity();
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        REQUIRE_THROWS_WITH(gpu::histogram(p, x, counts, 0, 1, 2),
                            Catch::Contains("gpu::histogram: 0 bins"));
        REQUIRE_THROWS_WITH(gpu::histogram(p, x, counts, 3, 2, 2),
                            Catch::Contains("begin at 2 and end at 2"));
        REQUIRE_THROWS_AS(gpu::histogram(p, real, counts, 3, 0, nan), std::invalid_argument);
        REQUIRE_THROWS_AS(gpu::histogram(p, real, counts, 3, 0, infinity), std::invalid_argument);
        REQUIRE_THROWS_WITH(gpu::histogram(p, x, counts, 4, 0, 4),
                            Catch::Contains("3 elements, fewer than the 4"));
        REQUIRE_THROWS_WITH(gpu::histogram(p, x, counts, vector{1}), Catch::Contains("1 edges"));
        REQUIRE_THROWS_WITH(gpu::histogram(p, x, counts, vector{1, 3, 2}),
                            Catch::Contains("edge 2 is 2, after 3"));
        REQUIRE_THROWS_AS(gpu::histogram(p, real, counts, std::array{0.f, nan, 1.f}),
                          std::invalid_argument);
        REQUIRE_THROWS_WITH(gpu::histogram(p, x, counts, std::array{0ul, 2ul, ~0ul}),
                            "gpu::histogram: edge 18446744073709551615; edges of these integers "
                            "are -9223372036854775808 to 9223372036854775807");
        REQUIRE_THROWS_WITH(gpu::histogram(p, x, counts, 3, 0, ~0ul),
                            Catch::Contains("edge 18446744073709551615"));
        std::vector<std::uint64_t> const wide{1, 2};
        REQUIRE_THROWS_WITH(gpu::histogram(p, wide, counts, vector{-1, 2}),
                            "gpu::histogram: edge -1; edges of these integers are 0 to "
                            "18446744073709551615");
        REQUIRE_THROWS_WITH(gpu::histogram(p, wide, counts, 3, -1, 2), Catch::Contains("edge -1"));
        REQUIRE_THROWS_WITH(gpu::histogram(p, x, static_cast<int*>(nullptr), 3, 0, 3),
                            Catch::Contains("null pointer"));
        REQUIRE_THROWS_WITH(gpu::histogram(p, counts, counts, 3, 0, 3), Catch::Contains("overlap"));
    }
    REQUIRE(counts == vector(3, -1));
}

TEST_CASE("messages show numbers of edges that can be told apart") {
    std::vector<float> const x(5, 1.0F);
    std::vector<int> counts(4);
    CHECK_THROWS_WITH(gpu::histogram(x, counts, 4, 2e-9F, 1e-9F),
                      Catch::Contains("the bins begin at 2e-09 and end at 1e-09"));
    CHECK_THROWS_WITH(gpu::histogram(x, counts, std::vector<float>{3e38F, 1e38F}),
                      Catch::Contains("edge 1 is 1e+38, after 3e+38"));
}
