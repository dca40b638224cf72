// SPDX-License-Identifier: Apache-2.0
/// The standard library's execution policies: supported calls, calling threads, and devices.
#include <gpualgo/adjacent_difference.hpp>
#include <gpualgo/any_of.hpp>
#include <gpualgo/equal.hpp>
#include <gpualgo/expression.hpp>
#include <gpualgo/find.hpp>
#include <gpualgo/generate.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/min_max.hpp>
#include <gpualgo/std_execution.hpp>
#include <gpualgo/transform.hpp>
#include <gpualgo/views.hpp>

#include <catch2/catch.hpp>

#include <concepts>
#include <cstddef>
#include <execution>
#include <functional>
#include <mutex>
#include <numeric>
#include <set>
#include <stdexcept>
#include <thread>
#include <vector>

namespace {

/// Calls `f` with every policy of the standard library.
template <class F>
void for_each_policy(F f) {
    f(std::execution::seq);
    f(std::execution::unseq);
    f(std::execution::par);
    f(std::execution::par_unseq);
}

std::vector<float> values() {
    std::vector<float> x;
    for (int i = 0; i < 100'000; ++i)
        x.push_back(static_cast<float>(i % 89) * static_cast<float>(1 << i % 21));
    return x;
}

} // namespace

TEST_CASE("every form of reduce and transform_reduce accepts the standard library's policies, with "
          "the same bits",
          "[std_execution]") {
    auto const x = values();
    for_each_policy([&](auto const& policy) {
        CHECK(gpu::reduce(policy, x.begin(), x.end()) == gpu::reduce(x));
        CHECK(gpu::reduce(policy, x.begin(), x.end(), 1.0) == gpu::reduce(x, 1.0));
        CHECK(gpu::reduce(policy, x.begin(), x.end(), 1.0F, gpu::maximum<>()) ==
              gpu::reduce(x, 1.0F, gpu::maximum<>()));
        CHECK(gpu::reduce(policy, x) == gpu::reduce(x));
        CHECK(gpu::reduce(policy, x, 1.0, [](double a, double b) { return a + b; }) ==
              gpu::reduce(x, 1.0));
        CHECK(gpu::transform_reduce(policy, x.begin(), x.end(), x.begin(), 1.0F) ==
              gpu::transform_reduce(x, x, 1.0F));
        CHECK(gpu::transform_reduce(policy, x.begin(), x.end(), 1.0F, std::plus<>(),
                                    std::negate<>()) ==
              gpu::transform_reduce(x, 1.0F, std::plus<>(), std::negate<>()));
        CHECK(gpu::transform_reduce(policy, x, x, 1.0, std::plus<>(), gpu::equal_to<>()) ==
              100'001);
        static_assert(std::same_as<decltype(gpu::reduce(policy, x, 1L)), long>);
        gpu::device_vector<float> const v(x, gpu::device::simulated());
        CHECK(gpu::reduce(policy, v.begin(), v.end()) == gpu::reduce(x));
        // unqualified: runs a kernel of the device
        CHECK(reduce(policy, v.begin(), v.end(), 0.5F) == gpu::reduce(x, 0.5F));
    });
}

TEST_CASE("means with policies of the standard library", "[std_execution]") {
    auto const x = values();
    std::vector<int> const few{1, 2};
    for_each_policy([&](auto const& policy) {
        CHECK(gpu::mean(policy, x.begin(), x.end()) == gpu::mean(x));
        CHECK(gpu::mean(policy, few) == 1.5);
        CHECK(gpu::mean(policy, gpu::device_vector<float>(x, gpu::device::simulated())) ==
              gpu::mean(x));
    });
}

TEST_CASE("seq and unseq stay in the calling thread; exceptions propagate through all policies",
          "[std_execution]") {
    auto const x = values();
    std::mutex mutex;
    std::set<std::thread::id> threads;
    auto const add = [&](float a, float b) {
        std::lock_guard const lock(mutex);
        threads.insert(std::this_thread::get_id());
        return a + b;
    };
    (void)gpu::reduce(std::execution::seq, x, 0.0F, add);
    (void)gpu::reduce(std::execution::unseq, x, 0.0F, add);
    CHECK(threads == std::set{std::this_thread::get_id()});
    for_each_policy([&](auto const& policy) {
        CHECK_THROWS_WITH(
            gpu::reduce(policy, x, 0.0F,
                        [](float, float) -> float { throw std::runtime_error("mine"); }),
            "mine");
    });
}

TEST_CASE("searches take standard policies", "[std_execution]") {
    std::vector<int> x(100'000);
    std::iota(x.begin(), x.end(), 0);
    CHECK(gpu::find(std::execution::par, x, 77'777) - x.begin() == 77'777);
    CHECK(gpu::any_of(std::execution::seq, x.begin(), x.end(), [](int a) { return a == 99'999; }));
    CHECK(gpu::equal(std::execution::par_unseq, x, x));
    CHECK(gpu::max(std::execution::unseq, x) == 99'999);
}

TEST_CASE("transforms and differences with policies of the standard library") {
    using gpu::placeholders::_1;
    std::vector<int> const x{1, 4, 9};
    std::vector<int> y(x.size());
    gpu::transform(std::execution::par, x, y, [](int a) { return -a; });
    CHECK(y == std::vector<int>{-1, -4, -9});
    gpu::transform(std::execution::seq, x.begin(), x.end(), x.begin(), y.begin(), std::plus<>());
    CHECK(y == std::vector<int>{2, 8, 18});
    gpu::transform(std::execution::par_unseq, gpu::views::iota(0, 3), y, 2 * _1);
    CHECK(y == std::vector<int>{0, 2, 4});
    CHECK(gpu::count_if(std::execution::par, gpu::views::iota(0, 9), _1 > 3) == 5);
    gpu::adjacent_difference(std::execution::unseq, x, y);
    CHECK(y == std::vector<int>{1, 3, 5});
    gpu::generate(std::execution::par, y, [](std::size_t i) { return static_cast<int>(i); });
    gpu::for_each(std::execution::par_unseq, y.begin(), y.end(), [](int& a) { ++a; });
    CHECK(y == std::vector<int>{1, 2, 3});
    int next = 5;
    gpu::generate(std::execution::seq, y.begin(), y.end(), [&] { return next++; });
    gpu::for_each(std::execution::unseq, y, _1 *= 2);
    CHECK(y == std::vector<int>{10, 12, 14});
}
