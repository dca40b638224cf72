// SPDX-License-Identifier: Apache-2.0
/// Batches in one launch of register_tile: exact integers over odd shapes, strides, layouts and
/// epilogues; C's gaps stay as they are.
#include "matmul/batch_launch.hpp"
#include "simulated/queue.hpp"
#include "support/matmul_reference.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace gpu::detail;

namespace {

/// Matrices of an operand, at equal distances.
template <class T>
struct matrices {
    std::int64_t count, rows, columns, leading_dimension, distance;
    bool is_column_major, is_backwards;
    std::vector<T> elements;

    matrices(std::int64_t number, std::int64_t m, std::int64_t n, bool by_columns, int gap,
             bool backwards = false)
        : count(number), rows(m), columns(n), leading_dimension((by_columns ? m : n) + gap),
          distance(leading_dimension * (by_columns ? n : m) + 2 * gap), is_column_major(by_columns),
          is_backwards(backwards),
          elements(static_cast<std::size_t>(count * distance), test::canary<T>()) {}

    T& at(std::int64_t i, std::int64_t r, std::int64_t c) {
        std::int64_t const matrix = is_backwards ? count - 1 - i : i;
        return elements[static_cast<std::size_t>(matrix * distance + r * row_stride() +
                                                 c * column_stride())];
    }
    void fill(std::uint32_t seed) {
        test::small_integers numbers(seed);
        for (std::int64_t i = 0; i < count; ++i)
            for (std::int64_t r = 0; r < rows; ++r)
                for (std::int64_t c = 0; c < columns; ++c)
                    at(i, r, c) = static_cast<T>(numbers(r, c));
    }
    [[nodiscard]] std::int64_t row_stride() const {
        return is_column_major ? 1 : leading_dimension;
    }
    [[nodiscard]] std::int64_t column_stride() const {
        return is_column_major ? leading_dimension : 1;
    }
    [[nodiscard]] matmul_operand operand() {
        return {
            {&at(0, 0, 0), row_stride(), column_stride()}, {}, is_backwards ? -distance : distance};
    }
};

struct options {
    bool a_by_columns = false, b_by_columns = false, c_by_columns = false;
    bool is_backwards = false, has_one_b = false, has_relu = false;
    std::uint32_t threads = 64;
};

/// C = 2 * A * B - C for `count` products.
template <class Value, class Result>
void check(std::int64_t count, std::int64_t m, std::int64_t n, std::int64_t k, options const& o) {
    CAPTURE(count, m, n, k, o.threads);
    using scalar = matmul_accumulator<Value>;
    matrices<Value> a(count, m, k, o.a_by_columns, 1), b(count, k, n, o.b_by_columns, 0);
    matrices<Result> c(count, m, n, o.c_by_columns, 3, o.is_backwards);
    a.fill(1), b.fill(2), c.fill(3);
    scalar const alpha(2), beta(-1);
    matmul_request r;
    r.strategy = index_of<gpu::policy::register_tile, matmul_strategies>;
    r.block_size = o.threads;
    r.value = index_of<Value, matmul_types>;
    r.result = index_of<Result, matmul_types>;
    r.m = m, r.n = n, r.k = k, r.count = count;
    r.a = a.operand(), r.b = b.operand(), r.c = c.operand();
    if (o.has_one_b) r.b.matrix_stride = 0;
    r.alpha = &alpha, r.beta = &beta;
    r.then.count = o.has_relu;
    r.then.step[0].kind = epilogue_kind::relu;

    auto expected = c;
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t row = 0; row < m; ++row)
            for (std::int64_t column = 0; column < n; ++column) {
                int sum = 0;
                for (std::int64_t l = 0; l < k; ++l)
                    sum += static_cast<int>(a.at(i, row, l)) *
                           static_cast<int>(b.at(o.has_one_b ? 0 : i, l, column));
                auto& x = expected.at(i, row, column);
                int const value = 2 * sum - static_cast<int>(x);
                x = static_cast<Result>(o.has_relu ? std::max(value, 0) : value);
            }

    call_result ran;
    gpu::simulated::queue queue(ran);
    for (std::int64_t i = 0; i < count; ++i) {
        auto const lines = o.c_by_columns ? n : m, width = o.c_by_columns ? m : n;
        queue.add_output({&c.at(i, 0, 0), static_cast<std::size_t>(width) * sizeof(Result),
                          static_cast<std::size_t>(lines),
                          static_cast<std::size_t>(c.leading_dimension) * sizeof(Result)},
                         sizeof(Result));
    }
    queue.add_inputs(a.elements.data(), a.elements.size() * sizeof(Value), b.elements.data(),
                     b.elements.size() * sizeof(Value));
    REQUIRE(is_one_launch(r, queue.resident_blocks(1024)));
    run_batch<gpu::simulated::queue, Value, Result>(queue, r);
    CHECK(std::string(ran.kernel) == (o.threads == 64              ? "matmul_batch<64, 64>"
                                      : std::same_as<Value, float> ? "matmul_batch<128, 256>"
                                                                   : "matmul_batch<128, 128>"));
    CHECK(ran.grid == blocks_of_batch(r, o.threads == 64 ? 64 : 128));
    CHECK(std::equal(c.elements.begin(), c.elements.end(), expected.elements.begin(),
                     [](Result x, Result y) {
                         return test::same_bits(x, y) || x == y; /* zeros */
                     }));
}

} // namespace

TEST_CASE("a batch is computed in one launch, by as many ranges of blocks as it has products",
          "[threads]") {
    check<float, float>(5, 70, 66, 9, {});
    check<float, float>(3, 1, 1, 1, {});
    check<float, float>(4, 65, 3, 17, {.a_by_columns = true, .c_by_columns = true});
    check<float, float>(3, 33, 67, 8, {.b_by_columns = true, .is_backwards = true});
    check<float, float>(4, 8, 8, 8, {.has_one_b = true});
    check<float, float>(2, 130, 129, 5, {.threads = 256});
    check<float, float>(2, 130, 259, 18, {.b_by_columns = true, .threads = 256});
    check<double, double>(2, 130, 129, 5, {.threads = 256});
    check<std::int8_t, std::int32_t>(3, 66, 5, 33, {.b_by_columns = true});
    check<gpu::half, gpu::half>(3, 9, 70, 12, {.a_by_columns = true, .is_backwards = true});
}

TEST_CASE("tiles of a batch apply epilogues") {
    check<float, float>(3, 66, 7, 5, {.has_relu = true});
    check<double, double>(2, 7, 66, 5, {.has_relu = true});
    check<float, float>(2, 130, 259, 18, {.has_relu = true, .threads = 256});
    check<double, double>(2, 130, 129, 5, {.c_by_columns = true, .has_relu = true, .threads = 256});
}
