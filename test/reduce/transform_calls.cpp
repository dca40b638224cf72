// SPDX-License-Identifier: Apache-2.0
/// transform_reduce: overloads, every kind of range, functions that are not listed, refused calls,
/// constant expressions.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <atomic>
#include <concepts>
#include <cstdint>
#include <deque>
#include <functional>
#include <iterator>
#include <limits>
#include <list>
#include <memory>
#include <numeric>
#include <ranges>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <type_traits>
#include <vector>

namespace {

template <class... Arguments>
using result = decltype(gpu::transform_reduce(std::declval<Arguments>()...));

template <class... Arguments>
concept callable = requires(Arguments&&... arguments) {
    gpu::transform_reduce(static_cast<Arguments&&>(arguments)...);
};

using vector = std::vector<float>;
using iterator = vector::iterator;
using on_device = gpu::device_vector<float>;
using policy = gpu::policy::interleaved;
using plus = std::plus<>;
struct twice {
    constexpr double operator()(double x) const { return 2 * x; }
};
struct multiply {
    constexpr double operator()(double a, double b) const { return a * b; }
};

// The overloads of std::transform_reduce, with and without a policy; and ranges. The result has the
// type of init.
static_assert(std::same_as<result<iterator, iterator, double, plus, twice>, double>);
static_assert(std::same_as<result<iterator, iterator, int*, double>, double>);
static_assert(
    std::same_as<result<iterator, iterator, std::list<int>::iterator, double, plus, multiply>,
                 double>);
static_assert(std::same_as<result<vector&, double, plus, twice>, double>);
static_assert(std::same_as<result<vector&, std::list<int> const&, double>, double>);
static_assert(std::same_as<result<vector, vector, double, plus>, double>);
static_assert(std::same_as<result<vector, vector, double, plus, multiply>, double>);
static_assert(std::same_as<result<policy, iterator, iterator, double, plus, twice>, double>);
static_assert(std::same_as<result<policy&, iterator, iterator, iterator, double>, double>);
static_assert(std::same_as<
              result<policy const&, iterator, iterator, iterator, double, plus, multiply>, double>);
static_assert(std::same_as<result<policy, vector, double, plus, twice>, double>);
static_assert(std::same_as<result<policy, vector, vector, double>, double>);
static_assert(std::same_as<result<policy, vector, vector, double, plus, multiply>, double>);
static_assert(std::same_as<
              result<on_device::iterator, on_device::iterator, on_device::const_iterator, double>,
              double>);
static_assert(std::same_as<result<on_device, double, plus, gpu::square<>>, double>);
static_assert(
    std::same_as<result<gpu::device_vector<gpu::half>, float, plus, std::negate<>>, float>);

// Two arrays are two ranges if the transform takes two elements; an array and a pointer into it are
// two iterators.
static_assert(std::same_as<result<int (&)[4], int (&)[4], long>, long>);
static_assert(std::same_as<result<int (&)[4], int (&)[4], long, plus, multiply>, long>);
static_assert(std::same_as<result<int (&)[4], int*, long, plus, twice>, long>);
static_assert(!callable<int (&)[4], int*, long, plus, multiply>);
static_assert(!callable<iterator, vector::const_iterator, float, plus, twice>);
static_assert(!callable<iterator, iterator, float, plus, multiply>);
static_assert(!callable<vector, policy, float, plus, twice>);

constexpr std::array numbers{3, -1, 4, 1, -5};
static_assert(gpu::transform_reduce(numbers, 0, gpu::plus<>(), gpu::square<>()) == 52);
static_assert(gpu::transform_reduce(numbers, 0, gpu::maximum<>(), gpu::absolute<>()) == 5);
static_assert(gpu::transform_reduce(numbers, 0, gpu::plus<>(), std::identity()) == 2);
static_assert(gpu::transform_reduce(numbers, numbers, 0.5) == 52.5);
static_assert(gpu::transform_reduce(gpu::automatic, numbers.begin(), numbers.end(), 0,
                                    gpu::plus<>(), [](int i) { return i + 1; }) == 7);
static_assert(gpu::transform_reduce(std::array{gpu::half(1.5)}, gpu::half(0), gpu::plus<>(),
                                    gpu::square<>())
                  .bits() == gpu::half(2.25).bits());

constexpr int how_many = 1000;
constexpr int squares = 333'833'500; // of 1 to how_many

std::vector<int> integers() {
    std::vector<int> all(how_many);
    std::iota(all.begin(), all.end(), 1);
    return all;
}

/// Checks sums of squares by listed functions and others, without and with a policy.
template <class R1, class R2>
void check_squares(R1&& x, R2&& y) {
    auto const square = [](int i) { return i * i; };
    auto const multiply = [](int i, int j) { return i * j; };
    auto const simulated = gpu::interleaved.on(gpu::device::simulated());
    CHECK(gpu::transform_reduce(x, 5, gpu::plus<>(), gpu::square<>()) == squares + 5);
    CHECK(gpu::transform_reduce(gpu::automatic, x, 5, gpu::plus<>(), gpu::square<>()) ==
          squares + 5);
    CHECK(gpu::transform_reduce(simulated, x, 5, gpu::plus<>(), gpu::square<>()) == squares + 5);
    CHECK(gpu::transform_reduce(x, 5, gpu::plus<>(), square) == squares + 5);
    CHECK(gpu::transform_reduce(gpu::automatic, x, 5.5, gpu::plus<>(), square) == squares + 5.5);
    CHECK(gpu::transform_reduce(x, y, 5) == squares + 5);
    CHECK(gpu::transform_reduce(gpu::automatic, x, y, 5) == squares + 5);
    if constexpr (std::same_as<std::ranges::range_value_t<R1>, std::ranges::range_value_t<R2>>)
        CHECK(gpu::transform_reduce(simulated, x, y, 5) == squares + 5);
    CHECK(gpu::transform_reduce(x, y, 5, gpu::plus<>(), multiply) == squares + 5);
    CHECK(gpu::transform_reduce(gpu::automatic, x, y, 5, gpu::plus<>(), multiply) == squares + 5);
}

} // namespace

TEST_CASE("every kind of range", "[transform_reduce]") {
    auto const all = integers();
    check_squares(all, all);
    check_squares(std::list<int>(all.begin(), all.end()), all);
    check_squares(all, std::deque<int>(all.begin(), all.end()));
    check_squares(std::vector<short>(all.begin(), all.end()), all); // two different types
    CHECK(gpu::transform_reduce(all.begin(), all.end(), all.begin(), 5) == squares + 5);
    CHECK(gpu::transform_reduce(all.data(), all.data() + how_many, all.cbegin(), 5L, gpu::plus<>(),
                                gpu::multiplies<>()) == squares + 5);
    std::istringstream text("1 2 3"), same("4 5 6 7");
    using input = std::istream_iterator<int>;
    CHECK(gpu::transform_reduce(input(text), input(), input(same), 0) == 32);
    std::istringstream once("1 2 3");
    CHECK(gpu::transform_reduce(input(once), input(), 0, gpu::plus<>(), gpu::square<>()) == 14);
}

TEST_CASE("ranges on devices", "[transform_reduce]") {
    auto const all = integers();
    for (auto const device : gpu::devices()) {
        gpu::device_vector<int> const x(all, device), y(all, device);
        gpu::report ran;
        CHECK(gpu::transform_reduce(x, y, 0) == squares);
        CHECK(gpu::transform_reduce(gpu::automatic.report_to(ran), x.begin(), x.end(),
                                    std::int64_t{1}, gpu::plus<>(),
                                    gpu::square<>()) == squares + 1);
        CHECK(ran.device == device);
        CHECK(gpu::transform_reduce(gpu::cg_tile<8>, x, x, 0, gpu::plus<>(), gpu::equal_to<>()) ==
              how_many);
        CHECK(gpu::transform_reduce(x, 0, gpu::maximum<>(), std::identity()) == how_many);
        CHECK(gpu::transform_reduce(x.begin() + 1, x.end(), y.begin(), 0, gpu::plus<>(),
                                    gpu::squared_difference<>()) == how_many - 1);
        // the device can read host memory
        if (device.kind() != gpu::device_kind::cuda)
            CHECK(gpu::transform_reduce(x, all, 0) == squares);
    }
}

TEST_CASE("ranges on different devices or of different lengths are refused", "[transform_reduce]") {
    gpu::device_vector<int> const here({1, 2, 3}, gpu::device::host()),
        there({1, 2, 3}, gpu::device::simulated());
    CHECK_THROWS_WITH(
        gpu::transform_reduce(here, there, 0),
        Catch::Contains(
            "gpu::transform_reduce(automatic on host, n = 3, int32, plus of multiplies)") &&
            Catch::Contains("the first range lies on host, and the second on simulated"));
    CHECK_THROWS_AS(gpu::transform_reduce(gpu::automatic.on(gpu::device::host()), there, there, 0),
                    std::invalid_argument);
    CHECK_THROWS_WITH(gpu::transform_reduce(std::vector{1, 2}, std::vector{1, 2, 3}, 0),
                      Catch::Contains("have 2 and 3 elements"));
    int const* const nothing = nullptr;
    int const one = 1;
    CHECK_THROWS_WITH(gpu::transform_reduce(&one, &one + 1, nothing, 0),
                      Catch::Contains("null pointer"));
    CHECK_THROWS_AS(gpu::transform_reduce(gpu::interleaved.block_size(0), std::vector{1}, 0,
                                          gpu::plus<>(), gpu::square<>()),
                    std::invalid_argument);
    CHECK_THROWS_AS(gpu::transform_reduce(gpu::interleaved.block_size(0), std::vector{1}, 0,
                                          gpu::plus<>(), [](int i) { return i; }),
                    std::invalid_argument);
    CHECK_THROWS_WITH(gpu::transform_reduce(gpu::automatic.on(gpu::device::simulated()),
                                            std::vector{1}, 0, gpu::plus<>(),
                                            [](int i) { return i; }),
                      Catch::Contains("gpu::transform_reduce(automatic, n = 1)") &&
                          Catch::Contains("not precompiled"));
}

TEST_CASE("functions that are not listed get elements unconverted, once each",
          "[transform_reduce]") {
    std::vector<std::string> const words{"a", "bc", "def"};
    auto const length = [](std::string const& word) { return word.size(); };
    CHECK(gpu::transform_reduce(words, std::size_t{1}, std::plus<>(), length) == 7);
    CHECK(gpu::transform_reduce(gpu::automatic, words, std::size_t{1}, std::plus<>(), length) == 7);
    CHECK(gpu::transform_reduce(words, words, std::string(), std::plus<>(), std::plus<>()).size() ==
          12);
    CHECK(gpu::transform_reduce(words, std::string("x"), std::plus<>(),
                                [](std::string const& word) -> std::string const& { return word; })
              .size() == 7);
    std::vector<bool> const bits{true, false, true};
    CHECK(gpu::transform_reduce(bits, 0, std::plus<>(), [](bool bit) { return bit ? 10 : 1; }) ==
          21);
    // not treated like std::negate<>
    CHECK(gpu::transform_reduce(std::vector<unsigned char>{200}, 0, std::plus<>(),
                                std::negate<unsigned char>()) == 56);

    std::atomic<int> calls = 0;
    struct counting { // neither const-callable nor copyable
        std::atomic<int>* calls;
        std::unique_ptr<int> own = std::make_unique<int>(1);
        int operator()(int i) { return ++*calls, i + *own; }
    };
    CHECK(gpu::transform_reduce(integers(), 0, std::plus<>(), counting{&calls}) ==
          how_many * (how_many + 1) / 2 + how_many);
    CHECK(calls == how_many);
    auto const id = std::this_thread::get_id();
    CHECK(gpu::transform_reduce(integers(), true, std::logical_and<>(),
                                [id](int) { return std::this_thread::get_id() == id; }));
    auto const failing = [](int i) {
        return i < 700 ? i : throw std::out_of_range(std::to_string(i));
    };
    CHECK_THROWS_WITH(gpu::transform_reduce(gpu::automatic, integers(), 0, std::plus<>(), failing),
                      "700");
}

TEST_CASE("the canonical order depends on the wider of two element types, wherever it is evaluated",
          "[transform_reduce]") {
    std::vector<float> x;
    for (int i = 0; i < 70'001; ++i)
        x.push_back(
            static_cast<float>(static_cast<std::int32_t>(static_cast<unsigned>(i) * 2654435761U)) /
            3.0F * static_cast<float>(1 << i % 17));
    std::vector<double> const wide(x.begin(), x.end());
    std::list<float> const list(x.begin(), x.end());
    float const squared = gpu::transform_reduce(x, x, 0.0F);
    CHECK(gpu::transform_reduce(list, list, 0.0F) == squared);
    CHECK(gpu::transform_reduce(gpu::automatic, list, x, 0.0F) == squared);
    CHECK(gpu::transform_reduce(x, 0.0F, std::plus<>(), [](float v) { return v * v; }) == squared);
    CHECK(gpu::transform_reduce(gpu::automatic.on(gpu::device::simulated()), list, list, 0.0F) ==
          squared);
    // mixed signs, so that the sum depends on the order
    auto const first = [](float a, auto) { return a; };
    CHECK(gpu::transform_reduce(x, wide, 0.0F, std::plus<>(), first) !=
          gpu::transform_reduce(x, x, 0.0F, std::plus<>(), first));
    CHECK(gpu::transform_reduce(x, wide, 0.0F, std::plus<>(),
                                [](float a, double) { return a * a; }) ==
          gpu::kernel::canonical<float>(std::vector<float>([&] {
                                            auto y = x;
                                            for (float& v : y) v *= v;
                                            return y;
                                        }())
                                            .begin(),
                                        x.size(), 8, std::plus<float>()));
}

TEST_CASE("the report says why the host computed", "[transform_reduce]") {
    gpu::report ran;
    CHECK(gpu::transform_reduce(gpu::interleaved.on(gpu::device::host()).report_to(ran), integers(),
                                integers(), 0, std::plus<>(),
                                [](int, int b) { return b; }) == how_many * (how_many + 1) / 2);
    CHECK(ran.kernel == "canonical order in the program");
    CHECK(ran.bytes == 2 * how_many * sizeof(int));
    CHECK_THAT(ran.fallback,
               Catch::Contains("the transform") && Catch::Contains("not precompiled"));
}
