// SPDX-License-Identifier: Apache-2.0
/// Every listed pair of types with every listed operator, on every device; and extreme values.
#include "support/random_values.hpp"
#include "support/same_bits.hpp"

#include <gpualgo/gpualgo.hpp>

#include <gpualgo/detail/rounded.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <ostream>
#include <span>
#include <type_traits>
#include <typeinfo>
#include <vector>

namespace {

using namespace gpu::detail;
using test::random_values;
using test::same_bits;

template <class... Xs, class F>
void for_each_of(type_list<Xs...>, F f) {
    (f(std::type_identity<Xs>{}), ...);
}

template <class F>
void for_each_case(F f) {
    for_each_of(real_types{}, [&]<class Value>(std::type_identity<Value> value) {
        for_each_of(real_types{}, [&]<class T>(std::type_identity<T> accumulator) {
            if constexpr (listed_pair<Value, T>)
                for_each_of(callables{},
                            [&]<class Callable>(std::type_identity<Callable> callable) {
                                if constexpr (!std::is_void_v<listed_operator<Callable, T>>)
                                    f(value, accumulator, callable);
                            });
        });
    });
}

/// The definition's total of elements that are converted first. It is the same for all types of
/// elements of one size.
template <class T, class Op>
computed_as<T> total_of(std::vector<computed_as<T>> const& x, std::size_t value_size, Op op) {
    return gpu::kernel::canonical<computed_as<T>>(x.data(), x.size(), value_size, op);
}
template <class T, class Value, class Op>
T definition(std::span<Value const> x, T init, Op op) {
    using computed = computed_as<T>;
    std::vector<computed> converted;
    for (Value const v : x) converted.push_back(static_cast<computed>(v));
    computed const total = total_of<T>(converted, sizeof(Value), op);
    return rounded<T>(gpu::kernel::quieted(op(static_cast<computed>(init), total)));
}

/// The types and the size of a reduction, for messages.
struct computation {
    std::type_info const& value;
    std::type_info const& accumulator;
    char const* operation;
    std::size_t n;
};
template <class Value, class T, class Callable>
computation computation_of(std::size_t n) {
    return {typeid(Value), typeid(T), listed_operator<Callable, T>::name, n};
}
std::ostream& operator<<(std::ostream& to, computation const& c) {
    return to << c.value.name() << " in " << c.accumulator.name() << ", " << c.operation
              << ", n = " << c.n;
}

// Assertions are not in templates, which have hundreds of instances here.
void check_canonical(computation const& of, bool is_equal, gpu::device ran, gpu::device on) {
    INFO(of);
    CHECK(is_equal);
    CHECK(ran == on);
}
void check_strategies(computation const& of, gpu::report const& ran, bool is_interleaved_right,
                      bool is_shuffled_right) {
    INFO(of << " on " << ran.kernel);
    CHECK(ran.strategy == "interleaved");
    CHECK(is_interleaved_right);
    CHECK(is_shuffled_right);
}

/// Whether 1000 values up to 1 have this total in any order.
template <class T>
bool is_close(T total, T expected) {
    if constexpr (std::is_integral_v<T>) {
        return total == expected;
    } else { // each of 1000 sums is off by at most half a unit of 1001
        double const exact = static_cast<double>(expected);
        double const off =
            500.0 * 1001 * static_cast<double>(std::numeric_limits<computed_as<T>>::epsilon()) +
            (is_small_float<T> ? std::abs(exact) / 128 : 0);
        return std::abs(static_cast<double>(total) - exact) <= off;
    }
}

} // namespace

TEST_CASE("every listed operator and pair of types has the bits of the definition on every device",
          "[reduce]") {
    std::size_t cases = 0;
    for (std::size_t const n : {1u, 300u, 10007u})
        for_each_case([&]<class Value, class T, class Callable>(std::type_identity<Value>,
                                                                std::type_identity<T>,
                                                                std::type_identity<Callable>) {
            auto const values = random_values<Value>(n, n);
            std::span<Value const> const x(values); // without the program's own folds of vectors
            T const init(3);
            T const expected = definition(x, init, listed_operator<Callable, T>{});
            for (auto const device : gpu::devices()) {
                gpu::report ran;
                T const total =
                    gpu::reduce(gpu::automatic.on(device).report_to(ran), x, init, Callable{});
                check_canonical(computation_of<Value, T, Callable>(n), same_bits(total, expected),
                                ran.device, device);
            }
            ++cases;
        });
    CHECK(cases > 3 * 200);
}

TEST_CASE("named strategies compute every listed operator and pair of types", "[reduce]") {
    for_each_case([&]<class Value, class T, class Callable>(std::type_identity<Value>,
                                                            std::type_identity<T>,
                                                            std::type_identity<Callable>) {
        auto values = random_values<Value>(1000, 1000);
        // with large values, overflow of a product would depend on the order
        if constexpr (std::is_integral_v<Value> && !std::is_integral_v<T>)
            for (Value& v : values) v = static_cast<Value>(v % 2);
        std::span<Value const> const x(values);
        T const init(1);
        T const expected = definition(x, init, listed_operator<Callable, T>{});
        for (auto const device : gpu::devices()) {
            if (device.kind() == gpu::device_kind::host) continue; // has one order for all
            gpu::report ran;
            T const interleaved = gpu::reduce(
                gpu::interleaved.on(device).block_size(96).report_to(ran), x, init, Callable{});
            T const shuffled = gpu::reduce(gpu::warp_shuffle.on(device), x, init, Callable{});
            check_strategies(computation_of<Value, T, Callable>(x.size()), ran,
                             is_close(interleaved, expected), is_close(shuffled, expected));
        }
    });
}

TEST_CASE("integers wrap around", "[reduce]") {
    for (auto const device : gpu::devices()) {
        auto const on = gpu::automatic.on(device);
        CHECK(gpu::reduce(on, std::vector<std::int8_t>(3, 100)) == static_cast<std::int8_t>(300));
        CHECK(gpu::reduce(on, std::vector<std::int8_t>(3, 100), 0) == 300);
        CHECK(gpu::reduce(on, std::vector<std::uint8_t>(3, 200)) == static_cast<std::uint8_t>(600));
        CHECK(gpu::reduce(on, std::vector<std::uint32_t>{0xffffffffu, 2u}) == 1u);
        CHECK(gpu::reduce(on, std::vector<std::uint16_t>(2, 0xffff), std::uint16_t{1},
                          std::multiplies<>{}) == 1);
        CHECK(gpu::reduce(on, std::vector<std::int32_t>{std::numeric_limits<int>::max(), 1}) ==
              std::numeric_limits<int>::min());
        CHECK(gpu::reduce(on,
                          std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max(), 1}) ==
              std::numeric_limits<std::int64_t>::min());
        CHECK(gpu::reduce(on, std::vector<std::uint64_t>{std::uint64_t{1} << 63, 5},
                          std::uint64_t{0}, gpu::maximum<>{}) == std::uint64_t{1} << 63);
    }
}

TEST_CASE("elements are converted on load", "[reduce]") {
    for (auto const device : gpu::devices()) {
        auto const on = gpu::automatic.on(device);
        std::int64_t const odd = (std::int64_t{1} << 53) + 1; // not a double
        CHECK(gpu::reduce(on, std::vector<std::int64_t>{odd, 0}) == odd);
        CHECK(gpu::reduce(on, std::vector<std::uint32_t>{0xffffffffu, 0xffffffffu},
                          std::int64_t{0}) == 0x1fffffffell);
        CHECK(gpu::reduce(on, std::vector<std::uint32_t>{0xffffffffu, 0xffffffffu}, 0.0) ==
              8589934590.0);
        CHECK(gpu::reduce(on, std::vector<std::int8_t>{-1, -1}, std::int64_t{0}) == -2);
        CHECK(gpu::reduce(on, std::vector<long long>{1, 2}) == 3);
    }
}

TEST_CASE("half and bfloat16 are summed in float and rounded once", "[reduce]") {
    using gpu::bfloat16;
    using gpu::half;
    for (auto const device : gpu::devices()) {
        auto const on = gpu::automatic.on(device);
        // in half the sum would stop at 2048
        CHECK(gpu::reduce(on, std::vector<half>(4096, half(1))).bits() == half(4096).bits());
        CHECK(gpu::reduce(on, std::vector<bfloat16>(4096, bfloat16(1))).bits() ==
              bfloat16(4096).bits());
        CHECK(std::isinf(float(gpu::reduce(on, std::vector<half>(2, half(65504))))));
        CHECK(gpu::reduce(on, std::vector<half>(2, half(65504)), 0.0F) == 131008.0F);
        half const least = half::from_bits(1); // the smallest subnormal number
        CHECK(gpu::reduce(on, std::vector<half>(3, least)).bits() == 3);
        // the NaN without sign and payload
        CHECK(gpu::reduce(on, std::vector<half>{half::from_bits(0xfe01), half(1)}).bits() ==
              0x7e00);
        CHECK(gpu::reduce(on, std::vector<bfloat16>{bfloat16::from_bits(0xff81), bfloat16(1)})
                  .bits() == 0x7fc0);
        CHECK(gpu::reduce(on, std::vector<half>{half(-1), half(2)}, half(0), gpu::minimum<>{})
                  .bits() == half(-1).bits());
    }
    constexpr half three[] = {half(1), half(2)};
    static_assert(gpu::reduce(three).bits() == half(3).bits());
}
