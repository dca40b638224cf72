// SPDX-License-Identifier: Apache-2.0
/// Reductions of ranges and views of the host on the device that a policy names: the host's bits.
#include "views.hpp"

#include <gpualgo/mean.hpp>
#include <gpualgo/reduce_by_key.hpp>
#include <gpualgo/report.hpp>

#include <random>
#include <string>

using namespace views_test;

namespace {

/// Numbers whose sums are rounded: another order gives other bits.
template <class T>
std::vector<T> random_numbers(std::size_t n, unsigned seed) {
    std::mt19937 generator(seed);
    std::uniform_real_distribution<T> numbers(0, 1000);
    std::vector<T> x(n);
    for (T& one : x) one = numbers(generator);
    return x;
}

/// Calls of a reduction of x and y, each as a function of the policy.
template <class Check>
void for_each_reduction(std::vector<float> const& x, std::vector<double> const& y, Check check) {
    auto const widened = views::transformed(x, gpu::cast<double>(_1) * 1.1);
    auto const narrowed = views::transformed(y, gpu::cast<float>(_1 * 0.3));
    auto const every_third = views::strided(y, 3);
    check("a view of an expression",
          [&](auto const& policy) { return gpu::reduce(policy, widened, 0.5); });
    check("iterators of a view", [&](auto const& policy) {
        return gpu::reduce(policy, narrowed.begin() + 1, narrowed.end(), 0.5f);
    });
    check("a mean", [&](auto const& policy) { return gpu::mean(policy, widened); });
    check("a listed transform of a view", [&](auto const& policy) {
        return gpu::transform_reduce(policy, widened, 0.0, gpu::plus<>(), gpu::square<>());
    });
    check("two views",
          [&](auto const& policy) { return gpu::transform_reduce(policy, widened, widened, 0.5); });
    check("a view of every third element, and a vector", [&](auto const& policy) {
        return gpu::transform_reduce(policy, every_third, x, 0.5, gpu::plus<>(), _1 * 0.1 + _2);
    });
    check("fields", [&](auto const& policy) {
        return gpu::transform_reduce(policy, views::zip(x, y), 0.5, gpu::plus<>(),
                                     gpu::field<0>(_1) * gpu::field<1>(_1));
    });
    check("a vector and a view", [&](auto const& policy) {
        return gpu::transform_reduce(policy, x, every_third, 0.5, gpu::plus<>(), _1 * 0.1 + _2);
    });
    check("vectors by expressions", [&](auto const& policy) {
        return gpu::transform_reduce(policy, x, x, 0.5, gpu::plus<>(), _1 * 0.1 + _2);
    });
    check("a vector by an operator that is an expression",
          [&](auto const& policy) { return gpu::reduce(policy, x, 0.5f, _1 + _2); });
}

} // namespace

TEST_CASE("ranges of the host are reduced on a device with the host's bits") {
    for (std::size_t const n :
         {std::size_t{1}, std::size_t{1000}, std::size_t{5037}, std::size_t{70'001}}) {
        auto const x = random_numbers<float>(n, 1);
        auto const y = random_numbers<double>(3 * n, 2);
        for (auto const& device : devices()) {
            CAPTURE(device.name(), n);
            for_each_reduction(x, y, [&](std::string const& name, auto const& call) {
                CAPTURE(name);
                gpu::report report;
                CHECK(call(gpu::automatic.on(device).report_to(report)) == call(gpu::automatic));
                CHECK(report.device == device);
            });
        }
    }
}

TEST_CASE("views of the host by lambdas are copied to a device, unless that changes the order") {
    std::vector<float> const x = random_numbers<float>(5037, 3);
    auto const same_size = views::transformed(x, [](float a) { return a * 1.1f; });
    auto const widened = views::transformed(x, [](float a) { return a * 1.1; });
    for (auto const& device : devices()) {
        auto const there = gpu::automatic.on(device);
        CHECK(gpu::reduce(there, same_size, 0.f) == gpu::reduce(same_size, 0.f));
        if (device == gpu::device::host()) continue;
        CHECK_THROWS_AS(gpu::reduce(there, widened, 0.0), gpu::unsupported_operator);
        CHECK_THROWS_AS(gpu::transform_reduce(there, widened, widened, 0.0),
                        gpu::unsupported_operator);
        CHECK_THROWS_WITH(gpu::reduce(there, widened, 0.0), Catch::Contains("in another order"));
        // no promise of an order is lost
        CHECK(gpu::reduce(gpu::neighbored.on(device), widened, 0.0) ==
              Approx(gpu::reduce(widened, 0.0)));
    }
}

namespace {

/// Reductions by listed transforms of ranges like x, as numbers.
template <class T, class R>
std::vector<T> by_listed_transforms(R const& x) {
    gpu::plus<> const plus;
    return {gpu::transform_reduce(x, T(1), plus, gpu::negate<>()),
            gpu::transform_reduce(x, T(1), plus, gpu::square<>()),
            gpu::transform_reduce(x, T(1), plus, gpu::absolute<>()),
            gpu::transform_reduce(x, x, T(1)),
            gpu::transform_reduce(x, x, T(1), plus, gpu::squared_difference<>()),
            gpu::transform_reduce(x, x, T(1), plus, gpu::equal_to<>())};
}

/// Reductions of ranges that a listed transform makes of x.
template <class T, class R>
std::vector<T> of_listed_transforms(R const& x) {
    return {gpu::reduce(views::transformed(x, gpu::negate<>()), T(1)),
            gpu::reduce(views::transformed(x, gpu::square<>()), T(1)),
            gpu::reduce(views::transformed(x, gpu::absolute<>()), T(1)),
            gpu::reduce(views::transformed(x, x, gpu::multiplies<>()), T(1)),
            gpu::reduce(views::transformed(x, x, gpu::squared_difference<>()), T(1)),
            gpu::reduce(views::transformed(x, gpu::negate<double>()), T(1)),
            gpu::reduce(views::transformed(x, gpu::square<double>()), T(1)),
            gpu::reduce(views::transformed(x, x, gpu::minimum<double>()), T(1))};
}

} // namespace

TEMPLATE_TEST_CASE("listed transforms of views convert elements to the type of init first, and "
                   "transformed views do not",
                   "", (std::pair<std::uint32_t, std::int64_t>),
                   (std::pair<std::int8_t, std::int32_t>), (std::pair<float, double>)) {
    using element = typename TestType::first_type;
    using total = typename TestType::second_type;
    std::vector<element> x(5037);
    for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = static_cast<element>(static_cast<std::int32_t>(i) * 31 % 30'011 -
                                    (std::is_unsigned_v<element> ? 0 : 15'001));
    auto const by = by_listed_transforms<total>(x), of = of_listed_transforms<total>(x);
    for (auto const& device : devices()) {
        CAPTURE(device.name());
        gpu::device_vector<element> const v(x, device);
        CHECK(by_listed_transforms<total>(views::transformed(v, _1)) == by);
        CHECK(of_listed_transforms<total>(v) == of);
    }
}

TEST_CASE("totals of runs of a view have the bits of stored elements") {
    std::size_t const n = 20'003;
    auto const x = random_numbers<float>(n, 4);
    auto const wide = [](auto const& r) {
        return views::transformed(r, gpu::cast<double>(_1) * 1.1);
    };
    std::vector<std::int32_t> keys(n);
    for (std::size_t i = 0; i < n; ++i) keys[i] = static_cast<std::int32_t>(i / 5037);
    std::vector<std::int32_t> of_runs(n);
    std::vector<double> totals(n);
    auto const few = gpu::reduce_by_key(keys, wide(x), of_runs, totals).second - totals.begin();
    totals.resize(static_cast<std::size_t>(few));
    REQUIRE(few == 4);
    auto const second = wide(x).begin() + 5037;
    std::vector<double> const stored(second, second + 5037);
    CHECK(totals[1] == gpu::reduce(stored, -0.0));
    for (auto const& device : devices()) {
        gpu::device_vector<float> const v(x, device);
        gpu::device_vector<std::int32_t> const keys_there(keys, device);
        gpu::device_vector<std::int32_t> to_keys(n, device);
        gpu::device_vector<double> to(n, device);
        gpu::reduce_by_key(keys_there, wide(v), to_keys, to);
        auto there = to.to_host();
        there.resize(totals.size());
        CHECK(there == totals);
    }
}

TEST_CASE("totals by lambdas of runs of a view have the bits of stored elements") {
    auto const add = [](auto a, auto b) { return a + b; };
    auto const check = [&]<class Result, class T>(std::vector<T> const& x, Result) {
        auto const view =
            views::transformed(x, [](T v) { return static_cast<Result>(v * T(0.3)); });
        std::vector<Result> const stored(view.begin(), view.end());
        std::vector<std::int32_t> const keys(x.size());
        std::vector<std::int32_t> key(1);
        std::vector<Result> total(1);
        auto const expected =
            gpu::kernel::canonical<Result>(stored.begin(), stored.size(), sizeof(Result), add);
        gpu::reduce_by_key(keys, view, key, total, std::equal_to<>(), add);
        CHECK(total[0] == expected);
        gpu::reduce_by_key(gpu::automatic, keys, view, key, total, std::equal_to<>(), add);
        CHECK(total[0] == expected);
    };
    for (std::size_t const n : {3UL, 100UL, 1000UL, 1500UL, 2001UL, 20'003UL, 100'000UL}) {
        check(random_numbers<double>(n, 5), 0.f);
        check(random_numbers<float>(n, 6), 0.0);
        check(random_numbers<float>(n, 7), 0.f);
    }
}
