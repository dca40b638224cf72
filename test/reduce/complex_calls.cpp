// SPDX-License-Identifier: Apache-2.0
/// std::complex in every form of call: strategies, containers, ranges and iterators, with and
/// without init.
#include <gpualgo/complex.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/std_execution.hpp>

#include <catch2/catch.hpp>

#include <complex>
#include <cstddef>
#include <execution>
#include <functional>
#include <list>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using single = std::complex<float>;
using twice = std::complex<double>;

/// Whole numbers, whose sums are exact in any order.
template <class C>
std::vector<C> whole_numbers(std::size_t n) {
    using part = typename C::value_type;
    std::vector<C> x;
    for (std::size_t i = 0; i < n; ++i)
        x.push_back({static_cast<part>(i % 7), static_cast<part>(i % 5) - 2});
    return x;
}

/// 1, i, -1 and -i: products are exact in any order.
template <class C>
std::vector<C> units(std::size_t n) {
    C const all[] = {{0, 1}, {1, 0}, {0, -1}, {0, 1}, {-1, 0}};
    std::vector<C> x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(all[i % 5]);
    return x;
}

template <class C, class Op>
C plain_loop(std::vector<C> const& x, C init, Op op) {
    for (C const z : x) init = op(init, z);
    return init;
}

/// Calls `f` with every strategy.
template <class F>
void for_each_policy(F f) {
    f(gpu::neighbored);
    f(gpu::neighbored.in(gpu::memory_space::global));
    f(gpu::neighbored_less);
    f(gpu::interleaved.block_size(96));
    f(gpu::bank_conflict_free);
    f(gpu::cg_tile<1>);
    f(gpu::cg_tile<8>);
    f(gpu::cg_tile<32>.in(gpu::memory_space::shared));
    f(gpu::warp_shuffle);
}

} // namespace

TEMPLATE_TEST_CASE("complex: every strategy computes sums and products", "", single, twice) {
    auto const x = whole_numbers<TestType>(1777);
    auto const y = units<TestType>(1777);
    TestType const init(2, -3);
    for (auto const device : gpu::devices()) {
        gpu::device_vector<TestType> const on_device(y.begin() + 1, y.end(), device);
        for_each_policy([&](auto const& policy) {
            gpu::report ran;
            auto const p = policy.on(device).report_to(ran);
            INFO(p.name << " on " << gpu::to_string(device));
            CHECK(gpu::reduce(p, x, init) == plain_loop(x, init, std::plus<>()));
            CHECK(gpu::reduce(p, y, init, std::multiplies<>()) ==
                  plain_loop(y, init, std::multiplies<>()));
            CHECK(gpu::reduce(p, on_device, init, std::multiplies<TestType>()) * y[0] ==
                  plain_loop(y, init, std::multiplies<>()));
            CHECK(ran.strategy == p.name);
            CHECK(ran.device == device);
            CHECK(gpu::reduce(p, whole_numbers<single>(300), twice(0.5)) ==
                  plain_loop(whole_numbers<twice>(300), twice(0.5), std::plus<>()));
        });
    }
}

TEMPLATE_TEST_CASE("complex: containers store them, and every form of call accepts them", "",
                   single, twice) {
    auto const x = whole_numbers<TestType>(1000);
    auto const total = plain_loop(x, TestType(), std::plus<>());
    TestType const init(0, 8);
    for (auto const device : gpu::devices()) {
        gpu::device_vector<TestType> v = gpu::to_device(x, device);
        CHECK(v.to_host() == x);
        CHECK(gpu::reduce(v) == total);
        CHECK(gpu::reduce(v.begin(), v.end()) == total);
        CHECK(gpu::reduce(v.begin(), v.end(), init) == init + total);
        CHECK(gpu::reduce(gpu::automatic, v, init, std::plus<TestType>()) == init + total);
        CHECK(gpu::reduce(std::execution::par, v, init) == init + total);

        gpu::device_vector<TestType> out(2, TestType(5, 6), device);
        gpu::reduce_into(gpu::automatic.on(device), v.begin(), v.end(), out.begin() + 1, init);
        CHECK(out.to_host() == std::vector{TestType(5, 6), init + total});
        // an empty range
        gpu::reduce_into(gpu::automatic.on(device), v.begin(), v.begin(), out.begin(), init);
        CHECK(static_cast<TestType>(out[0]) == init);

        std::vector<TestType> back(x.size());
        gpu::copy(v.begin(), v.end(), back.begin());
        CHECK(back == x);
        CHECK(gpu::reduce(gpu::automatic.on(device), x) == total);
        CHECK(gpu::reduce(gpu::automatic.on(device), std::list(x.begin(), x.end())) == total);
    }
    CHECK(gpu::reduce(x) == total);
    CHECK(gpu::reduce(x.begin(), x.end(), init) == init + total);
    CHECK(gpu::reduce(std::list(x.begin(), x.end()), init) == init + total);
}

TEST_CASE("complex: addresses that are multiples of 4 bytes") {
    std::vector<float> parts(4003);
    for (std::size_t i = 0; i < parts.size(); ++i) parts[i] = static_cast<float>(i % 9) - 3.F;
    // std::complex is specified to allow this cast
    auto const* const x = reinterpret_cast<single const*>(parts.data() + 1);
    single const expected = plain_loop(std::vector(x, x + 2001), single(), std::plus<>());
    for (auto const device : gpu::devices()) {
        CHECK(gpu::reduce(gpu::automatic.on(device), x, x + 2001) == expected);
        CHECK(gpu::reduce(gpu::warp_shuffle.on(device), x, x + 2001) == expected);
    }
    CHECK(gpu::reduce(x, x + 2001) == expected);
}

TEST_CASE("complex: in constant expressions") {
    constexpr single x[] = {{1, 2}, {3, -1}, {0, 1}};
    static_assert(gpu::reduce(x) == single(4, 2));
    static_assert(gpu::reduce(x, x + 3, twice(2), std::multiplies<>()) == twice(-10, 10));
}

TEST_CASE("complex: operators that are not precompiled run on the host") {
    std::vector<single> const x = whole_numbers<single>(100);
    auto const larger = [](single a, single b) { return std::norm(a) < std::norm(b) ? b : a; };
    CHECK(std::norm(gpu::reduce(gpu::automatic, x, single(), larger)) == 40);
    CHECK(gpu::reduce(std::vector{1.F, 2.F}, single(0, 1)) == single(3, 1)); // real numbers
    auto const squares = [](single z) { return z * z; };
    CHECK(gpu::transform_reduce(x.begin(), x.begin() + 2, single(), std::plus<>(), squares) ==
          single(-4, -2));
    CHECK_THROWS_AS(gpu::reduce(gpu::automatic.on(gpu::device::simulated()), x, single(), larger),
                    gpu::unsupported_operator);
    static_assert(std::is_same_v<decltype(gpu::reduce(x)), single>);
}
