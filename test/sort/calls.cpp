// SPDX-License-Identifier: Apache-2.0
/// sort, stable_sort, sort_by_key, argsort and is_sorted: overloads and every kind of range. Also
/// elements and comparators that are not listed, exceptions, refused calls, options, reports,
/// memory, constant expressions.
#include "support/counting_resource.hpp"
#include "support/devices.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/is_sorted.hpp>
#include <gpualgo/sort.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <atomic>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <forward_list>
#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <random>
#include <span>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using vector = std::vector<int>;
using on_device = gpu::device_vector<int>;

using test::simulated;

static_assert(std::same_as<decltype(gpu::argsort(std::declval<vector&>(), std::declval<vector&>())),
                           vector::iterator>);
static_assert(
    std::same_as<decltype(gpu::argsort(gpu::automatic, std::declval<int const*>(),
                                       std::declval<int const*>(), std::declval<long*>())),
                 long*>);
static_assert(std::same_as<decltype(gpu::is_sorted_until(std::declval<on_device const&>())),
                           on_device::const_iterator>);
static_assert(std::same_as<decltype(gpu::is_sorted(std::declval<std::list<int> const&>())), bool>);

template <class... Arguments>
concept sorts = requires(Arguments&&... arguments) {
    gpu::sort(static_cast<Arguments&&>(arguments)...);
};
static_assert(sorts<vector&>);
static_assert(sorts<gpu::policy::vendor, std::span<int>>);
static_assert(!sorts<vector const&>);
static_assert(!sorts<on_device const&>);
static_assert(!sorts<std::list<int>&>);
static_assert(!sorts<vector&, std::plus<>, int>);

/// A number of which one copy fails. It cannot be moved.
struct fragile {
    static inline std::atomic<int> copies_left = 0;

    int value;

    fragile(int x) : value(x) {}
    fragile(fragile const& other) : value(other.value) { count(); }
    fragile& operator=(fragile const& other) {
        count();
        value = other.value;
        return *this;
    }
    static void count() {
        if (--copies_left == 0) throw std::runtime_error("copied");
    }
};

constexpr bool sorts_constants() {
    std::array<float, 40> x{};
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<float>(i * 7 % 40);
    x[3] = -0.f;
    gpu::sort(gpu::automatic, x);
    std::array<int, 3> keys{3, 1, 2}, values{30, 10, 20}, indices{};
    gpu::argsort(keys, indices, std::greater<>());
    gpu::sort_by_key(keys.begin(), keys.end(), values.begin());
    return gpu::is_sorted(x) && x[39] == 39 && values == std::array{10, 20, 30} &&
           indices == std::array{0, 2, 1} && gpu::is_sorted_until(keys) == keys.end();
}
static_assert(sorts_constants());

vector shuffled(int n, unsigned seed = 1) {
    vector x(static_cast<std::size_t>(n));
    std::iota(x.begin(), x.end(), 0);
    std::ranges::shuffle(x, std::mt19937(seed));
    return x;
}

vector iota(int n) {
    vector x(static_cast<std::size_t>(n));
    std::iota(x.begin(), x.end(), 0);
    return x;
}

} // namespace

TEST_CASE("every kind of range") {
    auto const sorted = iota(1000);
    for (auto const& policy :
         {gpu::automatic, gpu::automatic.on(gpu::device::host()), gpu::automatic.on(simulated)}) {
        auto const x = shuffled(1000);
        std::deque<int> deque(x.begin(), x.end());
        gpu::sort(policy, deque);
        REQUIRE(std::ranges::equal(deque, sorted));
        vector backwards = x;
        gpu::sort(policy, backwards.rbegin(), backwards.rend(), std::greater<>());
        REQUIRE(backwards == sorted);

        std::deque<int> keys(x.begin(), x.end());
        std::vector<std::string> values;
        for (int const i : x) values.push_back(std::to_string(i));
        gpu::sort_by_key(policy, keys, values);
        REQUIRE(std::ranges::equal(keys, sorted));
        for (int i = 0; i < 1000; ++i)
            REQUIRE(values[static_cast<std::size_t>(i)] == std::to_string(i));

        std::vector<std::uint16_t> indices;
        gpu::argsort(policy, x.begin(), x.end(), std::back_inserter(indices));
        for (std::size_t i = 0; i < 1000; ++i) REQUIRE(x[indices[i]] == static_cast<int>(i));
        std::list<int> list(sorted.begin(), sorted.end());
        REQUIRE(gpu::is_sorted(policy, list));
        list.push_back(-1);
        REQUIRE(gpu::is_sorted_until(policy, list) == std::prev(list.end()));
        REQUIRE_FALSE(gpu::is_sorted(policy, std::forward_list<int>{1, 3, 2}));
        int few[] = {3, 1, 2};
        gpu::sort(policy, few, few + 3);
        REQUIRE(few[0] == 1);
        gpu::sort(policy, std::span(few).first(0));
        REQUIRE(gpu::is_sorted(policy, std::span(few).first(0)));
    }
    std::vector<bool> flags{true, false, true, false};
    gpu::sort(gpu::automatic, flags);
    REQUIRE(flags == std::vector<bool>{false, false, true, true});
}

TEST_CASE("braces stand for std::less") {
    std::vector<std::pair<int, int>> x{{1, 3}, {2, 1}};
    gpu::sort(x.begin(), x.end(), {}, &std::pair<int, int>::second);
    CHECK(x[0].first == 2);
    gpu::sort(x.begin(), x.end(), {});
    CHECK(x[0].first == 1);
    gpu::stable_sort(x.begin(), x.end(), {}, &std::pair<int, int>::second);
    CHECK(x[0].first == 2);
    gpu::stable_sort(x.begin(), x.end(), {});
    CHECK(x[0].first == 1);
}

TEST_CASE("ranges of devices") {
    for (auto const& device : {simulated, gpu::device::host()}) {
        auto const x = shuffled(3000);
        on_device on(x, device);
        on_device values(x, device);
        on_device indices(3000, device);
        REQUIRE(gpu::argsort(on, indices) == indices.end());
        REQUIRE(on.to_host() == x);
        for (std::size_t i = 0; i < 3000; i += 100)
            REQUIRE(x[static_cast<std::size_t>(indices.to_host()[i])] == static_cast<int>(i));
        sort_by_key(on.begin(), on.end(), values.begin(), std::greater<>());
        REQUIRE(on.to_host() == values.to_host());
        REQUIRE(gpu::is_sorted(on, std::greater<>()));
        REQUIRE(gpu::is_sorted_until(on) == on.begin() + 1);
        gpu::sort(gpu::automatic, on);
        REQUIRE(on.to_host() == iota(3000));
    }
    on_device there(shuffled(10), simulated);
    vector here(10);
    gpu::sort_by_key(there, here); // memory that the simulated device reads
    on_device elsewhere(10, gpu::device::host());
    REQUIRE_THROWS_WITH(gpu::sort_by_key(there, elsewhere),
                        Catch::Contains("the range lies on simulated, and the values on host"));
    REQUIRE_THROWS_AS(gpu::sort(gpu::automatic.on(gpu::device::host()), there),
                      std::invalid_argument);
}

TEST_CASE("any elements by any comparator, stable") {
    struct record {
        int key;
        std::unique_ptr<int> place;
    };
    auto const by_key = [](record const& a, record const& b) { return a.key < b.key; };
    for (int const n : {0, 1, 2, 16, 17, 100, 5000, 100000}) {
        std::mt19937 engine(static_cast<unsigned>(n));
        auto const filled = [&] {
            std::vector<record> x;
            for (int i = 0; i < n; ++i)
                x.push_back({static_cast<int>(engine() % 100), std::make_unique<int>(i)});
            return x;
        };
        auto const is_stable = [](std::vector<record> const& x) {
            return std::ranges::is_sorted(x, [](record const& a, record const& b) {
                return std::pair(a.key, *a.place) < std::pair(b.key, *b.place);
            });
        };
        auto x = filled();
        gpu::sort(x, by_key);
        REQUIRE(is_stable(x));
        x = filled();
        gpu::stable_sort(gpu::automatic, x, by_key);
        REQUIRE(is_stable(x));
        x = filled();
        std::vector<int> keys;
        for (auto const& one : x) keys.push_back(one.key);
        gpu::sort_by_key(gpu::automatic, keys, x);
        REQUIRE(is_stable(x));
        REQUIRE(std::ranges::is_sorted(keys));
        x = filled();
        std::vector<std::uint32_t> indices(x.size());
        gpu::argsort(gpu::automatic, x, indices, by_key);
        REQUIRE(std::ranges::is_sorted(indices, [&](auto a, auto b) {
            return std::pair(x[a].key, a) < std::pair(x[b].key, b);
        }));
    }
}

TEST_CASE("a comparator that throws loses no element") {
    for (int const failing : {1, 1000, 20000, 150000}) {
        std::vector<std::unique_ptr<int>> x;
        for (int const i : shuffled(20000)) x.push_back(std::make_unique<int>(i));
        std::atomic<int> calls = 0;
        auto const compare = [&](auto const& a, auto const& b) {
            if (++calls == failing) throw std::runtime_error("compared");
            return *a < *b;
        };
        auto const check = [&] {
            std::vector<bool> seen(x.size());
            for (auto const& one : x) {
                REQUIRE(one != nullptr);
                seen[static_cast<std::size_t>(*one)] = true;
            }
            REQUIRE(std::ranges::count(seen, true) == 20000);
        };
        REQUIRE_THROWS_WITH(gpu::sort(x, compare), "compared");
        check();
        calls = 0;
        std::ranges::shuffle(x, std::mt19937(2));
        REQUIRE_THROWS_WITH(gpu::sort(gpu::automatic, x, compare), "compared");
        check();
    }
}

TEST_CASE("an assignment that throws ends the sort, and not the program") {
    for (int const failing : {1, 1000, 20000, 150000}) {
        std::vector<fragile> x;
        for (int const i : shuffled(20000)) x.emplace_back(i);
        auto const compare = [](fragile const& a, fragile const& b) { return a.value < b.value; };
        fragile::copies_left = failing;
        REQUIRE_THROWS_WITH(gpu::sort(x, compare), "copied");
        std::ranges::reverse(x);
        fragile::copies_left = failing;
        REQUIRE_THROWS_WITH(gpu::sort(gpu::automatic, x, compare), "copied");
    }
}

TEST_CASE("refused calls change nothing") {
    auto const x = shuffled(100);
    vector keys = x, values = x;
    for (auto const& policy : {gpu::automatic, gpu::automatic.on(simulated)}) {
        REQUIRE_THROWS_WITH(gpu::sort_by_key(policy, keys, keys),
                            Catch::Contains("the values overlap the range"));
        REQUIRE_THROWS_WITH(gpu::argsort(policy, std::span(keys).first(50), keys.begin() + 49),
                            Catch::Contains("the indices overlap the range"));
        REQUIRE_THROWS_WITH(
            gpu::sort_by_key(policy, keys, std::span(values).first(99)),
            Catch::Contains(
                "gpu::sort_by_key: the values have 99 elements, fewer than the 100 of"));
        REQUIRE_THROWS_WITH(
            gpu::sort_by_key(policy, keys.begin(), keys.end(), static_cast<int*>(nullptr)),
            Catch::Contains("a null pointer was given for the values"));
        REQUIRE_THROWS_WITH(
            gpu::sort(policy, static_cast<int*>(nullptr), static_cast<int*>(nullptr) + 3),
            Catch::Contains("null pointer"));
    }
    auto const is_less = [](int a, int b) { return a < b; };
    REQUIRE_THROWS_AS(gpu::sort(gpu::automatic.on(simulated), keys, is_less),
                      gpu::unsupported_operator);
    REQUIRE_THROWS_AS(gpu::is_sorted(gpu::automatic.on(simulated), keys, is_less),
                      gpu::unsupported_operator);
    std::vector<std::string> words{"b", "a"};
    REQUIRE_THROWS_WITH(gpu::sort(gpu::automatic.on(simulated), words),
                        Catch::Contains("not precompiled"));
    REQUIRE_THROWS_AS(gpu::argsort(gpu::automatic.on(simulated), words, values.begin()),
                      gpu::unsupported_operator);
    REQUIRE_THROWS_WITH(gpu::sort(gpu::vendor.on(simulated), keys),
                        Catch::Contains("no vendor library"));
    REQUIRE_THROWS_AS(gpu::sort(gpu::automatic.block_size(64), keys), std::invalid_argument);
    REQUIRE(keys == x);
    REQUIRE(values == x);
    std::vector<float> const large(300);
    std::vector<std::int8_t> indices(300);
    REQUIRE_THROWS_WITH(gpu::argsort(large, indices),
                        Catch::Contains("the type of the indices has no numbers above 127"));
    gpu::argsort(std::span(large).first(128), indices);
    REQUIRE(indices[127] == 127);
}

TEST_CASE("reports and memory") {
    auto const x = shuffled(10000);
    vector keys = x, values = x;
    gpu::report report;
    test::counting_resource resource(simulated);
    gpu::sort(gpu::automatic.on(simulated).with(resource).report_to(report), keys);
    REQUIRE(keys == iota(10000));
    REQUIRE(report.device == simulated);
    REQUIRE(report.kernel == "sort_runs + merge_pairs"); // each once
    REQUIRE(report.bytes == 10000 * sizeof(int));
    vector many = shuffled(20000);
    gpu::sort(gpu::automatic.on(simulated).with(resource).report_to(report), many);
    REQUIRE(many == iota(20000));
    REQUIRE(report.kernel == "count_digits + scan_counts + scatter_digits");
    REQUIRE(resource.calls() > 0);
    REQUIRE(resource.blocks() == 0);
    REQUIRE(gpu::is_sorted(gpu::automatic.on(simulated).report_to(report), keys));
    REQUIRE(report.kernel == "clear + find_descent");

    gpu::sort(gpu::vendor.on(gpu::device::host()).report_to(report), keys);
    REQUIRE(report.kernel == "radix sort");
    REQUIRE_THAT(report.fallback, Catch::Contains("no vendor kernel and sorts by digits"));
    gpu::sort(gpu::automatic.report_to(report), keys, [](int a, int b) { return a > b; });
    REQUIRE(report.kernel == "merge sort in the program");
    REQUIRE_THROWS_WITH(gpu::sort_by_key(gpu::automatic.on(gpu::device::host()).with(resource),
                                         keys, values, std::greater<>()),
                        Catch::Contains("gpu::sort_by_key(automatic on host, n = 10000, int32, "
                                        "greater)"));
}

TEST_CASE("without memory nothing changes") {
    struct wide {
        std::array<int, 3> numbers;
        bool operator==(wide const&) const = default;
    };
    for (auto const& device : {simulated, gpu::device::host()}) {
        test::counting_resource resource(device);
        auto const policy = gpu::automatic.on(device).with(resource);
        int const n = 6000; // more than a run
        auto const x = shuffled(n);
        std::vector<wide> const given(n, wide{{1, 2, 3}});
        std::vector<std::uint32_t> indices(n, 7);
        std::size_t failures = 0;
        for (std::size_t k = 1;; ++k, ++failures) {
            vector keys = x;
            auto values = given;
            values[5] = {{4, 5, 6}};
            auto const before = values;
            resource.fail(k);
            try {
                gpu::sort_by_key(policy, keys, values);
                break;
            } catch (std::bad_alloc const&) {
                REQUIRE(keys == x);
                REQUIRE(values == before);
                REQUIRE(resource.blocks() == 0);
            }
        }
        REQUIRE(failures >= 4);
        resource.fail(2);
        REQUIRE_THROWS_AS(gpu::argsort(policy, x, indices), std::bad_alloc);
        resource.fail(0);
    }
}

TEST_CASE("requests of newer or wrong programs are refused") {
    using namespace gpu::detail;
    vector keys = shuffled(10), values(10);
    auto const refused = [&](auto change, char const* why) {
        sort_request request = sort_request_of<std::less<>>(
            sort_kind::argsort, memory_range<int>{{}, keys.data(), keys.size()},
            {values.data(), {}, sizeof(int)});
        change(request);
        call_result result;
        gpualgo_v0_sort(&request, &result);
        REQUIRE(result.status != status_code::ok);
        REQUIRE_THAT(result.message, Catch::Contains(why));
    };
    refused([](auto& r) { r.wanted = 6; }, "no sort number 6");
    refused([](auto& r) { r.strategy = 3; }, "this library has no gpu::argsort by");
    refused([](auto& r) { r.strategy = 1000; }, "no strategy number 1000");
    refused([](auto& r) { r.value = 1000; }, "no type number 1000");
    refused([](auto& r) { r.value = number_of<gpu::kernel::complex<float>, types>; },
            "complex64 has no order");
    refused([](auto& r) { r.is_descending = 2; }, "no order number 2");
    refused([](auto& r) { r.value_size = 2; }, "no indices of 2 bytes");
    refused([](auto& r) { r.n = (std::uint64_t{1} << 32) + 1; }, "indices of 4 bytes");
    refused([](auto& r) { r.n = std::uint64_t{1} << 62; }, "larger than the address space");
    refused([](auto& r) { r.version = 9; }, "version");
    REQUIRE(keys == shuffled(10));
    REQUIRE(values == vector(10));
}
