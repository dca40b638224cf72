// SPDX-License-Identifier: Apache-2.0
/// Errors of products by tensor_core, and numbers of float that it leaves to other kernels.
#include "tensor_core_on_gpu.hpp"

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
    stored_matrix<float> a(m, k), b(k, n), fast(m, n), precise(m, n), fused(m, n);
    fill(a, 1);
    fill(b, 2);
    (void)test::multiply_on_gpu(*device, 1.F, a, b, 0.F, fast, 0);
    (void)test::multiply_on_gpu(*device, 1.F, a, b, 0.F, precise, 1);
    gpu::matmul(gpu::register_tile.block_size(256).on(*device), a, b, fused);
    CAPTURE(range, error_of(a, b, fused));
    CHECK(error_of(a, b, fast) < error_of(a, b, fused));
    CHECK(error_of(a, b, precise) < 0.5 * error_of(a, b, fused));
}

TEST_CASE("tensor_core: errors of float are below those of cuBLAS, and automatic takes it") {
    auto const device = test::the_hopper();
    if (!device) return;
    std::int64_t const n = 1024;
    auto const range = GENERATE(0, 1, 12);
    auto const numbers = [&](std::uint32_t seed) {
        std::mt19937 engine(seed);
        std::normal_distribution<float> normal(0, 1);
        std::uniform_real_distribution<float> uniform(0, 1);
        std::vector<float> all(static_cast<std::size_t>(n * n));
        for (auto& x : all) {
            auto const exponent = static_cast<float>(range) * (2 * uniform(engine) - 1);
            x = range == 1 ? uniform(engine) : normal(engine) * std::exp2(exponent);
        }
        return all;
    };
    auto const a = numbers(1), b = numbers(2);
    auto const multiply = [&]<class T>(auto const& policy, std::type_identity<T>) {
        gpu::matrix<T> const on_a(n, n, std::vector<T>(a.begin(), a.end()), *device);
        gpu::matrix<T> const on_b(n, n, std::vector<T>(b.begin(), b.end()), *device);
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
    CHECK_THAT(ran.kernel, Catch::StartsWith("split + matmul_tensor_core<128, 128, bf16x6>"));
    CAPTURE(range, ran.kernel, ran.fallback);
    try {
        CHECK(ours < error(multiply(gpu::vendor, std::type_identity<float>{})));
    } catch (gpu::error const& missing) {
        WARN(missing.what());
    }
}

TEST_CASE("tensor_core: what a number may be depends on the numbers it is multiplied by") {
    auto const device = test::the_hopper();
    if (!device) return;
    auto const kernel = [&](float of_a, float of_b) {
        gpu::report ran;
        (void)gpu::matmul(gpu::tensor_core.report_to(ran), constant_matrix(64, 64, of_a, *device),
                          constant_matrix(64, 64, of_b, *device));
        return ran.kernel;
    };
    std::string const by_tensor_cores = "split + matmul_tensor_core<128, 128, bf16x6>";
    CHECK(kernel(0x1p-102F, 1) == by_tensor_cores);
    CHECK(kernel(0x1p-102F, 0) == by_tensor_cores);
    CHECK(kernel(0x1p100F, 0x1p20F) == by_tensor_cores);
    CHECK(kernel(0x1p-64F, 0x1p-63F) == "split + matmul_register_tile<128, 256>");
    CHECK(kernel(0x1p100F, 0x1p21F) == "split + matmul_register_tile<128, 256>");
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
    auto a = test::rough_numbers(300 * 200, 1);
    auto b = test::rough_numbers(200 * 260, 2);
    (is_in_a ? a : b).back() = special;
    gpu::matrix<float> const on_a(300, 200, a, *device), on_b(200, 260, b, *device);
    gpu::matrix<float> ours(300, 260, test::rough_numbers(300 * 260, 3), *device);
    gpu::matrix<float> theirs(300, 260, test::rough_numbers(300 * 260, 3), *device);
    gpu::report ran;
    gpu::matmul(gpu::tensor_core.report_to(ran), 2, on_a, on_b, 3, ours);
    gpu::matmul(gpu::register_tile.block_size(256), 2, on_a, on_b, 3, theirs);
    CAPTURE(special, is_in_a);
    CHECK(ran.kernel == "split + matmul_register_tile<128, 256>");
    CHECK_THAT(ran.fallback, Catch::Contains("2^-126 to 2^120"));
    auto const x = ours.to_host(), y = theirs.to_host();
    CHECK(std::memcmp(x.data(), y.data(), x.size() * sizeof(float)) == 0);
    // the next product uses tensor cores again
    auto const ones = constant_matrix(64, 64, 1.0F, *device);
    auto const product = gpu::matmul(gpu::tensor_core.report_to(ran), ones, ones);
    CHECK(ran.kernel == "split + matmul_tensor_core<128, 128, bf16x6>");
    CHECK(product.to_host()[0] == 64);
    (void)gpu::matmul(gpu::tensor_core.precise().report_to(ran), ones, ones);
    CHECK(ran.kernel == "split + matmul_tensor_core<128, 128, bf16x6_exact>");
}
