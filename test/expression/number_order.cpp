// SPDX-License-Identifier: Apache-2.0
/// The order of numbers whose type is known at run time only: that of searches by value.
#include "expression/extrema.hpp"
#include "expression/values.hpp"

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <cstring>
#include <vector>

namespace {

using gpu::detail::number_type;

/// The number's bits, and zeros.
template <class Bits, class T>
Bits widened(T const& number) {
    Bits bits{};
    std::memcpy(&bits, &number, sizeof number);
    return bits;
}

/// Compares the keys of all pairs.
/// @tparam Bits of the type's size, or wider
template <class T, class Bits>
void compare_orders(bool is_reversed) {
    auto const right = gpu::detail::order_for<T>(is_reversed);
    auto const order =
        gpu::detail::order_of_numbers<Bits>(gpu::detail::number_type_of<T>(), is_reversed);
    CAPTURE(sizeof(Bits), is_reversed);
    auto const values = test::values_of<T>(300, 1);
    auto const compare = [&](auto const& known, auto const& found) {
        using known_bits = gpu::detail::key_bits<T>;
        std::size_t wrong = 0;
        for (T const& a : values)
            for (T const& b : values) {
                auto const x = known.key(widened<known_bits>(a)),
                           y = known.key(widened<known_bits>(b));
                auto const u = found.key(widened<Bits>(a)), v = found.key(widened<Bits>(b));
                wrong += (x < y) != (u < v) || (x == y) != (u == v);
            }
        CHECK(wrong == 0);
    };
    compare(right, order);
    compare(right.reversed(), order.reversed());
}

} // namespace

TEMPLATE_TEST_CASE("number_order is key_order", "", std::int8_t, std::uint8_t, std::int16_t,
                   std::uint16_t, std::int32_t, std::uint32_t, float, gpu::half, gpu::bfloat16) {
    for (bool const is_reversed : {false, true})
        compare_orders<TestType, std::uint32_t>(is_reversed);
}

TEMPLATE_TEST_CASE("number_order of wide numbers is key_order", "", std::int64_t, std::uint64_t,
                   double) {
    for (bool const is_reversed : {false, true})
        compare_orders<TestType, std::uint64_t>(is_reversed);
}

TEST_CASE("number_order compares -0 and 0 as equal, and has NaNs last in both directions") {
    for (bool const is_reversed : {false, true}) {
        auto const order =
            gpu::detail::order_of_numbers<std::uint32_t>(number_type::float32, is_reversed);
        CHECK(order.key(0x80000000) == order.key(0));
        CHECK(order.key(0xffc00001) == order.worst);
        CHECK(order.key(0x7f800001) == order.worst);
        CHECK(order.key(0x7f800000) < order.worst);
        CHECK(order.key(0xff800000) < order.worst);
        CHECK((order.key(0xff800000) < order.key(0x7f800000)) == !is_reversed);
    }
}
