// SPDX-License-Identifier: Apache-2.0
/// Errors of products by tensor_core, and numbers of float that it leaves to other kernels.
#include "tensor_core_on_gpu.hpp"

#include "cuda/tensor_core/float_kernels.hpp"
#include "cuda/tensor_core/kernel_set.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <random>
#include <string>
#include <vector>

using gpu::bfloat16;
using gpu::half;
using test::constant_matrix;
using test::stored_matrix;

namespace {

constexpr auto variants = gpu::sm90::variants.size(); // the maximum over all kinds of products

/// Relative error of a product in the Frobenius norm, compared with one computed in double.
template <class Value, class Result>
double error_of(stored_matrix<Value> const& a, stored_matrix<Value> const& b,
                stored_matrix<Result> const& c) {
    double difference = 0, norm = 0;
    for (std::int64_t i = 0; i < c.extent(0); ++i)
        for (std::int64_t j = 0; j < c.extent(1); ++j) {
            auto const expected = test::dot<double>(a, b, i, j);
            difference += std::pow(static_cast<double>(c(i, j)) - expected, 2);
            norm += expected * expected;
        }
    return std::sqrt(difference / norm);
}

template <class Value, class Result, bool InTf32 = false>
void check_random(gpu::device device, double bound) {
    using scalar = gpu::detail::matmul_accumulator<Value>;
    std::int64_t const m = 136, n = 72, k = 1000;
    auto a = stored_matrix<Value>(m, k).fill(test::normal_numbers(1));
    auto b = stored_matrix<Value>(k, n).fill(test::normal_numbers(2));
    // each kernel, whole and divided, see multiply_on_gpu
    for (int variant = 0; variant < 2 * static_cast<int>(variants); ++variant) {
        stored_matrix<Result> c(m, n);
        INFO(test::multiply_on_gpu(device, scalar(1), a, b, scalar(0), c, variant, InTf32));
        CHECK(error_of(a, b, c) < bound);
        for (int run = 0; run < 5; ++run) {
            stored_matrix<Result> again(m, n);
            (void)test::multiply_on_gpu(device, scalar(1), a, b, scalar(0), again, variant, InTf32);
            CHECK(std::equal(c.memory().begin(), c.memory().end(), again.memory().begin(),
                             test::same_bits<Result>));
        }
    }
}

} // namespace

TEST_CASE("tensor_core: errors of random numbers are within bounds, and repeated products have "
          "equal bits") {
    auto const device = test::the_hopper();
    if (!device) return;
    check_random<half, half>(*device, 4e-4);
    check_random<half, float>(*device, 1e-8 * 1000 + 1e-6);
    check_random<bfloat16, bfloat16>(*device, 2.5e-3);
    check_random<bfloat16, float>(*device, 1e-8 * 1000 + 1e-6);
    check_random<float, float>(*device, 1e-6);
    check_random<float, float, true>(*device, 4.5e-4);
    check_random<double, double>(*device, 1.1e-16 * std::sqrt(1000.0) + 2.2e-16);
}

TEST_CASE("tensor_core: sums of float are more accurate than sequential fused multiply-adds") {
    auto const device = test::the_hopper();
    if (!device) return;
    std::int64_t const m = 64, n = 64, k = 4096;
    auto const range = GENERATE(0, 1, 12);
    auto const fill = [&](auto& matrix, std::uint32_t seed) {
        std::mt19937 engine(seed);
        std::normal_distribution<double> normal(0, 1);
        std::uniform_real_distribution<double> uniform(0, 1);
        matrix.fill([&](std::int64_t, std::int64_t) {
            if (range == 0) return normal(engine);
            if (range == 1) return uniform(engine);
            return normal(engine) * std::exp2(range * (2 * uniform(engine) - 1));
        });
    };
    stored_matrix<float> a(m, k), b(k, n), fast(m, n), halves(m, n), precise(m, n), fused(m, n);
    fill(a, 1);
    fill(b, 2);
    (void)test::multiply_on_gpu(*device, 1.F, a, b, 0.F, fast, 0);
    (void)test::multiply_on_gpu(*device, 1.F, a, b, 0.F, precise, 1);
    (void)test::multiply_on_gpu(*device, 1.F, a, b, 0.F, halves, gpu::sm90::half_variant);
    gpu::matmul(gpu::register_tile.block_size(256).on(*device), a, b, fused);
    CAPTURE(range, error_of(a, b, fused));
    CHECK(error_of(a, b, fast) < error_of(a, b, fused));
    CHECK(error_of(a, b, halves) < error_of(a, b, fused));
    CHECK(error_of(a, b, precise) < 0.5 * error_of(a, b, fused));
}

TEST_CASE("tensor_core: errors of float are below those of cuBLAS, and automatic takes it") {
    auto const device = test::the_hopper();
    if (!device) return;
    std::int64_t const n = 1024, k = GENERATE(1024, 8192); // cuBLAS divides long k
    auto const range = GENERATE(0, 1, 12, 40);
    auto const numbers = [&](std::uint32_t seed) {
        std::mt19937 engine(seed);
        std::normal_distribution<float> normal(0, 1);
        std::uniform_real_distribution<float> uniform(0, 1);
        std::vector<float> all(static_cast<std::size_t>(n * k));
        for (auto& x : all) {
            auto const exponent = static_cast<float>(range) * (2 * uniform(engine) - 1);
            x = range == 1 ? uniform(engine) : normal(engine) * std::exp2(exponent);
        }
        return all;
    };
    auto const a = numbers(1), b = numbers(2);
    auto const multiply = [&]<class T>(auto const& policy, std::type_identity<T>) {
        gpu::matrix<T> const on_a(n, k, std::vector<T>(a.begin(), a.end()), *device);
        gpu::matrix<T> const on_b(k, n, std::vector<T>(b.begin(), b.end()), *device);
        return gpu::matmul(policy, on_a, on_b).to_host();
    };
    auto const exact = multiply(gpu::tensor_core, std::type_identity<double>{});
    auto const error = [&](std::vector<float> const& computed) {
        double sum = 0;
        for (std::size_t i = 0; i < exact.size(); ++i)
            sum += std::pow(static_cast<double>(computed[i]) - exact[i], 2);
        return std::sqrt(sum);
    };
    gpu::report ran;
    auto const ours = error(multiply(gpu::automatic.report_to(ran), std::type_identity<float>{}));
    std::string const planes = range >= 12 ? "bf16x6" : "f16x3";
    CHECK_THAT(ran.kernel, Catch::StartsWith("split + matmul_tensor_core<128, 128, " + planes));
    CAPTURE(range, k, ran.kernel, ran.fallback);
    try {
        CHECK(ours < error(multiply(gpu::vendor, std::type_identity<float>{})));
    } catch (gpu::error const& missing) {
        WARN(missing.what());
    }
}

TEST_CASE("tensor_core: what a number may be depends on the numbers it is multiplied by") {
    auto const device = test::the_hopper();
    if (!device) return;
    auto const k = GENERATE(64, 512); // with 512, there are enough products for planes of half
    auto const kernel = [&](float of_a, float of_b) {
        gpu::report ran;
        auto const c =
            gpu::matmul(gpu::tensor_core.report_to(ran), constant_matrix(1024, k, of_a, *device),
                        constant_matrix(k, 1024, of_b, *device));
        CHECK(c.to_host()[4095] == static_cast<float>(k * double{of_a} * double{of_b}));
        return ran.kernel;
    };
    std::string const planes = k == 64 ? "bf16x6" : "f16x3";
    std::string const by_tensor_cores = "split + matmul_tensor_core<128, 128, " + planes + ">";
    CHECK(kernel(0x1p-102F, 1) == by_tensor_cores);
    CHECK(kernel(0x1p-102F, 0) == by_tensor_cores);
    CHECK(kernel(0x1p100F, 0x1p20F) == by_tensor_cores);
    CHECK(kernel(0x1p126F, 0x1p-30F) == by_tensor_cores);
    CHECK(kernel(0x1p-102F, 0x1p-24F) == by_tensor_cores);
    CHECK(kernel(-3 * 0x1p-102F, 0x1p126F) == by_tensor_cores);
    CHECK(kernel(0x1p-64F, 0x1p-63F) == "split + matmul_register_tile<128, 256>");
    CHECK(kernel(0x1p100F, 0x1p21F) == "split + matmul_register_tile<128, 256>");
}

TEST_CASE("tensor_core: planes of half are used if the range of magnitudes allows it") {
    auto const device = test::the_hopper();
    if (!device) return;
    auto const special =
        GENERATE(0x1p-30F, 0x1.fffffep-31F, 0x1.fffffep-90F, 0.F, 0x1p3F, 0x1p4F, 0x1p28F, 0x1p29F);
    bool const is_in_a = GENERATE(true, false);
    std::int64_t const m = 1000, n = 1010, k = 520;
    std::vector<float> a(static_cast<std::size_t>(m * k), 1.5F);
    std::vector<float> b(static_cast<std::size_t>(k * n), 1.25F);
    (is_in_a ? a : b).back() = special;
    gpu::report ran;
    auto const c =
        gpu::matmul(gpu::tensor_core.report_to(ran), gpu::matrix<float>(m, k, a, *device),
                    gpu::matrix<float>(k, n, b, *device))
            .to_host();
    CAPTURE(special, is_in_a);
    bool const has_halves = special == 0 || (special >= 0x1p-30F && special <= 0x1p28F);
    std::string const planes = has_halves ? "f16x3" : "bf16x6";
    CHECK_THAT(ran.kernel, Catch::StartsWith("split + matmul_tensor_core<128, 128, " + planes));
    double const last = 519 * 1.5 * 1.25 + (is_in_a ? 1.25 : 1.5) * double{special};
    CHECK(double{c.back()} == Approx(last).epsilon(3e-7));
    CHECK(c.front() == 520 * 1.5F * 1.25F);
}

namespace {

/// Normal numbers, but for those that `change` replaces.
template <class F>
std::vector<float> changed_numbers(std::int64_t rows, std::int64_t columns, std::uint32_t seed,
                                   F change) {
    std::mt19937 engine(seed);
    std::normal_distribution<float> normal(0, 1);
    std::vector<float> numbers(static_cast<std::size_t>(rows * columns));
    for (auto& x : numbers) x = normal(engine);
    change(numbers);
    return numbers;
}

/// Root of the mean square of errors in the first row of C.
double error_of_first_row(std::vector<float> const& a, std::vector<float> const& b,
                          std::vector<float> const& c, std::size_t n, std::size_t k) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j) {
        double exact = 0;
        for (std::size_t i = 0; i < k; ++i) exact += double{a[i]} * double{b[i * n + j]};
        sum += std::pow(double{c[j]} - exact, 2);
    }
    return std::sqrt(sum / static_cast<double>(n));
}

} // namespace

TEST_CASE("tensor_core: rows of small numbers have smaller errors than by fused multiply-add") {
    auto const device = test::the_hopper();
    if (!device) return;
    constexpr std::int64_t m = 900, n = 1000, k = 600;
    auto const exponent = GENERATE(0, -12, -20, -24, -26, -28, -30, -33, -60);
    auto const a = changed_numbers(m, k, 1, [&](std::vector<float>& numbers) {
        for (std::size_t i = 0; i < k; ++i) numbers[i] = std::ldexp(numbers[i], exponent);
    });
    auto const b = changed_numbers(k, n, 2, [](auto&) {});
    gpu::matrix<float> const on_a(m, k, a, *device), on_b(k, n, b, *device);
    gpu::report ran;
    auto const ours = gpu::matmul(gpu::tensor_core.report_to(ran), on_a, on_b).to_host();
    auto const theirs = gpu::matmul(gpu::register_tile.block_size(256), on_a, on_b).to_host();
    CAPTURE(exponent, ran.kernel);
    CHECK(error_of_first_row(a, b, ours, n, k) < error_of_first_row(a, b, theirs, n, k));
    if (exponent >= -12) CHECK_THAT(ran.kernel, Catch::Contains("f16x3"));
    if (exponent <= -33) CHECK_THAT(ran.kernel, Catch::Contains("bf16x6"));
}

TEST_CASE("tensor_core: a scale guessed from zeros does not count") {
    auto const device = test::the_hopper();
    if (!device) return;
    constexpr std::int64_t m = 900, n = 1000, k = 600;
    auto const a = changed_numbers(m, k, 1, [](std::vector<float>& numbers) {
        for (auto& x : numbers) x *= 3e-6F;
        for (unsigned i = 0; i < gpu::sm90::samples_of_scale; ++i) {
            auto const [line, column] = gpu::sm90::sample_at(m, k, i);
            numbers[static_cast<std::size_t>(line * k + column)] = 0;
        }
    });
    auto const b = changed_numbers(k, n, 2, [](auto&) {});
    gpu::matrix<float> const on_a(m, k, a, *device), on_b(k, n, b, *device);
    gpu::report ran;
    auto const ours = gpu::matmul(gpu::tensor_core.report_to(ran), on_a, on_b).to_host();
    auto const theirs = gpu::matmul(gpu::register_tile.block_size(256), on_a, on_b).to_host();
    CHECK_THAT(ran.kernel, Catch::Contains("f16x3"));
    CHECK(error_of_first_row(a, b, ours, n, k) < error_of_first_row(a, b, theirs, n, k));
}

TEST_CASE("tensor_core: planes of float do not depend on gaps between lines, nor on waiting") {
    auto const device = test::the_hopper();
    if (!device) return;
    constexpr std::int64_t m = 896, n = 1024, k = 640;
    auto const range = GENERATE(0, 40); // of exponents: planes of half, or of bfloat16
    auto const numbers = [&](std::int64_t rows, std::int64_t columns, std::uint32_t seed) {
        return changed_numbers(rows, columns, seed, [&](std::vector<float>& all) {
            for (std::size_t i = 0; i < all.size(); ++i)
                all[i] = std::ldexp(all[i], static_cast<int>(i % 7) * range / 7 - range / 2);
        });
    };
    auto const a = numbers(m, k, 1), b = numbers(k, n, 2);
    gpu::matrix<float> const on_a(m, k, a, *device), on_b(k, n, b, *device);
    gpu::report ran;
    auto const c = gpu::matmul(gpu::tensor_core.report_to(ran), on_a, on_b).to_host();
    CHECK_THAT(ran.kernel, Catch::Contains(range == 0 ? "f16x3" : "bf16x6"));
    // lines of A are 8 elements longer
    std::vector<float> with_gaps(static_cast<std::size_t>(m * (k + 8)), 7.F);
    for (std::int64_t i = 0; i < m; ++i)
        std::copy_n(a.begin() + i * k, k, with_gaps.begin() + i * (k + 8));
    gpu::device_vector<float> const memory(with_gaps, *device);
    gpu::matrix_view<float const> const view(memory.data(), m, k, k + 8);
    gpu::stream const stream(*device);
    gpu::matrix<float> from_gaps(m, n, *device), left(m, n, *device);
    gpu::matmul_into(gpu::tensor_core.on(stream), on_a, on_b, left);
    gpu::matmul_into(gpu::tensor_core.on(stream), view, on_b, from_gaps);
    stream.synchronize();
    CHECK(left.to_host() == c);
    CHECK(from_gaps.to_host() == c);
}

TEST_CASE("tensor_core: float values that the bf16 split cannot represent are multiplied as by "
          "register_tile") {
    auto const device = test::the_hopper();
    if (!device) return;
    auto const special =
        GENERATE(std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                 std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::max(),
                 std::numeric_limits<float>::denorm_min(), 0x1.fffffep-103F);
    bool const is_in_a = GENERATE(true, false);
    // as many products as a kernel with planes of half needs, or less
    std::int64_t const k = GENERATE(200, 520), n = 1010;
    auto a = test::rough_numbers(static_cast<std::size_t>(1000 * k), 1);
    auto b = test::rough_numbers(static_cast<std::size_t>(k * n), 2);
    (is_in_a ? a : b).back() = special;
    gpu::matrix<float> const on_a(1000, k, a, *device), on_b(k, n, b, *device);
    gpu::matrix<float> ours(1000, n, test::rough_numbers(1000 * 1010, 3), *device);
    gpu::matrix<float> theirs(1000, n, test::rough_numbers(1000 * 1010, 3), *device);
    gpu::report ran;
    gpu::matmul(gpu::tensor_core.report_to(ran), 2, on_a, on_b, 3, ours);
    gpu::matmul(gpu::register_tile.block_size(256), 2, on_a, on_b, 3, theirs);
    CAPTURE(special, is_in_a);
    CHECK(ran.kernel == "split + matmul_register_tile<128, 256>");
    CHECK_THAT(ran.fallback, Catch::Contains("2^-126 to 2^120"));
    auto const x = ours.to_host(), y = theirs.to_host();
    CHECK(std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0);
    // the next product uses tensor cores again
    auto const ones = constant_matrix(1024, 1024, 1.0F, *device);
    auto const product = gpu::matmul(gpu::tensor_core.report_to(ran), ones, ones);
    CHECK_THAT(ran.kernel, Catch::StartsWith("split + matmul_tensor_core<128, 128, f16x3>"));
    CHECK(product.to_host()[0] == 1024);
    (void)gpu::matmul(gpu::tensor_core.precise().report_to(ran), ones, ones);
    CHECK_THAT(ran.kernel, Catch::StartsWith("split + matmul_tensor_core<128, 128, bf16x6_exact>"));
}
