// SPDX-License-Identifier: Apache-2.0
/// Batches of products on every device: exact integers over layouts and odd shapes, and calls that
/// are refused.
#include "support/matmul_reference.hpp"
#include "support/require_refusal.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

using gpu::matrix_batch;
using gpu::matrix_pointers;
using gpu::matrix_view;

namespace {

using test::require_refusal;

/// Elements of several matrices with gaps between lines and matrices.
template <class T, class Layout>
struct stored_batch {
    std::int64_t size, rows, columns, leading_dimension, distance;
    std::vector<T> elements;
    std::vector<T*> pointers; ///< the matrices, in another order

    stored_batch(std::int64_t count, std::int64_t m, std::int64_t n, int gap, std::uint32_t seed)
        : size(count), rows(m), columns(n),
          leading_dimension((std::is_same_v<Layout, gpu::row_major> ? n : m) + gap),
          distance(leading_dimension * (std::is_same_v<Layout, gpu::row_major> ? m : n) + 2 * gap),
          elements(static_cast<std::size_t>(count * distance), test::canary<T>()) {
        test::small_integers numbers(seed);
        for (std::int64_t i = 0; i < size; ++i)
            for (std::int64_t r = 0; r < m; ++r)
                for (std::int64_t c = 0; c < n; ++c) at(i, r, c) = static_cast<T>(numbers(r, c));
        for (std::int64_t i = 0; i < size; ++i)
            pointers.push_back(&elements[static_cast<std::size_t>(i * 3 % size * distance)]);
    }

    T& at(std::int64_t i, std::int64_t r, std::int64_t c) {
        bool const by_rows = std::is_same_v<Layout, gpu::row_major>;
        return elements[static_cast<std::size_t>(
            i * distance + (by_rows ? r : c) * leading_dimension + (by_rows ? c : r))];
    }
    matrix_batch<T, Layout> batch() {
        return {matrix_view<T, Layout>(elements.data(), rows, columns, leading_dimension), size,
                distance};
    }
    matrix_pointers<T, Layout> shuffled() {
        return {pointers.data(), size, rows, columns, leading_dimension};
    }
};

/// C = 2 * A * B - C of a batch, compared with plain loops. Elements are integers: exact.
template <class Value, class Result, class LayoutA, class LayoutB, class LayoutC, class Policy>
void check_batch(Policy const& policy, std::int64_t count, std::int64_t m, std::int64_t n,
                 std::int64_t k, bool by_pointers, bool has_one_b) {
    CAPTURE(count, m, n, k, by_pointers, has_one_b, sizeof(Value), Policy::name);
    stored_batch<Value, LayoutA> a(count, m, k, 1, 1);
    stored_batch<Value, LayoutB> b(count, k, n, 0, 2);
    stored_batch<Result, LayoutC> c(count, m, n, 3, 3);
    auto expected = c;
    for (std::int64_t i = 0; i < count; ++i)
        for (std::int64_t r = 0; r < m; ++r)
            for (std::int64_t j = 0; j < n; ++j) {
                int sum = 0;
                for (std::int64_t l = 0; l < k; ++l)
                    sum += static_cast<int>(a.at(i, r, l)) *
                           static_cast<int>(b.at(has_one_b ? 0 : i, l, j));
                auto& element = expected.at(i, r, j);
                element = static_cast<Result>(2 * sum - static_cast<int>(element));
            }
    using scalar = gpu::detail::matmul_accumulator<Value>;
    scalar const alpha(2), beta(-1);
    auto const multiply = [&](auto const& left, auto const& right, auto const& out) {
        if (has_one_b) gpu::matmul(policy, alpha, left, b.batch()[0], beta, out);
        else gpu::matmul(policy, alpha, left, right, beta, out);
    };
    if (by_pointers) multiply(a.shuffled(), b.shuffled(), c.shuffled());
    else multiply(a.batch(), b.batch(), c.batch());
    bool const is_right = std::equal(c.elements.begin(), c.elements.end(),
                                     expected.elements.begin(), [](Result x, Result y) {
                                         return test::same_bits(x, y) || x == y; // zeros
                                     });
    CHECK(is_right);
}

template <class Value, class Result>
void check_all(gpu::device where) {
    using gpu::column_major;
    using gpu::row_major;
    gpu::report ran;
    auto const automatic = gpu::automatic.on(where).report_to(ran);
    check_batch<Value, Result, row_major, row_major, row_major>(automatic, 7, 5, 9, 33, false,
                                                                false);
    CHECK(ran.device == where);
    CHECK_FALSE(ran.kernel.empty());
    check_batch<Value, Result, row_major, column_major, row_major>(automatic, 5, 17, 3, 7, true,
                                                                   false);
    check_batch<Value, Result, column_major, row_major, column_major>(automatic, 4, 1, 31, 8, true,
                                                                      true);
    check_batch<Value, Result, column_major, column_major, row_major>(automatic, 1, 65, 2, 1, false,
                                                                      true);
    check_batch<Value, Result, row_major, row_major, row_major>(automatic, 3, 6, 5, 0, false,
                                                                false);
    check_batch<Value, Result, row_major, row_major, column_major>(gpu::register_tile.on(where), 3,
                                                                   66, 65, 9, false, false);
    check_batch<Value, Result, row_major, column_major, column_major>(gpu::row_on_y.on(where), 2,
                                                                      33, 7, 5, true, false);
}

} // namespace

TEST_CASE("batches equal single products, on all devices and for all types") {
    auto const where = GENERATE(from_range(gpu::devices()));
    check_all<float, float>(where);
    check_all<double, double>(where);
    check_all<gpu::half, gpu::half>(where);
    check_all<gpu::half, float>(where);
    check_all<gpu::bfloat16, gpu::bfloat16>(where);
    check_all<gpu::bfloat16, float>(where);
    check_all<std::int8_t, std::int32_t>(where);
    check_all<std::int32_t, std::int32_t>(where);
}

TEST_CASE("a batch in memory of a device stays there") {
    auto const where = GENERATE(from_range(gpu::devices()));
    gpu::stream const stream(where);
    gpu::device_vector<float> const a(std::vector<float>(4 * 6, 2), where);
    gpu::device_vector<float> const b(std::vector<float>(4 * 6, 3), where);
    gpu::device_vector<float> c(4 * 4, where);
    gpu::matmul_into(gpu::automatic.on(stream), matrix_batch<float const>(a.data(), 4, 2, 3),
                     matrix_batch<float const>(b.data(), 4, 3, 2),
                     matrix_batch<float>(c.data(), 4, 2, 2));
    stream.synchronize();
    CHECK(c.to_host() == std::vector<float>(16, 18));
}

TEST_CASE("many products on the host, small and large, are computed in parallel") {
    check_batch<float, float, gpu::row_major, gpu::row_major, gpu::row_major>(
        gpu::automatic, 500, 16, 16, 16, false, false);
    check_batch<std::int8_t, std::int32_t, gpu::row_major, gpu::row_major, gpu::row_major>(
        gpu::automatic, 3, 128, 128, 128, false, false);
    // the panels of B do not fit the stack
    check_batch<gpu::half, float, gpu::row_major, gpu::row_major, gpu::row_major>(
        gpu::automatic, 9, 1, 3000, 40, false, false);
}

TEST_CASE("batches without matrices or elements are allowed") {
    std::vector<float> c(4, 7);
    matrix_batch<float> const none(nullptr, 0, 2, 2);
    gpu::matmul(none, none, none);
    gpu::matmul(matrix_batch<float>(nullptr, 3, 0, 4), matrix_batch<float>(c.data(), 3, 4, 1),
                matrix_batch<float>(nullptr, 3, 0, 1));
    gpu::matmul(matrix_batch<float>(nullptr, 2, 1, 0), matrix_batch<float>(nullptr, 2, 0, 2),
                matrix_batch<float>(c.data(), 2, 1, 2));
    CHECK(c == std::vector<float>(4, 0));
}

TEST_CASE("batches whose sizes or shapes do not conform are refused") {
    std::vector<float> x(100), c(100, 1);
    require_refusal(
        [&] {
            gpu::matmul(matrix_batch<float>(x.data(), 3, 2, 4),
                        matrix_batch<float>(x.data(), 2, 4, 3),
                        matrix_batch<float>(c.data(), 3, 2, 3));
        },
        {"3 x A 2x4", "2 x B 4x3", "3 x C 2x3", "as many as C"});
    require_refusal(
        [&] {
            gpu::matmul(matrix_batch<float>(x.data(), 3, 2, 4), matrix_view<float>(x.data(), 5, 3),
                        matrix_batch<float>(c.data(), 3, 2, 3));
        },
        {"3 x A 2x4 * B 5x3 = 3 x C 2x3", "as many columns as B has rows"});
    for (std::int64_t const size : {-1, -2})
        require_refusal(
            [&] {
                gpu::matmul(matrix_batch<float>(x.data(), size, 2, 4),
                            matrix_view<float>(x.data(), 4, 3),
                            matrix_batch<float>(c.data(), 3, 2, 3));
            },
            {std::to_string(size).c_str(), " x A 2x4", "as many as C"});
    CHECK(c == std::vector<float>(100, 1));
}

TEST_CASE("null pointers, and matrices of C that overlap something, are refused") {
    std::vector<float> x(200), c(200, 1);
    matrix_batch<float> const a(x.data(), 3, 4, 4), out(c.data(), 3, 4, 4);
    std::vector<float*> pointers{c.data(), c.data() + 16, nullptr};
    auto const to_pointers = [&] {
        gpu::matmul(a, a, matrix_pointers<float>(pointers.data(), 3, 4, 4));
    };
    require_refusal(to_pointers,
                    {"3 x A 4x4 * B 4x4 = C 4x4, float", "matrix 2 of 3 of C is a null pointer"});
    pointers = {c.data(), c.data() + 50, c.data() + 65}; // 50 to 65, 65 to 80
    require_refusal(to_pointers, {"3 x A 4x4", "matrices of C overlap each other"});
    pointers[2] = c.data() + 66;
    CHECK_NOTHROW(to_pointers());
    pointers[0] = pointers[2];
    require_refusal(to_pointers, {"matrices of C overlap each other"});
    require_refusal([&] { gpu::matmul(a, matrix_pointers<float>(nullptr, 3, 4, 4), out); },
                    {"B is a null pointer"});

    auto const at_stride = [&](std::int64_t leading_dimension, std::int64_t stride) {
        return matrix_batch<float>(matrix_view<float>(c.data() + 60, 4, 4, leading_dimension), 3,
                                   stride);
    };
    for (std::int64_t const stride : {0, 1, 15, -15, 3})
        require_refusal([&] { gpu::matmul(a, a, at_stride(4, stride)); },
                        {"matrices of C overlap each other"});
    // beside each other in wider rows: the third one begins where the first one's next row ends
    CHECK_NOTHROW(gpu::matmul(a, a, at_stride(12, 4)));
    require_refusal([&] { gpu::matmul(a, a, at_stride(11, 4)); },
                    {"matrices of C overlap each other"});
    CHECK_NOTHROW(gpu::matmul(a, a, at_stride(4, -20)));

    std::fill(c.begin(), c.end(), 1.F);
    matrix_batch<float> const beside(c.data() + 47, 3, 4, 4); // begins with the last of `out`
    require_refusal([&] { gpu::matmul(a, beside, out); }, {"C overlaps B"});
    require_refusal([&] { gpu::matmul(beside, a, out); }, {"C overlaps A"});
    require_refusal([&] { gpu::matmul(matrix_view<float>(c.data() + 20, 4, 4), a, out); },
                    {"C overlaps A"});
    CHECK(c == std::vector<float>(200, 1));
}
