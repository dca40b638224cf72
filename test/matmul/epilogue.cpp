// SPDX-License-Identifier: Apache-2.0
/// Epilogues on every device, compared with their definition, and calls that are refused.
#include "support/matmul_reference.hpp"
#include "support/require_refusal.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <random>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

using Catch::Contains;
using gpu::matrix_view;

namespace {

using test::require_refusal;

constexpr std::int64_t m = 5, n = 37, k = 9;

/// alpha * A * B + beta * C of small integers, which is exact, by plain loops.
template <class Value, class Result>
struct exact_product {
    test::stored_matrix<Value> a{m, k, {false, 1, 0}}, b{k, n, {true, 0, 1}};
    test::stored_matrix<Result> c;
    std::vector<double> x; ///< row-major

    explicit exact_product(bool column_major) : c(m, n, {column_major, 2, 0}) {
        a.fill(test::small_integers(1));
        b.fill(test::small_integers(2));
        c.fill(test::small_integers(3));
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j)
                x.push_back(2 * test::dot<double>(a, b, i, j) -
                            static_cast<double>(static_cast<float>(c(i, j))));
    }
};

/// Vectors of numbers that float holds exactly, as do their products with small integers.
template <class T>
std::vector<T> eighths(std::int64_t count) {
    std::vector<T> v;
    for (std::int64_t i = 0; i < count; ++i)
        v.push_back(static_cast<T>(static_cast<double>(i * 7 % 19 - 9) / 8));
    return v;
}

/// Computes C = f(2 * A * B - C) and compares it with f in double.
/// @param tolerance relative; 0 for the same bits
template <class Value, class Result, class Policy, class F>
void check(Policy const& policy, gpu::epilogue const& then, F f, double tolerance) {
    double const least = sizeof(Result) == 2 ? 0x1p-24 : 0x1p-100; // half has no smaller numbers
    for (bool const column_major : {false, true}) {
        exact_product<Value, Result> p(column_major);
        using scalar = gpu::detail::matmul_accumulator<Value>;
        gpu::matmul(policy, scalar(2), p.a, p.b, scalar(-1), p.c, then);
        CAPTURE(sizeof(Value), sizeof(Result), column_major);
        std::size_t wrong = 0;
        for (std::int64_t i = 0; i < m; ++i)
            for (std::int64_t j = 0; j < n; ++j) {
                double const expected = f(p.x[static_cast<std::size_t>(i * n + j)], i, j);
                auto const rounded = static_cast<Result>(static_cast<float>(expected));
                auto const got = static_cast<double>(static_cast<float>(p.c(i, j)));
                wrong +=
                    tolerance == 0
                        ? !(p.c(i, j) == rounded)
                        : !(std::abs(got - expected) <= tolerance * std::abs(expected) + least);
            }
        CHECK(wrong == 0);
        CHECK(p.c.surroundings_intact());
    }
}

double sigmoid(double x) { return 1 / (1 + std::exp(-x)); }

/// All steps for one product of types.
template <class Value, class Result>
void check_steps(gpu::device where) {
    using type = std::conditional_t<std::is_same_v<Value, double>, double, float>;
    // matrices of the host are copied to the device, and so are the vectors
    auto const policy = gpu::automatic.on(where);
    auto const by_column = eighths<type>(n), by_row = eighths<type>(m);
    auto const at = [](std::vector<type> const& v, std::int64_t i) {
        return static_cast<double>(v[static_cast<std::size_t>(i)]);
    };
    double const rounding = sizeof(Result) == 2 ? 0x1p-8 : 0x1p-15;
    using gpu::then;
    check<Value, Result>(
        policy, then(gpu::bias(by_column)),
        [&](double x, std::int64_t, std::int64_t j) { return x + at(by_column, j); }, 0);
    check<Value, Result>(
        policy, then(gpu::scale_rows(by_row)).then(gpu::bias(by_column)).then(gpu::relu),
        [&](double x, std::int64_t i, std::int64_t j) {
            return std::max(x * at(by_row, i) + at(by_column, j), 0.0);
        },
        0);
    check<Value, Result>(
        policy, then(gpu::relu).then(gpu::scale_columns(by_column)), // in this order
        [&](double x, std::int64_t, std::int64_t j) { return std::max(x, 0.0) * at(by_column, j); },
        0);
    check<Value, Result>(
        policy, then(gpu::silu),
        [](double x, std::int64_t, std::int64_t) { return x * sigmoid(x); }, rounding);
    check<Value, Result>(
        policy, then(gpu::scale_columns(by_column)).then(gpu::gelu),
        [&](double x, std::int64_t, std::int64_t j) {
            double const y = x * at(by_column, j);
            return y * sigmoid(2 * std::sqrt(2 / std::acos(-1)) * (y + 0.044715 * y * y * y));
        },
        rounding);
}

} // namespace

TEST_CASE("epilogues apply their steps in order, on all devices and for all types") {
    auto const where = GENERATE(from_range(gpu::devices()));
    check_steps<float, float>(where);
    check_steps<double, double>(where);
    check_steps<gpu::half, gpu::half>(where);
    check_steps<gpu::half, float>(where);
    check_steps<gpu::bfloat16, gpu::bfloat16>(where);
    check_steps<gpu::bfloat16, float>(where);
    check_steps<std::int8_t, float>(where);
    check_steps<std::int8_t, gpu::half>(where);
}

TEST_CASE("epilogues need no policy, and a step is an epilogue") {
    gpu::matrix<float> const a(2, 2, {1, 2, 3, 4}), b(2, 2, {1, 0, 0, -1});
    gpu::matrix<float> c(2, 2);
    gpu::device_vector<float> const v{0.5F, 1}; // on the preferred device, as the matrices
    std::vector<float> const sums{1.5F, -1, 3.5F, -3}, cut{1.5F, 0, 3.5F, 0};
    gpu::matmul(a, b, c, gpu::bias(v));
    CHECK(c.to_host() == sums);
    gpu::matmul(a, b, c, gpu::then(gpu::bias(v)).then(gpu::relu));
    CHECK(c.to_host() == cut);
    gpu::matmul(-1.F, a, b, 0.F, c, gpu::relu);
    CHECK(c.to_host() == std::vector<float>{0, 2, 0, 4});
    CHECK(gpu::matmul(a, b, gpu::bias(v)).to_host() == sums);
    CHECK(gpu::matmul(gpu::automatic, a, b, gpu::then(gpu::bias(v)).then(gpu::relu)).to_host() ==
          cut);
}

TEST_CASE("named strategies have epilogues, too") {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::report ran;
    auto const v = eighths<float>(n);
    auto const add = [&](double x, std::int64_t, std::int64_t j) {
        return x + static_cast<double>(v[static_cast<std::size_t>(j)]);
    };
    auto const then = gpu::then(gpu::bias(v));
    check<float, float>(gpu::row_on_y.on(where).report_to(ran), then, add, 0);
    check<std::int8_t, float>(gpu::register_tile.on(where).report_to(ran), then, add, 0);
    CHECK(ran.device == where);
    if (where != gpu::device::host())
        CHECK_THAT(ran.kernel, Contains("register_tile") && Contains(" + matmul_epilogue"));
}

namespace {

/// Random numbers.
template <class T = float>
std::vector<T> normal_numbers(std::int64_t count, unsigned seed) {
    std::mt19937 engine(seed);
    std::normal_distribution<T> normal;
    std::vector<T> v(static_cast<std::size_t>(count));
    for (T& x : v) x = normal(engine);
    return v;
}

/// Compares the steps of register_tile with those of a pass over its sums.
/// @param kernel the start of the name of the kernel that applies the steps
template <class T>
void check_tiles(gpu::policy::register_tile const& policy, gpu::device where, std::int64_t rows,
                 std::int64_t columns, std::int64_t depth, std::string const& kernel) {
    auto const a = normal_numbers<T>(rows * depth, 1), b = normal_numbers<T>(depth * columns, 2),
               by_column = normal_numbers<T>(columns, 3), by_row = normal_numbers<T>(rows, 4);
    auto const size = static_cast<std::size_t>(rows * columns);
    std::vector<T> sums(size), fused(size), passed(size);
    std::vector<T> identity(static_cast<std::size_t>(columns * columns));
    for (std::int64_t i = 0; i < columns; ++i)
        identity[static_cast<std::size_t>(i * columns + i)] = 1;
    matrix_view<T const> const of_a(a.data(), rows, depth), of_b(b.data(), depth, columns);
    auto const view = [&](std::vector<T>& c) { return matrix_view(c.data(), rows, columns); };
    auto const steps = gpu::then(gpu::scale_rows(by_row))
                           .then(gpu::bias(by_column))
                           .then(gpu::gelu)
                           .then(gpu::scale_columns(by_column));
    CAPTURE(rows, columns, depth, kernel);
    gpu::report ran;
    gpu::matmul(policy.on(where).report_to(ran), of_a, of_b, view(fused), steps);
    if (where != gpu::device::host())
        CHECK_THAT(ran.kernel, Catch::StartsWith(kernel) && !Contains("matmul_epilogue"));
    gpu::matmul(policy.on(where), of_a, of_b, view(sums));
    // the sums times one
    gpu::matmul(gpu::row_on_y.on(where).report_to(ran), view(sums),
                matrix_view(identity.data(), columns, columns), view(passed), steps);
    if (where != gpu::device::host()) CHECK_THAT(ran.kernel, Contains("matmul_epilogue"));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < size; ++i) wrong += !test::same_bits(fused[i], passed[i]);
    CHECK(wrong == 0);
}

} // namespace

TEST_CASE("register_tile applies steps itself, to the bits of a pass") {
    auto const where = GENERATE(from_range(gpu::devices()));
    auto const small = gpu::register_tile, large = gpu::register_tile.block_size(256);
    // ragged tiles, and one whose parts of k are added by a second kernel
    check_tiles<float>(small, where, 70, 130, 40, "matmul_register_tile<64, 64>");
    check_tiles<float>(small, where, 61, 63, 1100, "matmul_register_tile<64, 64> + ");
    check_tiles<double>(small, where, 70, 130, 40, "matmul_register_tile<64, 64>");
    // large tiles, ragged ones and whole ones
    check_tiles<float>(large, where, 70, 130, 40, "matmul_register_tile<128, 256>");
    check_tiles<float>(large, where, 128, 256, 20, "matmul_register_tile<128, 256>");
    check_tiles<double>(large, where, 130, 129, 20, "matmul_register_tile<128, 128>");
    check_tiles<double>(large, where, 128, 128, 20, "matmul_register_tile<128, 128>");
}

TEST_CASE("on the host, epilogues of many rows have the bits of their rows") {
    std::int64_t const rows = 2200, columns = 130, depth = 33;
    auto const numbers = normal_numbers(rows * depth + depth * columns, 5);
    std::vector<gpu::half> a;
    for (float const x : numbers) a.push_back(static_cast<gpu::half>(x));
    auto const by_row = normal_numbers(rows, 6), by_column = normal_numbers(columns, 7);
    std::vector<gpu::half> all(static_cast<std::size_t>(rows * columns), gpu::half(1)), one = all;
    matrix_view<gpu::half const> const b(a.data() + rows * depth, depth, columns);
    gpu::matmul(gpu::automatic, 2.F, matrix_view<gpu::half const>(a.data(), rows, depth), b, 1.F,
                matrix_view(all.data(), rows, columns),
                gpu::then(gpu::scale_rows(by_row)).then(gpu::bias(by_column)).then(gpu::silu));
    for (std::int64_t i = 0; i < rows; ++i)
        gpu::matmul(
            gpu::automatic, 2.F, matrix_view<gpu::half const>(a.data() + i * depth, 1, depth), b,
            1.F, matrix_view(one.data() + i * columns, 1, columns),
            gpu::then(gpu::scale_rows(std::vector<float>{by_row[static_cast<std::size_t>(i)]}))
                .then(gpu::bias(by_column))
                .then(gpu::silu));
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < all.size(); ++i) wrong += !test::same_bits(all[i], one[i]);
    CHECK(wrong == 0);
}

TEST_CASE("sums of int8 become float without a step") {
    std::vector<std::int8_t> const a{100, 100}, b{100, 100};
    std::vector<float> c(1);
    gpu::matmul(matrix_view(a.data(), 1, 2), matrix_view(b.data(), 2, 1),
                matrix_view(c.data(), 1, 1));
    CHECK(c[0] == 20000);
}

TEST_CASE("with sums of int8, C is multiplied by beta in float") {
    auto const where = GENERATE(from_range(gpu::devices()));
    std::vector<std::int8_t> const a{100, 100}, b{100, 100};
    std::vector<float> c{0.5F};
    gpu::matmul(gpu::automatic.on(where), 2, matrix_view(a.data(), 1, 2),
                matrix_view(b.data(), 2, 1), 3, matrix_view(c.data(), 1, 1), gpu::then(gpu::relu));
    CHECK(c[0] == 40001.5F);
}

TEST_CASE("epilogues of batches, of k = 0, and in stream order") {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::stream const stream(where);
    gpu::device_vector<float> const a(std::vector<float>(3 * 4, 1), where),
        bias({1.F, -9.F}, where);
    gpu::device_vector<float> c(3 * 4, 7.F, where);
    auto const then = gpu::then(gpu::bias(bias)).then(gpu::relu);
    gpu::matrix_batch<float const> const in(a.data(), 3, 2, 2);
    gpu::matrix_batch<float> const out(c.data(), 3, 2, 2);
    gpu::matmul_into(gpu::automatic.on(stream), in, in, out, then);
    stream.synchronize();
    CHECK(c.to_host() == std::vector<float>{3, 0, 3, 0, 3, 0, 3, 0, 3, 0, 3, 0});
    gpu::matmul(gpu::automatic.on(where), matrix_view<float const>(a.data(), 2, 0),
                matrix_view<float const>(a.data(), 0, 2), matrix_view<float>(c.data(), 2, 2), then);
    CHECK(float(c[0]) == 1);
    CHECK(float(c[1]) == 0);
}

TEST_CASE("steps of numbers that are not finite") {
    auto const where = GENERATE(from_range(gpu::devices()));
    float const infinity = std::numeric_limits<float>::infinity();
    std::vector<float> const v{infinity, -infinity, std::numeric_limits<float>::quiet_NaN(),
                               -1e30F};
    auto const of = [&](gpu::epilogue_step const& step) {
        std::vector<float> c(4);
        gpu::matmul(gpu::automatic.on(where), matrix_view<float const>(v.data(), 1, 0),
                    matrix_view<float const>(v.data(), 0, 4), matrix_view<float>(c.data(), 1, 4),
                    gpu::then(gpu::bias(v)).then(step));
        return c;
    };
    for (auto const& step : {gpu::relu, gpu::gelu, gpu::silu}) {
        auto const c = of(step);
        CHECK(c[0] == infinity);
        CHECK(c[1] == 0);
        CHECK(std::isnan(c[2]));
        CHECK(c[3] == 0);
    }
}

TEST_CASE("vectors that do not fit are refused, and C is untouched") {
    std::vector<float> const a(6, 1), three(3);
    std::vector<float> c(4, 5);
    std::vector<double> const doubles(2);
    matrix_view<float const> const left(a.data(), 2, 3), right(a.data(), 3, 2);
    matrix_view<float> const out(c.data(), 2, 2);
    auto const run = [&](gpu::epilogue_step const& step) {
        gpu::matmul(gpu::automatic, left, right, out, gpu::then(step));
    };
    require_refusal(
        [&] { run(gpu::bias(three)); },
        {"A 2x3 * B 3x2 = C 2x2, float", "bias has a vector of 3 elements", "C has 2 columns"});
    require_refusal([&] { run(gpu::scale_rows(three)); },
                    {"scale_rows has a vector of 3 elements", "C has 2 rows"});
    require_refusal([&] { run(gpu::bias(doubles)); },
                    {"bias has a vector of another type than float"});
    // empty products and batches are checked, too
    require_refusal(
        [&] {
            gpu::matmul(gpu::automatic, matrix_view<float const>(a.data(), 0, 3), right,
                        matrix_view<float>(c.data(), 0, 2), gpu::then(gpu::bias(three)));
        },
        {"bias has a vector of 3 elements", "C has 2 columns"});
    require_refusal(
        [&] {
            gpu::matmul(gpu::automatic, gpu::matrix_batch<float const>(a.data(), 0, 2, 3),
                        gpu::matrix_batch<float const>(a.data(), 0, 3, 2),
                        gpu::matrix_batch<float>(c.data(), 0, 2, 2), gpu::then(gpu::bias(three)));
        },
        {"bias has a vector of 3 elements", "C has 2 columns"});
    CHECK_NOTHROW(gpu::matmul(gpu::automatic, matrix_view<float const>(a.data(), 0, 3), right,
                              matrix_view<float>(c.data(), 0, 2),
                              gpu::then(gpu::bias(std::vector<float>(2)))));
    CHECK_NOTHROW(gpu::matmul(gpu::automatic, left, matrix_view<float const>(a.data(), 3, 0),
                              matrix_view<float>(c.data(), 2, 0),
                              gpu::then(gpu::bias(std::vector<float>{}))));
    auto inside = gpu::bias(three);
    inside.packed.vector = &c[1];
    inside.packed.length = 2;
    require_refusal([&] { run(inside); }, {"C overlaps the vector of bias"});
    inside.packed.vector = nullptr;
    require_refusal([&] { run(inside); }, {"bias has a null pointer"});
    std::vector<std::int32_t> integers(4, 5);
    std::vector<std::int8_t> const bytes(6);
    require_refusal(
        [&] {
            gpu::matmul(gpu::automatic, matrix_view(bytes.data(), 2, 3),
                        matrix_view(bytes.data(), 3, 2), matrix_view(integers.data(), 2, 2),
                        gpu::then(gpu::relu));
        },
        {"an epilogue needs C of floating-point numbers"});
    auto const four = gpu::then(gpu::relu).then(gpu::relu).then(gpu::relu).then(gpu::relu);
    CHECK_THROWS_AS(four.then(gpu::relu), std::invalid_argument);
    for (gpu::device const where : gpu::devices())
        if (where != gpu::device::host()) {
            gpu::device_vector<float> const elsewhere(2, 1.F, where);
            require_refusal([&] { run(gpu::bias(elsewhere)); },
                            {"a vector of the epilogue lies on"});
        }
    CHECK(c == std::vector<float>(4, 5));
}
