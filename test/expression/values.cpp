// SPDX-License-Identifier: Apache-2.0
/// The values and types of expressions are those of the same functions as g++ compiles them. (The
/// test is compiled with -fwrapv and without contraction, so that these are defined.)
#include "expression/values.hpp"
#include "expression/cases.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <tuple>
#include <type_traits>

namespace {

/// Not in a template, which has thousands of instances here.
void check(std::size_t wrong, int number, std::size_t size_of_a, std::size_t size_of_b) {
    CAPTURE(number, size_of_a, size_of_b);
    CHECK(wrong == 0);
}

template <class A, class B>
void compare_values() {
    auto const a = test::values_of<A>(3000, 1);
    auto const b = test::values_of<B>(3000, 2);
    int number = 0;
    auto const compare = [&](auto const& expression, auto const& callable) {
        using result = decltype(callable(A(), B()));
        static_assert(std::is_same_v<decltype(expression(A(), B())), result>);
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < a.size(); ++i)
            wrong += !test::same_result<result>(expression(a[i], b[i]), callable(a[i], b[i]));
        check(wrong, number++, sizeof(A), sizeof(B));
    };
    test::visit_functions<A, B>(compare);
    if constexpr (std::is_floating_point_v<A> && std::is_same_v<A, B>)
        test::visit_transcendental_functions<A>(compare);
}

template <class A, class... B>
void compare_with(std::tuple<B...>) {
    (compare_values<A, B>(), ...);
}

using all_types =
    std::tuple<bool, char, std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
               std::uint32_t, std::int64_t, std::uint64_t, long long, float, double>;

} // namespace

TEMPLATE_TEST_CASE("expressions: types and bits are those of C++", "", bool, std::int8_t,
                   std::uint16_t, std::int32_t, std::uint32_t, std::int64_t, std::uint64_t, float,
                   double) {
    compare_with<TestType>(all_types());
}
