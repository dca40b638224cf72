// SPDX-License-Identifier: Apache-2.0
/// Guarantees of floating-point products: error bounds, special values, and independence of the
/// caller's environment.
#include "matmul_experiment.hpp"

#include <host/matmul/kernels.hpp>

#include <catch2/catch.hpp>

#include <tbb/parallel_for.h>

#include <cfenv>
#include <cmath>
#include <limits>
#include <random>
#include <thread>

using namespace gpu::detail;
using namespace test;

namespace {

constexpr auto infinity = std::numeric_limits<float>::infinity();
constexpr auto not_a_number = std::numeric_limits<float>::quiet_NaN();

/// Bound of |C - R| / |R| in the Frobenius norm, for normally distributed elements.
template <class Value, class Result>
double bound(double k) {
    if (std::is_same_v<Result, double>) return 1.1e-16 * std::sqrt(k) + 2.2e-16;
    if (std::is_same_v<Result, gpu::half>) return 4e-4;
    if (std::is_same_v<Result, gpu::bfloat16>) return 2.5e-3;
    return std::is_same_v<Value, float> ? 6e-8 * std::sqrt(k) + 1.2e-7 : 1e-8 * k + 1e-6;
}

/// Error relative to sums in long double.
template <class Value, class Result>
double relative_error(guarded_matrix<Value> const& a, guarded_matrix<Value> const& b,
                      guarded_matrix<Result> const& c) {
    long double error = 0, norm = 0;
    for (std::int64_t i = 0; i < c.rows(); ++i)
        for (std::int64_t j = 0; j < c.columns(); ++j) {
            long double sum = 0;
            for (std::int64_t d = 0; d < a.columns(); ++d)
                sum += static_cast<long double>(a(i, d)) * static_cast<long double>(b(d, j));
            long double const difference = static_cast<long double>(c(i, j)) - sum;
            error += difference * difference;
            norm += sum * sum;
        }
    return static_cast<double>(std::sqrt(error / norm));
}

template <class Value, class Result>
void check_error(std::int64_t k, instruction_set set) {
    guarded_matrix<Value> a(29, k, {true}), b(k, 61, {true});
    guarded_matrix<Result> c(29, 61, {true});
    std::mt19937 engine(static_cast<unsigned>(k));
    std::normal_distribution<double> normal;
    auto const draw = [&](std::int64_t, std::int64_t) { return normal(engine); };
    a.fill(draw);
    b.fill(draw);
    multiply<Value, Result>(1, a, b, 0, c, set);
    INFO(name_of(set) << ", k " << k);
    CHECK(relative_error(a, b, c) <= bound<Value, Result>(static_cast<double>(k)));
}

/// Whether c(i, j) is `wanted`; all NaNs are equal.
template <class T>
bool holds(guarded_matrix<T> const& c, std::int64_t i, std::int64_t j, float wanted) {
    auto const x = static_cast<float>(c(i, j));
    return x == wanted || (std::isnan(x) && std::isnan(wanted));
}

/// Changes the floating-point environment during the lifetime of the object.
class other_environment {
public:
    explicit other_environment(bool flushing) {
        std::fegetenv(&before_);
        std::fesetround(FE_UPWARD);
#ifdef __x86_64__
        // flushes subnormal results and operands to zero
        if (flushing) __builtin_ia32_ldmxcsr(__builtin_ia32_stmxcsr() | 0x8040);
#endif
    }
    other_environment(other_environment const&) = delete;
    other_environment& operator=(other_environment const&) = delete;
    ~other_environment() { std::fesetenv(&before_); }

private:
    std::fenv_t before_{};
};

} // namespace

TEMPLATE_LIST_TEST_CASE("errors stay below the bounds", "[matmul]", products) {
    auto const check = []<class Value, class Result>(product<Value, Result>, std::int64_t k,
                                                     instruction_set set) {
        if constexpr (!std::is_integral_v<Value>) check_error<Value, Result>(k, set);
    };
    for (auto const set : usable_sets())
        for (std::int64_t const k : {1, 16, 200, 256, 1000, 3000}) check(TestType{}, k, set);
}

TEMPLATE_TEST_CASE("infinities and NaN affect their row or column, and nothing else", "[matmul]",
                   float, double, gpu::half, gpu::bfloat16) {
    for (auto const set : usable_sets())
        for (bool const row_major : {true, false}) {
            std::int64_t const m = 30, n = 50, k = 41;
            guarded_matrix<TestType> a(m, k, {row_major}), b(k, n, {row_major}),
                c(m, n, {row_major});
            auto const one = [](std::int64_t, std::int64_t) { return 1; };
            a.fill(one);
            b.fill(one);
            a(m - 1, k - 1) = TestType(infinity); // in the last, padded tile
            b(k - 1, 7) = TestType(0);            // infinity * 0
            b(2, 9) = TestType(not_a_number);
            c(4, 4) = TestType(not_a_number);
            multiply<TestType, TestType>(1, a, b, 0, c, set);
            INFO(name_of(set) << ", row-major " << row_major);
            for (std::int64_t i = 0; i < m; ++i)
                for (std::int64_t j = 0; j < n; ++j) {
                    float const finite = j == 7 ? 40 : 41;
                    REQUIRE(holds(c, i, j,
                                  j == 9      ? not_a_number
                                  : i < m - 1 ? finite
                                  : j == 7    ? not_a_number
                                              : infinity));
                }
        }
}

TEMPLATE_TEST_CASE("C is read only if beta is not 0, A and B only if alpha and k are not 0",
                   "[matmul]", float, double, gpu::half, gpu::bfloat16) {
    for (auto const set : usable_sets())
        for (std::int64_t const k : {0, 3}) {
            guarded_matrix<TestType> a(5, k, {}), b(k, 40, {}), c(5, 40, {});
            auto const six = [](std::int64_t, std::int64_t) { return 6; };
            INFO(name_of(set) << ", k " << k);

            multiply<TestType, TestType>(0, a, b, 0, c, set); // all elements are NaN
            CHECK(holds(c, 4, 39, 0));
            c.fill(six)(2, 20) = TestType(not_a_number);
            multiply<TestType, TestType>(0, a, b, 0.5, c, set);
            CHECK(holds(c, 4, 39, 3));
            CHECK(holds(c, 2, 20, not_a_number));

            a.fill(six);
            b.fill(six);
            multiply<TestType, TestType>(1, a, b, 1, c, set);
            CHECK(holds(c, 4, 39, 3.0f + static_cast<float>(36 * k)));
            CHECK(holds(c, 2, 20, not_a_number));
            multiply<TestType, TestType>(1, a, b, 0, c, set);
            CHECK(holds(c, 2, 20, static_cast<float>(36 * k)));
        }
}

TEMPLATE_TEST_CASE("the caller's floating-point environment does not affect products", "[matmul]",
                   float, double) {
    auto const tiny = [](std::int64_t i, std::int64_t j) {
        return std::sqrt(std::numeric_limits<TestType>::min()) * (i % 2 == 0 ? 0.1 : 0.7) /
               static_cast<double>(j + 1);
    };
    for (auto const set : usable_sets())
        for (std::int64_t const size : {3, 150}) { // one thread, and several
            guarded_matrix<TestType> a(size, size, {}), b(size, size, {}), c(size, size, {});
            a.fill(tiny);
            b.fill(tiny);
            auto wanted = c;
            multiply<TestType, TestType>(1, a, b, 0, wanted, set);
            REQUIRE(wanted(size - 1, size - 1) > 0);
            for (bool const flushing : {false, true}) {
                int rounding = 0;
                // oneTBB copies the environment of a thread's first use to its workers
                std::thread caller([&] {
                    other_environment const other(flushing);
                    tbb::parallel_for(0, 2, [](int) {});
                    multiply<TestType, TestType>(1, a, b, 0, c, set);
                    rounding = std::fegetround();
                });
                caller.join();
                INFO(name_of(set) << ", size " << size << ", flushing " << flushing);
                CHECK(rounding == FE_UPWARD);
                CHECK(c == wanted);
            }
        }
}
