// SPDX-License-Identifier: Apache-2.0
/// Golden bits: results of the canonical order that no version may change, on any device. They were
/// computed once, by the definition. Numbers come from a generator of bits, see
/// src/conformance/numbers.hpp.
#include "call/names.hpp"
#include "conformance/oracle.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cfenv>
#include <cstdint>
#include <string_view>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

namespace {

using enum conformance::flavour;

struct golden_result {
    std::string_view value, accumulator, operation;
    conformance::flavour kind;
    std::size_t n, offset;
    std::uint64_t bits;
};

constexpr std::uint64_t first_seed = 101; // of the first row; incremented for every row

constexpr golden_result golden[] = {
    {"float", "float", "plus", ordinary, 1, 0, 0xbf11b79c},
    {"float", "float", "plus", cancelling, 2, 1, 0x4cffffa2},
    {"float", "float", "plus", cancelling, 127, 0, 0x4e3ffff6},
    {"float", "float", "plus", ordinary, 128, 3, 0xc4b95423},
    {"float", "float", "plus", cancelling, 129, 0, 0x4d800014},
    {"float", "float", "plus", subnormal, 300, 1, 0x253033},
    {"float", "float", "plus", negative_zeros, 77, 0, 0x80000000},
    {"float", "float", "plus", infinities, 5000, 2, 0x7fc00000},
    {"float", "float", "plus", nans, 2048, 0, 0x7fc00000},
    {"float", "float", "plus", cancelling, 100003, 1, 0xd019ffc3},
    {"double", "double", "plus", ordinary, 3, 0, 0xc044e10dc3487f70},
    {"double", "double", "plus", cancelling, 63, 1, 0x43affffffffffffe},
    {"double", "double", "plus", cancelling, 65, 0, 0xc3c7fffffffffffc},
    {"double", "double", "plus", subnormal, 1000, 0, 0x80677cc8f204ec2a},
    {"double", "double", "plus", negative_zeros, 1025, 1, 0x8000000000000000},
    {"double", "double", "plus", ordinary, 5121, 0, 0xc0c397948440e7a2},
    {"double", "double", "plus", cancelling, 70001, 1, 0xc3f4000000000008},
    {"double", "double", "multiplies", near_one, 100, 0, 0xc059a61be38ed742},
    {"float", "double", "plus", cancelling, 4099, 3, 0x43affffffe6fffc5},
    {"int32", "double", "plus", ordinary, 3001, 1, 0xc23515d529e5d124},
    {"float", "float", "multiplies", near_one, 60, 0, 0xbfee77e9},
    {"float", "float", "minimum", zeros, 500, 1, 0x80000000},
    {"float", "float", "maximum", zeros, 500, 1, 0x0},
    {"double", "double", "minimum", nans, 200, 0, 0x7ff8000000000000},
    {"double", "double", "maximum", ordinary, 200, 0, 0x408c51ce150864e0},
    {"float", "float", "logical_and", nans, 129, 0, 0x3f800000},
    {"double", "double", "logical_or", zeros, 65, 0, 0x0},
    {"half", "half", "plus", cancelling, 257, 1, 0x789d},
    {"half", "float", "plus", cancelling, 4000, 3, 0xcc7e5ba4},
    {"half", "half", "multiplies", near_one, 20, 0, 0xb62a},
    {"bfloat16", "bfloat16", "plus", ordinary, 300, 5, 0xc5a4},
    {"bfloat16", "float", "plus", cancelling, 8193, 1, 0xcdfffef8},
    {"bfloat16", "bfloat16", "maximum", nans, 100, 0, 0x7fc0},
    {"int8", "int64", "plus", ordinary, 40000, 7, 0x3f6ad35ff5fba186},
    {"uint8", "double", "plus", ordinary, 513, 1, 0x40efaf602e45418b},
    {"int16", "int32", "multiplies", cancelling, 50, 1, 0x8155aabd},
    {"uint16", "uint16", "bit_xor", ordinary, 999, 0, 0x80b2},
    {"uint32", "int64", "plus", ordinary, 2500, 3, 0xd0ccefc9683212bd},
    {"int64", "int64", "bit_and", subnormal, 30, 0, 0x244000001000480},
    {"uint64", "uint64", "bit_or", near_one, 700, 1, 0xffffffffffffffff},
};

template <class List>
std::uint32_t place(List const& names, std::string_view name) {
    auto const found = std::find_if(names.begin(), names.end(), [&](auto const& x) {
        if constexpr (requires { x.name; }) return x.name == name;
        else return x == name;
    });
    REQUIRE(found != names.end());
    return static_cast<std::uint32_t>(found - names.begin());
}

conformance::reduction_case case_of(golden_result const& row) {
    using namespace gpu::detail;
    return {place(known_types, row.value),
            place(known_types, row.accumulator),
            place(known_operators, row.operation),
            row.kind,
            row.n,
            row.offset,
            first_seed + static_cast<std::uint64_t>(&row - golden)};
}

} // namespace

static_assert(std::size(golden) == 40);

namespace {

void check_every_device() {
    for (auto const device : gpu::devices())
        for (auto const& row : golden) {
            auto const c = case_of(row);
            conformance::input const x(c);
            auto request = x.request();
            std::uint64_t bits = 0;
            request.target = device.id();
            request.result = &bits;
            gpu::detail::call_result ran;
            gpualgo_v0_reduce(&request, &ran);
            INFO(described(c) << " on " << to_string(device) << ": " << ran.message);
            CHECK(ran.status == gpu::detail::status_code::ok);
            CHECK(bits == row.bits);
        }
}

} // namespace

// Runs first: threads and fibers that are created in this environment must not keep it.
TEST_CASE("every device gives the golden bits whatever the caller's rounding mode is") {
    int const mode = GENERATE(FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO);
    std::fesetround(mode);
    check_every_device();
    CHECK(std::fegetround() == mode);
    std::fesetround(FE_TONEAREST);
}

#ifdef __x86_64__
TEST_CASE("every device gives the golden bits if the caller flushes subnormal numbers") {
    unsigned const before = _mm_getcsr();
    unsigned const flushing = before | 0x8040;
    _mm_setcsr(flushing);
    check_every_device();
    CHECK((_mm_getcsr() & ~0x3FU) == (flushing & ~0x3FU)); // except for exception flags
    _mm_setcsr(before);
}
#endif

TEST_CASE("every device gives the golden bits") { check_every_device(); }

TEST_CASE("the definition gives the golden bits") {
    for (auto const& row : golden) {
        auto const c = case_of(row);
        INFO(described(c));
        CHECK(conformance::expected(c, conformance::input(c)) == row.bits);
    }
}
