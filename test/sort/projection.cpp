// SPDX-License-Identifier: Apache-2.0
/// sort and stable_sort by projections: any callable on the host; fields and expressions on every
/// device. Also what devices refuse, before anything is changed.
#include "reference.hpp"
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/expression.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/prepare.hpp>
#include <gpualgo/sort.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace gpu::placeholders;

using test::simulated;

template <class Key>
struct record {
    std::int32_t place;
    Key key;
    std::int16_t other;
    bool operator==(record const&) const = default;
};

template <class Key>
std::vector<record<Key>> records(std::size_t n) {
    auto const keys = test::few_values<Key>(n, n);
    std::vector<record<Key>> made;
    for (std::size_t i = 0; i < n; ++i)
        made.push_back({static_cast<std::int32_t>(i), keys[i], static_cast<std::int16_t>(i * 3)});
    return made;
}

/// The places of records in their order.
template <class Key>
std::vector<std::int32_t> places(std::vector<record<Key>> const& of) {
    std::vector<std::int32_t> all;
    for (auto const& one : of) all.push_back(one.place);
    return all;
}

template <class Key, class C>
void check_fields(std::size_t n, C comp) {
    auto const given = records<Key>(n);
    auto expected = given;
    std::ranges::stable_sort(expected, [](auto const& a, auto const& b) {
        return test::comes_before(a.key, b.key, std::same_as<C, std::greater<>>);
    });
    for (auto const& device : test::host_and_simulated) {
        gpu::report ran;
        gpu::device_vector<record<Key>> on(given, device);
        gpu::sort(gpu::automatic.report_to(ran), on, comp, &record<Key>::key);
        REQUIRE(places(on.to_host()) == places(expected));
        CHECK(ran.device == device);
        CHECK(ran.bytes == n * sizeof(record<Key>));
        auto here = given;
        gpu::stable_sort(gpu::automatic.on(device), here.begin(), here.end(), comp,
                         &record<Key>::key);
        REQUIRE(places(here) == places(expected));
    }
    for (int way = 0; way < 3; ++way) {
        auto here = given;
        if (way == 0) gpu::sort(here, comp, &record<Key>::key);
        if (way == 1) gpu::stable_sort(here.begin(), here.end(), comp, &record<Key>::key);
        if (way == 2) gpu::sort(gpu::automatic, here, comp, [](auto const& x) { return x.key; });
        REQUIRE(places(here) == places(expected));
    }
}

constexpr bool sorts_constants_by_projection() {
    std::array<int, 5> x{3, -1, 2, -5, 4};
    gpu::sort(x, std::less<>(), [](int i) { return i * i; });
    return x == std::array{-1, 2, 3, 4, -5};
}
static_assert(sorts_constants_by_projection());

} // namespace

TEST_CASE("structures are sorted by a field on every device") {
    for (std::size_t const n : {0u, 1u, 700u, 5000u}) {
        check_fields<float>(n, std::less<>());
        check_fields<std::uint8_t>(n, std::greater<>());
        check_fields<double>(n, std::greater<>());
        check_fields<gpu::half>(n, std::less<>());
        check_fields<std::int64_t>(n, std::ranges::less());
    }
}

TEST_CASE("numbers are sorted by an expression on every device") {
    auto const given = test::random_bits<std::int32_t>(3001, 1);
    auto const by = [](std::int32_t a, std::int32_t b) { return a % 100 < b % 100; };
    auto expected = given;
    std::ranges::stable_sort(expected, by);
    for (auto const& device : test::host_and_simulated) {
        gpu::report ran;
        gpu::device_vector<std::int32_t> on(given, device);
        gpu::sort(gpu::automatic.report_to(ran), on, std::less<>(), _1 % 100);
        CHECK(on.to_host() == expected);
        CHECK(ran.device == device);
        CHECK(ran.bytes == given.size() * sizeof(std::int32_t));
        auto here = given;
        gpu::sort(gpu::automatic.on(device), here, std::less<>(), _1 % 100);
        CHECK(here == expected);
        // keys of another size, and a listed operation
        auto const quotients = [](std::int32_t a, std::int32_t b) { return a / 7. > b / 7.; };
        gpu::sort(on, std::greater<>(), _1 / 7.);
        CHECK(std::ranges::is_sorted(on.to_host(), quotients));
        gpu::sort(on, std::less<>(), std::negate<>());
        CHECK(std::ranges::is_sorted(
            on.to_host(), [](auto a, auto b) { return -std::int64_t{a} < -std::int64_t{b}; }));
    }
    std::vector<float> const few{-3, 0.5F, NAN, -0.25F, 2};
    gpu::device_vector<float> on(few, simulated);
    gpu::stable_sort(on.begin(), on.end(), std::greater<>(), gpu::abs(_1));
    auto const sorted = on.to_host();
    CHECK(std::vector(sorted.begin(), sorted.end() - 1) == std::vector{-3.F, 2.F, 0.5F, -0.25F});
    CHECK(std::isnan(sorted[4]));
}

TEST_CASE("reports say that the host sorts by merges instead of by the vendor's library") {
    gpu::report ran;
    gpu::device_vector<record<float>> on(records<float>(10), gpu::device::host());
    gpu::sort(gpu::vendor.report_to(ran), on, std::less<>(), &record<float>::key);
    CHECK(ran.kernel == "merge sort in the program");
    CHECK(ran.fallback == "the host has no vendor kernel and sorts by merges");
}

TEST_CASE("any projection on the host") {
    std::vector<std::string> words{"thread", "warp", "block", "lane", "grid"};
    gpu::sort(gpu::automatic, words, {}, &std::string::size);
    CHECK(words == std::vector<std::string>{"warp", "lane", "grid", "block", "thread"});
    std::vector<std::unique_ptr<int>> pointers;
    for (int i = 0; i < 100; ++i) pointers.push_back(std::make_unique<int>(i * 37 % 100));
    gpu::sort(pointers, std::greater<>(), [](auto const& p) { return *p; });
    for (int i = 0; i < 100; ++i) REQUIRE(*pointers[static_cast<std::size_t>(i)] == 99 - i);
    std::vector<int> const before{3, 1, 2};
    auto x = before;
    CHECK_THROWS_WITH(
        gpu::sort(gpu::automatic, x, {}, [](int) -> int { throw std::runtime_error("projected"); }),
        "projected");
    CHECK(std::ranges::is_permutation(x, before));
}

TEST_CASE("refused projections change nothing") {
    auto const on_device = gpu::automatic.on(simulated);
    std::vector<int> const given{3, 1, 2};
    auto x = given;
    CHECK_THROWS_AS(gpu::sort(on_device, x, {}, [](int i) { return -i; }),
                    gpu::unsupported_operator);
    CHECK_THROWS_AS(gpu::sort(
                        on_device, x, [](int a, int b) { return a < b; }, -_1),
                    gpu::unsupported_operator);
    auto some = records<float>(3);
    CHECK_THROWS_WITH(gpu::sort(on_device, some, {}, [](auto const& one) { return one.key; }),
                      Catch::Contains("the projection, or the comparator of its results, is not"));
    CHECK_THROWS_WITH(gpu::sort(gpu::vendor.on(simulated), x, {}, -_1),
                      Catch::Contains("no vendor library"));
    CHECK_THROWS_AS(gpu::sort(gpu::automatic.on(gpu::device::host()),
                              gpu::device_vector<int>(3, simulated), {}, -_1),
                    std::invalid_argument);
    CHECK(x == given);
    auto const of_records = records<float>(3000);
    test::counting_resource resource(simulated);
    std::size_t failures = 0;
    for (std::size_t k = 1;; ++k, ++failures) {
        auto here = of_records;
        gpu::device_vector<record<float>> on(of_records, simulated);
        resource.fail(k);
        try {
            gpu::sort(on_device.with(resource), on, {}, &record<float>::key);
            break;
        } catch (std::bad_alloc const&) {
            REQUIRE(places(on.to_host()) == places(of_records));
            REQUIRE(resource.blocks() == 0);
        }
    }
    CHECK(failures >= 3);
    CHECK(resource.blocks() == 0);
}

TEST_CASE("wrong requests for projections are refused") {
    using namespace gpu::detail;
    auto here = records<float>(10);
    auto const refused = [&](auto change, char const* why) {
        sort_projection projection;
        projection.element_size = sizeof here[0];
        projection.offset = 4;
        sort_request request =
            sort_request_of<std::less<>>(sort_kind::sort, memory_range<float>{{}, nullptr, 10});
        request.first = here.data();
        request.projection = &projection;
        request.target = simulated.id();
        change(request, projection);
        call_result result;
        gpualgo_v0_sort(&request, &result);
        REQUIRE(result.status != status_code::ok);
        REQUIRE_THAT(result.message, Catch::Contains(why));
    };
    refused([](auto& r, auto&) { r.wanted = 4; }, "sorts only");
    refused([](auto&, auto& p) { p.offset = 12; }, "lies outside its element");
    refused([](auto&, auto& p) { p.element_size = 0; }, "larger than the address space");
    refused([](auto& r, auto&) { r.n = std::uint64_t{1} << 62; }, "larger than the address space");
    refused([](auto& r, auto&) { r.first = nullptr; }, "null pointer");
    CHECK(places(here) == places(records<float>(10)));
}

TEST_CASE("projections may take references to elements that can change") {
    struct record {
        int key;
        std::string name;
    };
    std::vector<record> records{{3, "c"}, {1, "a"}, {2, "b"}};
    auto const key = [](record& x) { return x.key; };
    gpu::sort(records, std::less<>(), key);
    CHECK((records[0].name == "a" && records[2].name == "c"));
    gpu::stable_sort(gpu::automatic, records, std::greater<>(), key);
    CHECK((records[0].name == "c" && records[2].name == "a"));
}
