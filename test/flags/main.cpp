// SPDX-License-Identifier: Apache-2.0
/// Files of one program are compiled with different flags, and linked in either order. At -O0
/// functions are not inlined: of those that several files define, the linker keeps one. Each file
/// must get the library's bits, in every floating-point environment.
#include "computations.hpp"

#include <gpualgo/kernel/floating_bits.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cfenv>
#ifdef __x86_64__
#include <xmmintrin.h>
#endif

std::vector<test::part>& test::parts() {
    static std::vector<part> all;
    return all;
}

namespace {

using test::values;

template <class T>
test::two_ranges<T> some_ranges(values kind, std::size_t n) {
    auto const x = test::some_values<T>(kind, n), y = test::some_values<T>(values::ordinary, n);
    test::two_ranges<T> both{x, x};
    for (std::size_t i = 0; i < n; ++i) both.y[i] = i % 2 == 0 ? x[n - 1 - i] : y[i];
    return both;
}

test::inputs some_inputs(values kind, std::size_t n) {
    return {some_ranges<float>(kind, n), some_ranges<double>(kind, n),
            some_ranges<gpu::half>(kind, n), some_ranges<gpu::bfloat16>(kind, n),
            test::some_values<std::int64_t>(values::ordinary, n)};
}

/// IEEE 754-2019 minimum or maximum, computed in this strictly compiled file.
template <class T>
T extreme(T a, T b, bool smallest) {
    if (a != a || b != b) return gpu::kernel::quiet_nan<T>();
    bool const a_is_negative = std::signbit(static_cast<float>(a));
    if (a == b) return a_is_negative == smallest ? a : b;
    return (a < b) == smallest ? a : b;
}

template <class T>
void expect_directly(std::string const& type, test::two_ranges<T> const& in, results& all) {
    for (std::size_t i = 0; i < in.x.size(); ++i)
        for (int swapped = 0; swapped < 2; ++swapped) {
            note(all, type + " direct minimum", extreme(in.x[i], in.y[i], true));
            note(all, type + " direct maximum", extreme(in.x[i], in.y[i], false));
        }
}

results expected(test::inputs const& in) {
    auto const vectors = compute(
        in, gpu::automatic.on(gpu::device::host()), [](auto const& x) -> auto const& { return x; });
    results all = vectors;
    all.insert(all.end(), vectors.begin(), vectors.end());
    expect_directly("float", in.floats, all);
    expect_directly("double", in.doubles, all);
    expect_directly("half", in.halves, all);
    expect_directly("bfloat16", in.bfloats, all);
    return all;
}

void compare_parts(values kind, std::size_t n, void (*change_environment)()) {
    auto const in = some_inputs(kind, n);
    auto const library = expected(in);
    for (auto const& part : test::parts()) {
        std::fenv_t before;
        std::fegetenv(&before);
        change_environment();
        auto const here = part.compute(in);
        std::fesetenv(&before);
        REQUIRE(here.size() == library.size());
        auto const [found, wanted] = std::ranges::mismatch(here, library);
        INFO(part.flags << ", values " << static_cast<int>(kind) << ", n = " << n);
        if (found != here.end())
            FAIL_CHECK(found->name << ": " << std::hex << found->bits << ", by the library "
                                   << wanted->bits);
    }
}

bool runs_here() {
#ifdef __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
    return true;
#endif
}

void nothing() {}

} // namespace

TEST_CASE("every file of a program has the library's bits") {
    if (!runs_here()) return;
    REQUIRE(test::parts().size() == 4);
    for (auto const kind : test::kinds_of_values<float>())
        for (std::size_t const n : {1u, 2u, 3u, 300u, 5000u}) compare_parts(kind, n, &nothing);
}

TEST_CASE("every file of a program has the library's bits in any environment") {
    if (!runs_here()) return;
    for (std::size_t const n : {3u, 300u, 5000u}) {
        compare_parts(values::ordinary, n, [] { std::fesetround(FE_UPWARD); });
        compare_parts(values::zeros, n, [] { std::fesetround(FE_DOWNWARD); });
        compare_parts(values::cancelling, n, [] { std::fesetround(FE_TOWARDZERO); });
#ifdef __x86_64__
        compare_parts(values::tiny, n, [] { _mm_setcsr(_mm_getcsr() | 0x8040U); }); // FTZ, DAZ
#endif
    }
}
