// SPDX-License-Identifier: Apache-2.0
/// Calls of reduce_by_key: types of results, ranges of any kind with any callables, constant
/// expressions, outputs that are too short, overlaps, and devices.
#include "support/devices.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>
#include <gpualgo/reduce_by_key.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <forward_list>
#include <functional>
#include <iterator>
#include <list>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

using test::simulated;

template <class... Arguments>
using result = decltype(gpu::reduce_by_key(std::declval<Arguments>()...));
using ints = std::vector<int>;
using floats = std::vector<float>;
using on_device = gpu::device_vector<int>;
using policy = gpu::policy::automatic;
static_assert(std::same_as<result<int*, int*, float*, int*, float*>, std::pair<int*, float*>>);
static_assert(std::same_as<result<policy, int*, int*, float const*, int*, floats::iterator>,
                           std::pair<int*, floats::iterator>>);
static_assert(std::same_as<result<policy, ints const&, floats const&, ints&, float*>,
                           std::pair<ints::iterator, float*>>);
static_assert(std::same_as<result<on_device const&, on_device const&, on_device&, on_device&>,
                           std::pair<on_device::iterator, on_device::iterator>>);
static_assert(std::same_as<result<int (&)[4], int (&)[4], int*, int*>, std::pair<int*, int*>>);

constexpr bool reduces() {
    std::array const keys{1, 1, 2, 3, 3, 3};
    std::array const values{1., 2., 3., 4., 5., 6.};
    std::array<int, 6> keys_out{};
    std::array<double, 6> out{};
    auto const ends = gpu::reduce_by_key(gpu::automatic, keys, values, keys_out, out);
    return ends.first == keys_out.begin() + 3 && keys_out[2] == 3 && out[0] == 3 && out[2] == 15;
}
static_assert(reduces());

struct failure : std::runtime_error {
    using std::runtime_error::runtime_error;
};

} // namespace

TEST_CASE("ranges of any kind, with any callables") {
    std::forward_list<std::string> const keys{"ape", "ant", "bee", "cat", "cow", "crab"};
    std::list<std::string> const values{"a", "b", "c", "d", "e", "f"};
    auto const same_letter = [](auto const& a, auto const& b) { return a[0] == b[0]; };
    std::vector<std::string> keys_out, out;
    gpu::reduce_by_key(keys, values, std::back_inserter(keys_out), std::back_inserter(out),
                       same_letter);
    CHECK(keys_out == std::vector<std::string>{"ape", "bee", "cat"});
    CHECK(out == std::vector<std::string>{"ab", "c", "dfe"}); // the canonical order, by halves

    // on all cores
    std::vector<std::string> many_keys, many, expected(500);
    for (std::size_t i = 0; i < 500; ++i)
        for (std::size_t k = 0; k <= i; ++k) {
            many_keys.push_back(std::to_string(i));
            many.push_back(std::to_string(k));
        }
    auto const longer = [](std::string const& a, std::string const& b) {
        return a.size() < b.size() ? b : a;
    };
    std::vector<std::string> longest_keys(500), longest(500);
    gpu::report ran;
    auto const ends = gpu::reduce_by_key(gpu::automatic.report_to(ran), many_keys, many,
                                         longest_keys, longest, std::equal_to<>(), longer);
    CHECK(ends.second == longest.end());
    CHECK(std::string(ran.kernel) == "canonical order of runs in the program");
    for (std::size_t i = 0; i < 500; ++i) {
        REQUIRE(longest_keys[i] == std::to_string(i));
        REQUIRE(longest[i].size() == std::to_string(i).size());
    }

    std::vector<bool> const flags{true, true, false, true}, keys_of_flags{true, true, false, false};
    std::vector<bool> flags_out(2), keys_of_flags_out(2);
    gpu::reduce_by_key(keys_of_flags, flags, keys_of_flags_out, flags_out, std::equal_to<>(),
                       gpu::logical_and<>());
    CHECK(flags_out == std::vector<bool>{true, false});
    ints const one_key{1}, one_value{5};
    ints key(1), total(1);
    gpu::reduce_by_key(gpu::automatic, one_key, one_value, key, total, std::equal_to<>(),
                       gpu::logical_and<>());
    CHECK(total[0] == 5); // the operator is not applied
}

TEST_CASE("totals of numbers by a callable have the canonical order, also of few numbers") {
    constexpr std::size_t runs = 1000;
    auto const length = [](std::size_t r) { return r % 37 + 1; };
    std::vector<int> keys;
    for (std::size_t r = 0; r < runs; ++r) keys.insert(keys.end(), length(r), static_cast<int>(r));
    std::vector<float> values(keys.size()), expected;
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(1 + i * i % 1009) / static_cast<float>(7 + i % 13);
    auto const add = [](float a, float b) { return a + b; };
    float const* run = values.data();
    for (std::size_t r = 0; r < runs; run += length(r), ++r)
        expected.push_back(gpu::kernel::canonical<float>(run, length(r), sizeof(float), add));
    std::vector<int> keys_out(runs);
    std::vector<float> out(runs);
    gpu::reduce_by_key(keys, values, keys_out, out, std::equal_to<>(), add);
    CHECK(out == expected);
    std::fill(out.begin(), out.end(), 0.F);
    gpu::reduce_by_key(gpu::automatic, keys, values, keys_out, out, std::equal_to<>(), add);
    CHECK(out == expected);
}

TEST_CASE("exceptions of callables pass") {
    ints const keys{1, 1, 2}, values{1, 2, 3};
    ints keys_out(3), out(3);
    auto const throws = [](int, int) -> int { throw failure("no"); };
    CHECK_THROWS_AS(gpu::reduce_by_key(keys, values, keys_out, out, std::equal_to<>(), throws),
                    failure);
    CHECK_THROWS_AS(
        gpu::reduce_by_key(gpu::automatic, keys, values, keys_out, out, std::equal_to<>(), throws),
        failure);
    CHECK_THROWS_AS(gpu::reduce_by_key(gpu::automatic, keys, values, keys_out, out, throws),
                    failure);
}

TEST_CASE("empty ranges, and outputs that are too short") {
    for (auto const& device : {gpu::device::host(), simulated}) {
        auto const p = gpu::automatic.on(device);
        ints none, keys_out(2);
        floats no_values, out(2);
        auto const ends = gpu::reduce_by_key(p, none, no_values, keys_out, out);
        CHECK(ends.first == keys_out.begin());
        CHECK(ends.second == out.begin());
        CHECK(gpu::reduce_by_key(p, none, no_values, none, no_values).first == none.end());

        ints const keys{1, 1, 2, 3};
        floats const values{1, 2, 3, 4};
        ints three(3);
        CHECK_THROWS_WITH(gpu::reduce_by_key(p, keys, values, three, out),
                          Catch::Contains("a target has 2 elements, fewer than the 3 runs"));
        CHECK_THROWS_AS(gpu::reduce_by_key(p, keys, values, keys_out, out), std::invalid_argument);
        CHECK(out == floats{0, 0});
        CHECK_THROWS_WITH(gpu::reduce_by_key(p, keys, floats{1, 2}, three, out),
                          Catch::Contains("n = 4") &&
                              Catch::Contains("there are 2 values, fewer than the keys"));
        CHECK_THROWS_AS(gpu::reduce_by_key(p, keys.begin(), keys.end(), values.begin(),
                                           three.begin(), static_cast<float*>(nullptr)),
                        std::invalid_argument);
    }
    std::list<int> const keys{1, 2, 3};
    ints const values{1, 2, 3};
    ints short_keys(2), out(3);
    CHECK_THROWS_AS(gpu::reduce_by_key(keys, values, short_keys, out), std::invalid_argument);
}

TEST_CASE("overlaps and unknown devices are refused") {
    ints keys{1, 1, 2, 3}, values{1, 2, 3, 4}, out(4);
    CHECK_THROWS_WITH(gpu::reduce_by_key(gpu::automatic, keys, values, keys, out),
                      Catch::Contains("source and target overlap"));
    CHECK_THROWS_AS(gpu::reduce_by_key(gpu::automatic, keys, values, out, values),
                    std::invalid_argument);
    CHECK_THROWS_WITH(gpu::reduce_by_key(gpu::automatic, keys, values, out, out),
                      Catch::Contains("the targets overlap"));
    gpu::device_vector<int> const on_host(keys, gpu::device::host()), there(values, simulated);
    CHECK_THROWS_WITH(gpu::reduce_by_key(on_host, there, out, values),
                      Catch::Contains("copy one to where the others are"));
    std::list<int> const list(keys.begin(), keys.end());
    ints keys_out(4);
    CHECK_THROWS_AS(gpu::reduce_by_key(gpu::automatic.on(simulated), list, values, keys_out, out),
                    gpu::unsupported_operator);
}

TEST_CASE("ranges of devices, and reports") {
    for (auto const& device : {gpu::device::host(), simulated}) {
        gpu::device_vector<int> const keys({1, 1, 2, 3, 3}, device);
        gpu::device_vector<float> const values({1, 2, 3, 4, 5}, device);
        gpu::device_vector<int> keys_out(5, device);
        gpu::device_vector<float> out(5, device);
        gpu::report ran;
        auto const ends = gpu::reduce_by_key(gpu::automatic.report_to(ran), keys, values, keys_out,
                                             out, std::equal_to<>(), gpu::maximum<>());
        CHECK(ends.second == out.begin() + 3);
        CHECK(out[0] == 2);
        CHECK(out[2] == 5);
        CHECK(keys_out[2] == 3);
        CHECK(ran.device == device);
        CHECK(ran.bytes == (5 + 3) * 8);
        CHECK(std::string(ran.kernel) == (device == simulated
                                              ? "find_runs + fold_runs"
                                              : "canonical order of runs on the cores"));
        floats here(3); // some ranges on the device, others on the host
        ints const keys_here{1, 1, 2, 3, 3};
        gpu::reduce_by_key(keys_here, values, keys_out, here);
        CHECK(here == floats{3, 3, 9});
    }
}
