// SPDX-License-Identifier: Apache-2.0
/// Results of matmul, by every strategy on every device: positions of elements, errors of sums,
/// infinities and NaN, and equal bits in each run.
#include "support/environment.hpp"
#include "support/matmul_reference.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

namespace {

using gpu::detail::type_list;
using test::stored_matrix;

/// Whether all devices except the host have kernels of the strategy, for all types.
template <class Policy>
constexpr bool has_kernels =
    !std::same_as<Policy, gpu::policy::vendor> && !std::same_as<Policy, gpu::policy::tensor_core>;

/// Calls f(policy) for all strategies of all devices; the host has only one.
template <class... Policies, class F>
void for_each_strategy(type_list<Policies...>, F f) {
    for (auto const device : gpu::devices()) {
        auto const call = [&]<class Policy>(std::type_identity<Policy>) {
            if (device == gpu::device::host() ? !std::same_as<Policy, gpu::policy::automatic>
                                              : !has_kernels<Policy>)
                return;
            INFO(Policy::name << " on " << to_string(device));
            f(Policy().on(device));
        };
        (call(std::type_identity<Policies>()), ...);
    }
}
template <class F>
void for_each_strategy(F f) {
    for_each_strategy(gpu::detail::matmul_strategies(), f);
}

/// Relative error of a product in the Frobenius norm, compared with one computed in double.
template <class A, class B, class C>
double error_of(A const& a, B const& b, C const& c) {
    double difference = 0;
    double norm = 0;
    for (std::int64_t i = 0; i < c.extent(0); ++i)
        for (std::int64_t j = 0; j < c.extent(1); ++j) {
            auto const expected = test::dot<double>(a, b, i, j);
            difference += std::pow(static_cast<double>(c(i, j)) - expected, 2);
            norm += expected * expected;
        }
    return std::sqrt(difference / norm);
}

/// Bound of `error_of` for normally distributed numbers.
template <class Product>
double error_bound(double k) {
    using result = typename Product::result;
    if constexpr (std::same_as<result, double>) return 1.1e-16 * std::sqrt(k) + 2.2e-16;
    else if constexpr (std::same_as<result, gpu::half>) return 4e-4;
    else if constexpr (std::same_as<result, gpu::bfloat16>) return 2.5e-3;
    else if constexpr (std::same_as<typename Product::value, float>)
        return 6e-8 * std::sqrt(k) + 1.2e-7;
    else return 1e-8 * k + 1e-6;
}

template <class Policy, class Product>
void check_error(Policy const& policy) {
    if constexpr (test::is_floating<typename Product::value>) {
        auto const a =
            stored_matrix<typename Product::value>(11, 257).fill(test::normal_numbers(1));
        auto const b =
            stored_matrix<typename Product::value>(257, 13).fill(test::normal_numbers(2));
        stored_matrix<typename Product::result> c(11, 13);
        gpu::matmul(policy, a, b, c);
        CAPTURE(sizeof(typename Product::value), sizeof(typename Product::result));
        CHECK(error_of(a, b, c) < error_bound<Product>(257));
    }
}

} // namespace

TEST_CASE("matmul: the error of sums of normally distributed numbers is within its bound") {
    for_each_strategy([]<class Policy>(Policy const& policy) {
        []<class... Products>(Policy const& p, type_list<Products...>) {
            (check_error<Policy, Products>(p), ...);
        }(policy, test::products());
    });
}

TEST_CASE("matmul: each element comes from its row and its column") {
    std::int64_t const m = 33, n = 35, k = 34;
    // Column j of B selects column j * 9 % k of A; the digits of C's elements show where they come
    // from.
    auto const rows = stored_matrix<std::int32_t>(m, k).fill(
        [](std::int64_t i, std::int64_t j) { return 1000 * i + j; });
    auto const picks = stored_matrix<std::int32_t>(k, n).fill(
        [&](std::int64_t i, std::int64_t j) { return i == j * 9 % k; });
    auto const columns = stored_matrix<std::int32_t>(k, n).fill(
        [](std::int64_t i, std::int64_t j) { return 1000 * i + j; });
    auto const picked = stored_matrix<std::int32_t>(m, k).fill(
        [&](std::int64_t i, std::int64_t j) { return j == i * 9 % k; });
    for_each_strategy([&](auto const& policy) {
        stored_matrix<std::int32_t> c(m, n);
        gpu::matmul(policy, rows, picks, c);
        std::size_t wrong = 0;
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j) wrong += c(i, j) != 1000 * i + j * 9 % k;
        CHECK(wrong == 0);
        gpu::matmul(policy, picked, columns, c);
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j) wrong += c(i, j) != 1000 * (i * 9 % k) + j;
        CHECK(wrong == 0);
    });
}

TEST_CASE("matmul: infinities and NaN appear where the definition puts them, and nowhere else") {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    auto a = stored_matrix<float>(35, 33).fill(
        [](std::int64_t i, std::int64_t k) { return 1 + i % 3 + k % 2; });
    auto b = stored_matrix<float>(33, 37).fill(
        [](std::int64_t k, std::int64_t j) { return 1 + k % 3 + j % 2; });
    a(3, 32) = infinity; // in the last products of k; tiles hold zeros beyond them
    a(34, 0) = nan;
    b(32, 5) = -infinity;
    b(7, 36) = infinity;
    b(32, 9) = 0; // times a(3, 32): NaN
    for_each_strategy([&](auto const& policy) {
        stored_matrix<float> c(35, 37);
        gpu::matmul(policy, a, b, c);
        std::size_t wrong = 0;
        for (std::int64_t i = 0; i < 35; ++i)
            for (std::int64_t j = 0; j < 37; ++j) {
                auto const expected = test::dot<float>(a, b, i, j);
                wrong += std::isnan(expected) ? !std::isnan(c(i, j)) : c(i, j) != expected;
            }
        CHECK(wrong == 0);
        CHECK(c.surroundings_intact());
    });
}

TEST_CASE("matmul: with alpha = 0, A and B are not read; with beta = 0, C is not") {
    auto const a = stored_matrix<float>(5, 7).fill(
        [](auto, auto) { return std::numeric_limits<float>::quiet_NaN(); });
    auto const b = stored_matrix<float>(7, 6).fill(
        [](auto, auto) { return std::numeric_limits<float>::infinity(); });
    for_each_strategy([&](auto const& policy) {
        auto c =
            stored_matrix<float>(5, 6).fill([](std::int64_t i, std::int64_t j) { return i - j; });
        gpu::matmul(policy, 0, a, b, 3, c);
        CHECK(c(2, 5) == -9);
        stored_matrix<float> unread(5, 6);
        gpu::matmul(policy, 0, a, b, 0, unread);
        CHECK(unread(4, 5) == 0);
    });
}

TEST_CASE("matmul: integers wrap around") {
    auto const large =
        stored_matrix<std::int32_t>(2, 3).fill([](auto, auto) { return 2'000'000'000; });
    auto const threes = stored_matrix<std::int32_t>(3, 2).fill([](auto, auto) { return 3; });
    for_each_strategy([&](auto const& policy) {
        stored_matrix<std::int32_t> c(2, 2);
        gpu::matmul(policy, large, threes, c);
        CHECK(c(1, 1) == static_cast<std::int32_t>(9 * 2'000'000'000LL));
    });
}

TEST_CASE("matmul: the transposed product is the product of the transposed matrices") {
    std::vector<float> a(17 * 40), b(40 * 19);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7) - 3;
    for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 5) - 2;
    gpu::matrix_view const view_a(a.data(), 17, 40);
    gpu::matrix_view const view_b(b.data(), 40, 19);
    for_each_strategy([&](auto const& policy) {
        std::vector<float> c(17 * 19), swapped(19 * 17), in_place(19 * 17);
        gpu::matmul(policy, view_a, view_b, gpu::matrix_view(c.data(), 17, 19));
        gpu::matmul(policy, transposed(view_b), transposed(view_a),
                    gpu::matrix_view(swapped.data(), 19, 17));
        gpu::matmul(policy, transposed(view_b), transposed(view_a),
                    transposed(gpu::matrix_view(in_place.data(), 17, 19)));
        std::size_t wrong = 0;
        for (std::size_t i = 0; i < 17; ++i)
            for (std::size_t j = 0; j < 19; ++j) wrong += swapped[j * 17 + i] != c[i * 19 + j];
        CHECK(wrong == 0);
        CHECK(in_place == c);
    });
}

TEST_CASE("matmul: the bits are the same in each run, in any order of threads") {
    auto const a = stored_matrix<float>(5, 3000).fill(test::normal_numbers(3));
    auto const b = stored_matrix<float>(3000, 4).fill(test::normal_numbers(4));
    for_each_strategy([&](auto const& policy) {
        auto const run = [&](char const* seed) {
            test::environment_variable const order("GPUALGO_SEED", seed); // simulated device
            gpu::report report;
            stored_matrix<float> c(5, 4);
            gpu::matmul(policy.report_to(report), a, b, c);
            return std::tuple(report.kernel,
                              std::vector<float>(c.data_handle(), c.data_handle() + 5 * 4));
        };
        auto const first = run("1");
        CHECK(run("2") == first);
        if constexpr (std::is_same_v<std::remove_cvref_t<decltype(policy)>,
                                     gpu::policy::register_tile>)
            if (policy.target()->kind() != gpu::device_kind::host)
                CHECK(std::get<0>(first) == "matmul_register_tile<64, 64> + matmul_add_parts");
    });
}

TEST_CASE(
    "matmul: for long k, several blocks share an element of C, and their partials are added") {
    for (std::int64_t const k : {1024, 1500, 4099}) {
        auto const a = stored_matrix<std::int8_t>(3, k).fill(test::small_integers(5));
        auto const b = stored_matrix<std::int8_t>(k, 2).fill(test::small_integers(6));
        auto c = stored_matrix<std::int32_t>(3, 2).fill([](auto, auto) { return 100; });
        gpu::report report;
        gpu::matmul(gpu::register_tile.on(gpu::device::simulated()).report_to(report), -3, a, b, 2,
                    c);
        CAPTURE(k);
        CHECK(report.kernel == "matmul_register_tile<64, 64> + matmul_add_parts");
        CHECK(report.grid == static_cast<std::uint64_t>(k / 256));
        for (std::int64_t i = 0; i < 3; ++i)
            for (std::int64_t j = 0; j < 2; ++j)
                CHECK(c(i, j) == -3 * test::dot<int>(a, b, i, j) + 200);
    }
}
