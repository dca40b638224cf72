// SPDX-License-Identifier: Apache-2.0
/// transform_reduce: every precompiled combination of transform, operator and pair of types has the
/// bits of the definition, on every device; and extreme values. Calls use the numbers in requests,
/// and the definition is assembled at run time, since there are some hundred combinations.
#include "support/random_values.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/gpualgo.hpp>

#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

namespace {

using namespace gpu::detail;
using test::same_bits;

template <class... Xs, class F>
void for_each_of(type_list<Xs...>, F f) {
    (f(std::type_identity<Xs>{}), ...);
}

/// Random values, some of which are equal in two ranges.
template <class Value>
std::vector<Value> partly_equal_values(std::size_t n, unsigned seed) {
    auto x = test::random_values<Value>(n, seed);
    for (std::size_t i = 3; i < n; i += 8) x[i] = static_cast<Value>(i % 100);
    return x;
}

/// Converts elements to the accumulator's type.
template <class T, class Value>
std::vector<T> converted(std::vector<Value> const& x) {
    std::vector<T> values;
    for (Value const v : x) values.push_back(static_cast<T>(v));
    return values;
}

/// Applies a transform to elements.
template <class T, class... Fs>
std::vector<T> transformed_by(std::size_t number, std::vector<T> const& x,
                              [[maybe_unused]] std::vector<T> const& y, type_list<Fs...>) {
    std::vector<T> values;
    auto const apply = [&]<class F>(std::type_identity<F>) {
        for (std::size_t i = 0; i < x.size(); ++i)
            if constexpr (is_unary<F>) values.push_back(F{}(x[i]));
            else values.push_back(F{}(x[i], y[i]));
    };
    std::size_t place = 0;
    ((place++ == number ? apply(std::type_identity<Fs>{}) : void()), ...);
    return values;
}

/// Reduces values by the definition of the canonical order.
template <class T>
T total_by(std::size_t op, std::vector<T> const& values, std::size_t value_size, T init) {
    auto const fold = [&](auto by) {
        return gpu::kernel::quieted(
            by(init, gpu::kernel::canonical<T>(values.begin(), values.size(), value_size, by)));
    };
    return op == 0   ? fold(gpu::kernel::plus())
           : op == 1 ? fold(gpu::kernel::minimum())
                     : fold(gpu::kernel::maximum());
}
static_assert(index_of<gpu::kernel::plus, operators> == 0 &&
              index_of<gpu::kernel::minimum, operators> == 1 &&
              index_of<gpu::kernel::maximum, operators> == 2);

/// A call that is listed.
struct call {
    std::uint32_t strategy, value, accumulator, operation, transform;
    gpu::device device;
};

template <class T, class Value>
T ask_library(call const& c, std::vector<Value> const& x, std::vector<Value> const& y, T init,
              call_result& ran) {
    T result{};
    reduce_request r;
    r.strategy = c.strategy;
    r.value = c.value;
    r.accumulator = c.accumulator;
    r.operation = c.operation;
    r.target = c.device.id();
    r.first = x.data();
    r.n = x.size();
    r.init = &init;
    r.result = &result;
    r.transform = c.transform;
    r.second = y.data();
    gpualgo_v0_reduce(&r, &ran);
    return result;
}

/// For each transform and operator, whether it is listed for a pair of types.
template <class Value, class T, class... Fs, class... Ops>
std::vector<std::vector<bool>> known(type_list<Fs...>, type_list<Ops...> ops) {
    auto const row = []<class F, class... Os>(std::type_identity<F>, type_list<Os...>) {
        return std::vector<bool>{listed_transform<Value, T, Os, F>...};
    };
    return {row(std::type_identity<Fs>{}, ops)...};
}

/// Compares a strategy on all devices with the definition, for all listed combinations of a pair of
/// types.
/// @return the number of combinations
template <class Value, class T>
std::size_t check_pair(std::uint32_t strategy, std::vector<Value> const& x,
                       std::vector<Value> const& y) {
    using computed = computed_as<T>;
    auto const listed = known<Value, T>(
        transforms{}, type_list<gpu::kernel::plus, gpu::kernel::minimum, gpu::kernel::maximum>{});
    T const init(3);
    std::size_t cases = 0;
    for (std::uint32_t f = 0; f < transforms::size; ++f) {
        auto const values =
            transformed_by(f, converted<computed>(x), converted<computed>(y), transforms{});
        for (std::uint32_t op = 0; op < 3; ++op) {
            if (!listed[f][op]) continue;
            ++cases;
            T const expected =
                rounded<T>(total_by<computed>(op, values, sizeof(Value), computed(init)));
            for (auto const device : gpu::devices()) {
                INFO(typeid(Value).name()
                     << " in " << typeid(T).name() << ", operator " << op << " of transform " << f
                     << ", n = " << x.size() << " on " << to_string(device));
                call_result ran;
                call const c{strategy, index_of<Value, types>, index_of<T, types>, op, f, device};
                T const result = ask_library(c, x, y, init, ran);
                CHECK(ran.status == status_code::ok);
                CHECK(same_bits(result, expected));
                CHECK(ran.device == device.id());
                CHECK(ran.bytes % (x.size() * sizeof(Value)) == 0);
            }
        }
    }
    return cases;
}

/// Calls `f` for all pairs of types that have transforms.
template <class F>
void for_each_pair(F f) {
    for_each_of(real_types{}, [&]<class Value>(std::type_identity<Value>) {
        for_each_of(real_types{}, [&]<class T>(std::type_identity<T>) {
            if constexpr (listed_pair<Value, T> || is_lossy_pair<Value, T, gpu::kernel::identity>)
                f.template operator()<Value, T>();
        });
    });
}

} // namespace

TEST_CASE("every listed transform, operator and pair of types has the bits of the definition on "
          "every device",
          "[transform_reduce]") {
    std::size_t cases = 0;
    for (std::size_t const n : {1u, 700u, 9001u})
        for_each_pair([&]<class Value, class T>() {
            cases += check_pair<Value, T>(0, partly_equal_values<Value>(n, 1),
                                          partly_equal_values<Value>(n, 2));
        });
    CHECK(cases > 3 * 250);
}

TEST_CASE("named strategies compute every listed transform", "[transform_reduce]") {
    for_each_pair([]<class Value, class T>() {
        // whole numbers whose squares are summed exactly: any order gives the same bits
        std::vector<Value> x, y;
        for (int i = 0; i < 600; ++i)
            x.push_back(static_cast<Value>(i % 5)), y.push_back(static_cast<Value>(i % 3));
        check_pair<Value, T>(index_of<gpu::policy::interleaved, strategies>, x, y);
        check_pair<Value, T>(index_of<gpu::policy::warp_shuffle, strategies>, x, y);
    });
}

TEST_CASE("many segments on all cores", "[transform_reduce]") {
    auto const check = []<class Value, class T>(std::type_identity<Value>, std::type_identity<T>) {
        std::size_t const n = (3u << 20) / sizeof(Value) + 77;
        using computed = computed_as<T>;
        auto const x = partly_equal_values<Value>(n, 3), y = partly_equal_values<Value>(n, 4);
        auto const products =
            transformed_by(index_of<gpu::kernel::multiplies, transforms>, converted<computed>(x),
                           converted<computed>(y), transforms{});
        CHECK(same_bits(gpu::transform_reduce(x, y, T(1)),
                        rounded<T>(total_by<computed>(0, products, sizeof(Value), 1))));
    };
    check(std::type_identity<float>(), std::type_identity<float>());
    check(std::type_identity<std::int8_t>(), std::type_identity<double>());
    check(std::type_identity<gpu::half>(), std::type_identity<gpu::half>());
    check(std::type_identity<std::uint16_t>(), std::type_identity<double>());
    check(std::type_identity<float>(), std::type_identity<double>());
}

TEST_CASE("the report says what ran", "[transform_reduce]") {
    std::vector<float> const x(1000, 2.0F);
    gpu::report ran;
    auto const on = gpu::device::simulated();
    CHECK(gpu::transform_reduce(gpu::interleaved.on(on).block_size(96).report_to(ran), x, x, 0.0) ==
          4000);
    CHECK(ran.strategy == "interleaved");
    CHECK(ran.kernel == "transform + reduce<interleaved, shared>");
    CHECK(ran.bytes == 8000);
    CHECK(gpu::transform_reduce(gpu::automatic.on(on).report_to(ran), x, 0.0F, gpu::plus<>(),
                                gpu::square<>()) == 4000);
    CHECK(ran.kernel == "reduce_canonical");
    CHECK(ran.bytes == 4000);
}

TEST_CASE("products and sums are not contracted", "[transform_reduce]") {
    float const x = 1.0F + 0x1p-12F; // its square needs one bit more than float has
    REQUIRE(std::fma(x, x, -1.0F) != x * x - 1.0F);
    for (auto const device : gpu::devices()) {
        std::vector<float> const a{0.0F, x}, b{0.0F, x};
        CHECK(gpu::transform_reduce(gpu::automatic.on(device), std::vector{x}, -1.0F, gpu::plus<>(),
                                    gpu::square<>()) == x * x - 1.0F);
        std::vector<float> rows(129, 0.0F); // one thread adds the second row to the first
        rows[0] = 1, rows[128] = x;
        std::vector<float> other = rows;
        other[0] = -1;
        float const square = x * x, sum = -1.0F + square;
        CHECK(gpu::transform_reduce(gpu::automatic.on(device), rows, other, 0.0F) == sum);
        CHECK(gpu::transform_reduce(gpu::warp_shuffle.on(device), rows, other, 0.0F) == sum);
    }
}

TEST_CASE("transforms of extreme values", "[transform_reduce]") {
    using i8 = std::vector<std::int8_t>;
    auto const plus = gpu::plus<>();
    for (auto const device : gpu::devices()) {
        auto const on = gpu::automatic.on(device);
        INFO(to_string(device));
        CHECK(gpu::transform_reduce(on, i8(3, 100), 0, plus, gpu::square<>()) == 30000);
        CHECK(gpu::transform_reduce(on, i8(3, 100), std::int8_t{0}, plus, gpu::square<>()) ==
              static_cast<std::int8_t>(30000));
        CHECK(gpu::transform_reduce(on, i8{-128}, std::int8_t{0}, plus, gpu::absolute<>()) == -128);
        CHECK(gpu::transform_reduce(on, i8{-128}, 0, plus, gpu::absolute<>()) == 128);
        CHECK(gpu::transform_reduce(on, i8{-128, 5}, std::int8_t{0}, gpu::maximum<>(),
                                    gpu::negate<>()) == 0);
        CHECK(gpu::transform_reduce(on, std::vector<unsigned>{1, 2}, 0U, plus, gpu::negate<>()) ==
              0U - 3);
        // converted first
        CHECK(gpu::transform_reduce(on, std::vector<unsigned>{1, 2}, std::int64_t{0}, plus,
                                    gpu::negate<>()) == -3);
        CHECK(gpu::transform_reduce(on, std::vector<unsigned>{7, 9}, 0U, plus, gpu::absolute<>()) ==
              16);
        std::vector<int> const large(2, std::numeric_limits<int>::max()),
            small(2, std::numeric_limits<int>::min());
        CHECK(gpu::transform_reduce(on, large, large, std::int64_t{0}) ==
              2 * (std::int64_t{0x7fffffff} * 0x7fffffff));
        CHECK(gpu::transform_reduce(on, large, small, std::int64_t{0}, plus,
                                    gpu::squared_difference<>()) ==
              static_cast<std::int64_t>(2 * (0xffffffffULL * 0xffffffffULL)));
        CHECK(gpu::transform_reduce(on, large, small, 0, plus, gpu::equal_to<>()) == 0);
        CHECK(gpu::transform_reduce(on, large, large, 0.5, plus, gpu::equal_to<>()) == 2.5);

        float const nan = std::numeric_limits<float>::quiet_NaN(),
                    least = std::numeric_limits<float>::denorm_min();
        std::vector<float> const zeros{-0.0F, -0.0F}, odd{nan, 1.0F};
        CHECK_FALSE(std::signbit(gpu::transform_reduce(on, zeros, -0.0F, plus, gpu::absolute<>())));
        CHECK_FALSE(std::signbit(gpu::transform_reduce(on, zeros, -0.0F, plus, gpu::negate<>())));
        CHECK(std::signbit(
            gpu::transform_reduce(on, std::vector<float>(2), -0.0F, plus, gpu::negate<>())));
        CHECK(same_bits(gpu::transform_reduce(on, odd, 0.0F, plus, gpu::negate<>()),
                        std::bit_cast<float>(0x7fc00000)));
        // a NaN does not equal itself
        CHECK(gpu::transform_reduce(on, odd, odd, 0.0F, plus, gpu::equal_to<>()) == 1);
        CHECK(gpu::transform_reduce(on, zeros, std::vector<float>(2), 0.0F, plus,
                                    gpu::equal_to<>()) == 2);
        CHECK(gpu::transform_reduce(on, std::vector{-least}, 0.0F, plus, gpu::absolute<>()) ==
              least);
        using gpu::half;
        CHECK(std::isinf(float(gpu::transform_reduce(on, std::vector<half>(1, half(300)), half(0),
                                                     plus, gpu::square<>()))));
        CHECK(gpu::transform_reduce(on, std::vector<half>(1, half(300)), 0.0F, plus,
                                    gpu::square<>()) == 90000);
        CHECK(gpu::transform_reduce(on, std::vector<half>(4096, half(1)),
                                    std::vector<half>(4096, half(1)), half(0))
                  .bits() == half(4096).bits());
        CHECK(gpu::transform_reduce(on, std::vector<int>(), 7, plus, gpu::square<>()) == 7);
    }
}
