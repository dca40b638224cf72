// SPDX-License-Identifier: Apache-2.0
#include "tool/element_type.hpp"

#include "call/names.hpp"

#include <catch2/catch.hpp>

#include <complex>
#include <cstdint>

using tool::element_type;
using tool::element_type_named;
using tool::facts_of;

TEST_CASE("element_type: names lead to types, and back") {
    for (auto const& facts : tool::all_element_facts) {
        auto const type = element_type_named(facts.name);
        REQUIRE(type);
        CHECK(&facts_of(*type) == &facts);
    }
    CHECK(element_type_named("half") == element_type::half);
    CHECK(element_type_named("float") == element_type::float32);
    CHECK(element_type_named("complex128") == element_type::complex128);
    CHECK_FALSE(element_type_named("float32"));
    CHECK_FALSE(element_type_named(""));
}

TEMPLATE_TEST_CASE("element_type: sizes and alignments are those of C++", "", std::int8_t,
                   std::int16_t, std::int32_t, std::int64_t, std::uint8_t, std::uint16_t,
                   std::uint32_t, std::uint64_t, float, double, std::complex<float>,
                   std::complex<double>) {
    element_type type = element_type::float32;
    if constexpr (std::is_integral_v<TestType>)
        type = *element_type_named((std::is_signed_v<TestType> ? "int" : "uint") +
                                   std::to_string(8 * sizeof(TestType)));
    else if constexpr (std::is_same_v<TestType, double>) type = element_type::float64;
    else if constexpr (std::is_same_v<TestType, std::complex<float>>)
        type = element_type::complex64;
    else if constexpr (std::is_same_v<TestType, std::complex<double>>)
        type = element_type::complex128;
    CHECK(facts_of(type).size == sizeof(TestType));
    CHECK(facts_of(type).alignment == alignof(TestType));
}

TEST_CASE("element_type: every type of the library can be read from files, by the library's name") {
    for (auto const& listed : gpu::detail::known_types) {
        CAPTURE(listed.name);
        auto const type = element_type_named(listed.name);
        REQUIRE(type);
        CHECK(facts_of(*type).size == listed.size);
    }
}
