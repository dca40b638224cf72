// SPDX-License-Identifier: Apache-2.0
/// The cheap tests of intervals select what the general test of bits selects, or do not exist.
#include <gpualgo/detail/predicate_test.hpp>
#include <gpualgo/kernel/select/interval_test.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

namespace {

using gpu::kernel::range_test;

template <class Bits>
std::vector<Bits> patterns(std::vector<Bits> special) {
    std::mt19937_64 random(7);
    for (int i = 0; i < 2000; ++i) special.push_back(static_cast<Bits>(random()));
    auto const n = special.size();
    for (std::size_t i = 0; i < n; ++i) {
        special.push_back(static_cast<Bits>(special[i] + 1));
        special.push_back(static_cast<Bits>(special[i] - 1));
    }
    return special;
}

std::uint64_t bits_of(double x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    return bits;
}

std::vector<std::uint64_t> doubles() {
    using limits = std::numeric_limits<double>;
    std::vector<std::uint64_t> special;
    for (double const x : {0.0, 1.0, 2.5, limits::max(), limits::denorm_min(), limits::min(),
                           limits::infinity(), limits::quiet_NaN()})
        for (double const signed_x : {x, -x}) special.push_back(bits_of(signed_x));
    return patterns(special);
}

/// @return whether there is a cheap test; if so, compares
bool agrees(range_test<std::uint64_t> const& test) {
    auto const interval = gpu::kernel::float_interval<double>(test);
    if (!interval) return false;
    for (auto const x : doubles()) REQUIRE((*interval)(x) == test(x));
    return true;
}

} // namespace

TEST_CASE("interval tests: every predicate that compares doubles has one") {
    using limits = std::numeric_limits<double>;
    auto const check = [](auto predicate) {
        auto const test = gpu::detail::test_for<double>(predicate);
        CHECK(agrees(test));
        CHECK(agrees(test.complement()));
    };
    for (double const x : {0.0, -0.0, 1.0, -2.5, limits::max(), limits::lowest(),
                           limits::denorm_min(), limits::infinity(), -limits::infinity()}) {
        check(gpu::equals(x));
        check(gpu::at_most(x));
        check(gpu::at_least(x));
        check(gpu::between(x, limits::infinity()));
    }
    check(gpu::less_than(1.0));
    check(gpu::greater_than(-0.0));
    check(gpu::is_nan);
}

TEST_CASE("interval tests: none for what doubles cannot express") {
    constexpr auto flipped = std::numeric_limits<std::uint64_t>::max() >> 1;
    constexpr auto all = std::numeric_limits<std::uint64_t>::max();
    CHECK_FALSE(agrees({flipped, all, 0, 5}));           // from +0 on, without -0
    CHECK_FALSE(agrees({flipped, all, all - 5, 5}));     // up to -0, without +0
    CHECK_FALSE(agrees({flipped, all, flipped - 1, 1})); // NaNs of one sign
    CHECK_FALSE(agrees({flipped, 0, 1, 0}));             // nothing
    CHECK_FALSE(agrees(gpu::detail::test_for<std::int64_t>(gpu::less_than(std::int64_t{3}))));
}

TEMPLATE_TEST_CASE("interval tests: integers", "", std::int8_t, std::uint16_t, std::int32_t,
                   std::uint64_t) {
    using bits = gpu::detail::key_bits<TestType>;
    auto const check = [](range_test<bits> const& test) {
        auto const interval = gpu::kernel::integer_interval(test);
        REQUIRE(interval);
        for (auto const x : patterns<bits>({0, 1, 127, static_cast<bits>(-1)}))
            REQUIRE((*interval)(x) == test(x));
    };
    check(gpu::detail::test_for<TestType>(gpu::less_than(TestType{5})));
    check(gpu::detail::test_for<TestType>(gpu::equals(TestType{5})).complement());
    check(gpu::detail::test_for<TestType>(gpu::between(TestType{1}, TestType{100})));
    CHECK_FALSE(gpu::kernel::integer_interval(gpu::detail::test_for<TestType>(gpu::is_odd)));
}

TEMPLATE_TEST_CASE("counts in words are those of the test of single integers", "", std::uint8_t,
                   std::uint16_t) {
    using bits = TestType;
    constexpr std::size_t per_vector = 16 / sizeof(bits);
    std::mt19937 random(3);
    auto const next = [&] { return static_cast<bits>(random() >> 7); };
    constexpr auto all = static_cast<bits>(-1);
    for (int i = 0; i < 2000; ++i) {
        bits const low = i % 5 == 0 ? bits{} : next(), span = i % 7 == 0 ? all : next();
        bits const flipped = i % 2 == 0 || sizeof(bits) == 1 ? bits{} : static_cast<bits>(all >> 1);
        range_test<bits> const test{flipped, i % 11 == 0 ? bits{1} : all, low, span};
        auto const interval = gpu::kernel::integer_interval(test);
        CHECK(interval.has_value() == (test.mask == all && flipped == 0));
        bits elements[per_vector];
        unsigned expected = 0;
        for (bits& x : elements) {
            x = i % 3 == 0 ? static_cast<bits>(low + span + random() % 3 - 1) : next();
            expected += test(x) ? 1U : 0U;
        }
        std::uint32_t words[4];
        std::memcpy(words, elements, sizeof words);
        REQUIRE(gpu::kernel::count_in_words(test, words) == expected);
        if (interval) REQUIRE(gpu::kernel::count_in_words(*interval, words) == expected);
    }
}
