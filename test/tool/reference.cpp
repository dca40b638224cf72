// SPDX-License-Identifier: Apache-2.0
/// The tool's judgement of results: exactly one is right, or those that rounding can give in some
/// order.
#include "tool/reference.hpp"

#include "tool/by_number.hpp"

#include <gpualgo/half.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace {

namespace detail = gpu::detail;
using namespace gpu::kernel;

template <class T>
tool::numbers numbers_of(std::vector<T> values) {
    auto const owner = std::make_shared<std::vector<T> const>(std::move(values));
    return {detail::number_of<T, detail::types>, {owner, owner->data()}, owner->size()};
}

/// Whether a result is right for some numbers.
template <class Op, class T, class Result = T>
bool agrees(std::vector<T> values, Result result, std::size_t chain = 0) {
    tool::reference const right(numbers_of(std::move(values)),
                                detail::number_of<Op, detail::operators>,
                                detail::number_of<Result, detail::types>);
    return right.agrees(tool::number(result), chain);
}

constexpr float float_infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();
constexpr float largest = std::numeric_limits<float>::max();

} // namespace

TEST_CASE("reference: integers and extrema are right exactly") {
    CHECK(agrees<plus>(std::vector{3, 250, 7}, 260, 1000));
    CHECK_FALSE(agrees<plus>(std::vector{3, 250, 7}, 261, 1000));
    CHECK(agrees<multiplies>(std::vector{3, 250, 7}, 5250));
    CHECK(agrees<bit_xor>(std::vector{3, 250, 7}, 3 ^ 250 ^ 7));
    CHECK(agrees<maximum>(std::vector{3.F, 250.F, 7.F}, 250.F));
    CHECK_FALSE(agrees<maximum>(std::vector{3.F, 250.F, 7.F}, 250.0001F, 1000));
    CHECK(agrees<minimum>(std::vector{3.F, not_a_number, 7.F}, not_a_number));
    CHECK_FALSE(agrees<minimum>(std::vector{3.F, not_a_number, 7.F}, 3.F));
    CHECK_FALSE(agrees<minimum>(std::vector{0.F, -0.F}, 0.F)); // -0 is less
    CHECK(agrees<logical_and>(std::vector{2.5F, -1.F}, 1.F));
}

TEST_CASE("reference: integers wrap, and totals of a wider type do not") {
    constexpr auto most = std::numeric_limits<std::int32_t>::max();
    CHECK(agrees<plus>(std::vector{most, 1}, std::numeric_limits<std::int32_t>::min()));
    CHECK(agrees<plus>(std::vector{most, 1}, std::int64_t{most} + 1));
    // over many portions
    CHECK(agrees<plus>(std::vector<std::int8_t>(200'000, 100), std::int64_t{20'000'000}));
    CHECK_FALSE(agrees<plus>(std::vector<std::int8_t>(200'000, 100), std::int64_t{20'000'001}));
}

TEST_CASE("reference: every real type") {
    auto const check = []<class... Ts>(detail::type_list<Ts...>) {
        CHECK((agrees<maximum>(std::vector<Ts>{Ts(3), Ts(97), Ts(8)}, Ts(97)) && ...));
        CHECK_FALSE((agrees<maximum>(std::vector<Ts>{Ts(3), Ts(97), Ts(8)}, Ts(98)) || ...));
    };
    check(detail::real_types{});
}

TEST_CASE("reference: an empty range gives what the operator starts from") {
    CHECK(agrees<plus>(std::vector<int>{}, 0));
    CHECK(agrees<multiplies>(std::vector<double>{}, 1.0));
    CHECK(agrees<bit_and>(std::vector<std::uint8_t>{}, std::uint8_t{255}));
}

TEST_CASE(
    "reference: sums of floating-point numbers are right within the bound of their rounding") {
    std::vector<float> const ones(1000, 1.F);
    float const step = 1000 * std::numeric_limits<float>::epsilon();
    CHECK(agrees<plus>(ones, 1000.F));
    CHECK(agrees<plus>(ones, 1000 + 4 * step, 5));
    CHECK_FALSE(agrees<plus>(ones, 1000 + 6 * step, 5));
    CHECK_FALSE(agrees<plus>(ones, 1000 - 6 * step, 5));
    CHECK_FALSE(agrees<plus>(ones, not_a_number, 1000));
    // the 1 may be lost: what cancels counts
    CHECK(agrees<plus>(std::vector{1e8F, -1e8F, 1.F}, 0.F, 1));
}

TEST_CASE("reference: sums that overflow, and infinities among the numbers") {
    CHECK(agrees<plus>(std::vector{largest, largest, -largest}, float_infinity, 3)); // in one order
    CHECK(agrees<plus>(std::vector{largest, largest, -largest}, largest, 3)); // in another one
    CHECK_FALSE(agrees<plus>(std::vector{largest / 2, 1.F}, float_infinity, 3));
    CHECK(agrees<plus>(std::vector{1.F, float_infinity}, float_infinity));
    CHECK_FALSE(agrees<plus>(std::vector{1.F, float_infinity}, 1.F, 1000));
    CHECK(agrees<plus>(std::vector{-float_infinity, float_infinity}, not_a_number));
    CHECK_FALSE(agrees<plus>(std::vector{-float_infinity, float_infinity}, float_infinity));
    CHECK(agrees<plus>(std::vector{-largest, -largest, float_infinity}, not_a_number, 3));
    CHECK(agrees<plus>(std::vector{-largest, -largest, float_infinity}, float_infinity, 3));
    CHECK_FALSE(agrees<plus>(std::vector{-largest, -largest, float_infinity}, -largest, 3));
    CHECK_FALSE(agrees<plus>(std::vector{-largest, float_infinity}, not_a_number, 3));
}

TEST_CASE("reference: sums of 16-bit numbers are rounded once") {
    using gpu::half;
    CHECK(agrees<plus>(std::vector<half>(4000, half(1)), half(4000)));
    // where a sum of halves ends
    CHECK_FALSE(agrees<plus>(std::vector<half>(4000, half(1)), half(2048), 1000));
    CHECK(agrees<plus>(std::vector<half>(2000, half(100)), std::numeric_limits<half>::infinity()));
    CHECK(agrees<plus>(std::vector<half>(2000, half(100)), 200'000.F, 1));
}

TEST_CASE("reference: products of floating-point numbers") {
    std::vector<double> factors(500, 2.0);
    factors.insert(factors.end(), 500, 0.5);
    CHECK(agrees<multiplies>(factors, 1.0));
    CHECK_FALSE(agrees<multiplies>(factors, 1.001));
    CHECK(agrees<multiplies>(std::vector{3.F, -7.F}, -21.F));
    CHECK_FALSE(agrees<multiplies>(std::vector{3.F, -7.F}, 21.F));
    CHECK(agrees<multiplies>(std::vector{3.F, 0.F}, 0.F));
    CHECK(agrees<multiplies>(std::vector{float_infinity, 0.F}, not_a_number));
    CHECK_FALSE(agrees<multiplies>(std::vector{float_infinity, 2.F}, not_a_number));
    CHECK(agrees<multiplies>(std::vector{1e30F, 1e30F, 1e-30F}, float_infinity)); // in one order
    CHECK(agrees<multiplies>(std::vector{1e30F, 1e30F, 1e-30F}, 1e30F));          // in another one
}

TEST_CASE("reference: sums and products of complex numbers") {
    using number = complex<float>;
    std::vector<number> const x{{1, 2}, {3, -4}};
    CHECK(agrees<plus>(x, number(4, -2)));
    CHECK_FALSE(agrees<plus>(x, number(4, 2)));
    CHECK_FALSE(agrees<plus>(x, number(-2, 4)));
    CHECK(agrees<plus>(x, complex<double>(4, -2)));
    CHECK(agrees<plus>(std::vector{number(float_infinity, 1), number(1, 1)},
                       number(float_infinity, 2)));
    CHECK(agrees<multiplies>(x, number(11, 2)));
    CHECK_FALSE(agrees<multiplies>(x, number(11, 2.001F)));
    CHECK_FALSE(agrees<multiplies>(x, number(not_a_number, not_a_number)));
    // 2^1000: it depends on the order
    CHECK(agrees<multiplies>(std::vector<number>(1000, {0, 2}),
                             number(not_a_number, float_infinity)));
    CHECK(agrees<multiplies>(std::vector<number>(8, {0, 2}), number(256, 0)));
    CHECK_FALSE(agrees<multiplies>(std::vector<number>(8, {0, 2}), number(0, 256)));
    CHECK(agrees<multiplies>(std::vector{number(0, 0), number(5, 1)}, number(0, 0)));
    CHECK_FALSE(
        agrees<multiplies>(std::vector{number(float_infinity, 0), number(5, 1)}, number(5, 1)));
}
