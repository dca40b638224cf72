// SPDX-License-Identifier: Apache-2.0
/// Short ranges, which are reduced inline in the program, give the library's bits. Covers every
/// kind of pair and operator, every size, and every floating-point environment. Compiled with
/// -ffp-contract=fast, as programs are by default.
#include "support/short_range.hpp"
#include "support/counting_resource.hpp"

#include <array>
#include <cfenv>
#include <cstdint>
#include <stdexcept>
#include <type_traits>
#include <vector>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

namespace {

using gpu::detail::type_list;
using test::compare_short_ranges;
using test::same_bits;

template <class V, class T>
struct pair {};

/// Every way to fold few elements: integers in their own type, a wider and a narrower one; floats
/// unchanged and converted.
using pairs = type_list<pair<std::int8_t, std::int8_t>, pair<std::uint16_t, std::uint16_t>,
                        pair<std::int32_t, std::int32_t>, pair<std::uint64_t, std::uint64_t>,
                        pair<float, float>, pair<double, double>, pair<std::int8_t, std::int64_t>,
                        pair<std::uint16_t, std::int32_t>, pair<std::uint8_t, double>,
                        pair<std::int32_t, double>, pair<float, double>, pair<gpu::half, float>,
                        pair<gpu::bfloat16, gpu::bfloat16>>;

template <class Value, class T, class... Ops>
void compare_operators(type_list<Ops...>) {
    auto const compare = []<class Op>(std::type_identity<Op>) {
        if constexpr (!std::is_void_v<gpu::detail::listed_operator<Op, T>>)
            for (auto const kind : test::kinds_of_values<Value>())
                compare_short_ranges<Value, T, Op>(kind);
    };
    (compare(std::type_identity<Ops>{}), ...);
}
template <class... Values, class... Ts>
void compare_pairs(type_list<pair<Values, Ts>...>) {
    (compare_operators<Values, Ts>(gpu::detail::callables{}), ...);
}

/// Calls `f` in a changed floating-point environment that is restored afterwards.
template <class Change, class F>
void in_environment(Change change, F f) {
    std::fenv_t before;
    std::fegetenv(&before);
    change();
    f();
    std::fesetenv(&before);
}

} // namespace

TEST_CASE("short ranges have the library's bits") { compare_pairs(pairs{}); }

TEST_CASE("short ranges do not depend on the rounding mode") {
    int const mode = GENERATE(FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO);
    in_environment([&] { std::fesetround(mode); },
                   [] {
                       compare_short_ranges<float, float, std::plus<>>(test::values::cancelling);
                       compare_short_ranges<double, double, std::plus<>>(test::values::ordinary);
                       compare_short_ranges<double, double, std::multiplies<>>(
                           test::values::ordinary);
                       compare_short_ranges<int, double, std::plus<>>(test::values::ordinary);
                   });
}

#ifdef __x86_64__
TEST_CASE("short ranges do not depend on the handling of subnormal numbers") {
    // FTZ, DAZ, both
    unsigned const flags = GENERATE(0x8000U, 0x0040U, 0x8040U);
    in_environment([&] { _mm_setcsr(_mm_getcsr() | flags); },
                   [] {
                       compare_short_ranges<float, float, std::plus<>>(test::values::tiny);
                       compare_short_ranges<double, double, gpu::minimum<>>(test::values::tiny);
                   });
}
#endif

TEST_CASE("arrays, and pointers to memory of any kind, give the same") {
    std::array<float, 5> const x{1e8F, 1, -1e8F, 3, 0.25F};
    std::vector<float> const v(x.begin(), x.end());
    float const total = gpu::reduce(v, 0.5F);
    float const* volatile pointer = v.data();
    CHECK(same_bits(gpu::reduce(x, 0.5F), total));
    CHECK(same_bits(gpu::reduce(x.begin(), x.end(), 0.5F), total));
    CHECK(same_bits(gpu::reduce(pointer, pointer + 5, 0.5F), total));
    CHECK(gpu::reduce(v.begin(), v.begin(), -0.0F) == 0); // an empty range returns init
}

TEST_CASE("short ranges, too, are reported and run on the requested device") {
    std::vector<int> const x{1, 2, 3};
    gpu::report ran;
    CHECK(gpu::reduce(gpu::automatic.report_to(ran), x) == 6);
    CHECK(ran.bytes == sizeof(int) * 3);
    CHECK(gpu::reduce(gpu::automatic.on(gpu::device::simulated()).report_to(ran), x) == 6);
    CHECK(ran.device == gpu::device::simulated());
    CHECK_THROWS_AS(gpu::reduce(gpu::automatic.block_size(64), x), std::invalid_argument);
}

TEST_CASE("has_options() detects every option of a policy") {
    gpu::report ran;
    test::counting_resource resource(gpu::device::host());
    CHECK_FALSE(gpu::automatic.has_options());
    CHECK(gpu::automatic.on(gpu::device::host()).has_options());
    CHECK(gpu::automatic.report_to(ran).has_options());
    CHECK(gpu::automatic.with(resource).has_options());
    CHECK(gpu::automatic.block_size(64).has_options());
    CHECK(gpu::automatic.in(gpu::memory_space::shared).has_options());
}
