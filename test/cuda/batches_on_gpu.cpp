// SPDX-License-Identifier: Apache-2.0
/// Batches of products on a GPU: exact integers over odd shapes, distances, layouts, pointers and
/// epilogues, by policies with one launch and by others.
#include "on_gpu.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <type_traits>
#include <vector>

using test::the_gpu;

namespace {

/// Matrices in memory of a GPU, with gaps between lines and matrices; and the host's copy.
template <class T, class Layout>
struct batch_on_gpu {
    std::int64_t count, rows, columns, leading_dimension, distance;
    std::vector<T> host;
    gpu::device_vector<T> elements;

    batch_on_gpu(std::int64_t number, std::int64_t m, std::int64_t n, std::int64_t gap,
                 std::size_t seed, gpu::device where)
        : count(number), rows(m), columns(n),
          leading_dimension((std::is_same_v<Layout, gpu::row_major> ? n : m) + gap),
          distance(leading_dimension * (std::is_same_v<Layout, gpu::row_major> ? m : n) + 3 * gap),
          host(numbers(static_cast<std::size_t>(count * distance), seed)), elements(host, where) {}

    static std::vector<T> numbers(std::size_t n, std::size_t seed) {
        std::vector<T> made(n);
        for (std::size_t i = 0; i < n; ++i)
            made[i] = static_cast<T>(
                static_cast<float>(static_cast<int>((i * 2654435761U + seed) >> 7 & 3) - 1));
        return made;
    }
    T& at(std::int64_t i, std::int64_t r, std::int64_t c) {
        bool const by_rows = std::is_same_v<Layout, gpu::row_major>;
        return host[static_cast<std::size_t>(i * distance + (by_rows ? r : c) * leading_dimension +
                                             (by_rows ? c : r))];
    }
    gpu::matrix_batch<T, Layout> batch() {
        return {gpu::matrix_view<T, Layout>(elements.data(), rows, columns, leading_dimension),
                count, distance};
    }
    /// Pointers to each matrix once, with neighbours swapped: 1 0 3 2 ... They are not at equal
    /// distances if there are more than two.
    std::vector<T*> pointers() {
        std::vector<T*> made;
        for (std::int64_t i = 0; i < count; ++i)
            made.push_back(elements.data() + ((i ^ 1) < count ? i ^ 1 : i) * distance);
        return made;
    }
};

struct shape {
    std::int64_t count, m, n, k, gap;
};

/// C = 2 * A * B - C, after which negative elements become 0.
template <class Value, class Result, class A, class B, class C, class Policy>
void check(Policy const& policy, shape const& s, gpu::device where, bool by_pointers) {
    CAPTURE(Policy::name, s.count, s.m, s.n, s.k, s.gap, sizeof(Value), by_pointers);
    batch_on_gpu<Value, A> a(s.count, s.m, s.k, s.gap, 1, where);
    batch_on_gpu<Value, B> b(s.count, s.k, s.n, s.gap, 2, where);
    batch_on_gpu<Result, C> c(s.count, s.m, s.n, s.gap, 3, where);
    constexpr bool has_relu = !std::is_same_v<Result, std::int32_t>;
    for (std::int64_t i = 0; i < s.count; ++i)
        for (std::int64_t row = 0; row < s.m; ++row)
            for (std::int64_t column = 0; column < s.n; ++column) {
                int sum = 0;
                for (std::int64_t l = 0; l < s.k; ++l)
                    sum += static_cast<int>(a.at(i, row, l)) * static_cast<int>(b.at(i, l, column));
                auto& x = c.at(i, row, column);
                int const value = 2 * sum - static_cast<int>(x);
                x = static_cast<Result>(static_cast<float>(has_relu ? std::max(value, 0) : value));
            }
    using scalar = gpu::detail::matmul_accumulator<Value>;
    scalar const alpha(2), beta(-1);
    auto const multiply = [&](auto const& x, auto const& y, auto const& z) {
        if constexpr (has_relu) gpu::matmul(policy, alpha, x, y, beta, z, gpu::then(gpu::relu));
        else gpu::matmul(policy, alpha, x, y, beta, z);
    };
    if (by_pointers) {
        auto const of_a = a.pointers(), of_b = b.pointers();
        auto const of_c = c.pointers();
        multiply(
            gpu::matrix_pointers<Value, A>(of_a.data(), s.count, s.m, s.k, a.leading_dimension),
            gpu::matrix_pointers<Value, B>(of_b.data(), s.count, s.k, s.n, b.leading_dimension),
            gpu::matrix_pointers<Result, C>(of_c.data(), s.count, s.m, s.n, c.leading_dimension));
    } else multiply(a.batch(), b.batch(), c.batch());
    auto const computed = c.elements.to_host();
    CHECK(std::equal(
        computed.begin(), computed.end(), c.host.begin(), // gaps, too
        [](Result x, Result y) { return static_cast<float>(x) == static_cast<float>(y); }));
}

constexpr shape shapes[] = {{3, 1, 1, 1, 0},      {7, 5, 9, 33, 1},     {140, 64, 64, 64, 0},
                            {200, 65, 3, 17, 8},  {133, 33, 70, 40, 0}, {2, 256, 256, 256, 0},
                            {5, 129, 257, 63, 1}, {20, 8, 8, 2048, 0}};

template <class Value, class Result, class Policy>
void check_all(Policy const& policy, gpu::device where) {
    using gpu::column_major;
    using gpu::row_major;
    for (auto const& s : shapes)
        for (bool const by_pointers : {false, true}) {
            check<Value, Result, row_major, row_major, row_major>(policy, s, where, by_pointers);
            check<Value, Result, column_major, row_major, row_major>(policy, s, where, by_pointers);
            check<Value, Result, row_major, column_major, column_major>(policy, s, where,
                                                                        by_pointers);
        }
}

} // namespace

TEMPLATE_TEST_CASE("batches are exact, in one launch and product by product", "", float, double,
                   gpu::half, gpu::bfloat16, std::int32_t) {
    auto const device = the_gpu();
    if (!device) return;
    check_all<TestType, TestType>(gpu::register_tile.on(*device), *device);
    check_all<TestType, TestType>(gpu::register_tile.block_size(256).on(*device), *device);
    check_all<TestType, TestType>(gpu::automatic.on(*device), *device);
    if constexpr (!std::is_same_v<TestType, std::int32_t>)
        if (device->why().find("capability 9.0") != std::string::npos)
            check_all<TestType, TestType>(gpu::tensor_core.on(*device), *device);
}

TEST_CASE("a batch of int8 is exact") {
    auto const device = the_gpu();
    if (!device) return;
    check_all<std::int8_t, std::int32_t>(gpu::register_tile.on(*device), *device);
    check_all<std::int8_t, std::int32_t>(gpu::automatic.on(*device), *device);
}

TEST_CASE("a batch at equal distances is one launch of register_tile, also in a graph") {
    auto const device = the_gpu();
    if (!device) return;
    constexpr std::int64_t n = 64, count = 1000;
    gpu::device_vector<float> const a(count * n * n, 1.F, *device);
    gpu::device_vector<float> c(count * n * n, 0.F, *device);
    gpu::stream const stream(*device);
    gpu::report ran;
    auto const submit = [&] {
        gpu::matrix_batch<float const> const left(a.data(), count, n, n);
        gpu::matmul_into(gpu::register_tile.on(stream).report_to(ran), left, left,
                         gpu::matrix_batch<float>(c.data(), count, n, n));
    };
    submit();
    stream.synchronize();
    CHECK(ran.kernel == "matmul_batch<64, 64>");
    CHECK(ran.grid == count);
    CHECK(c.to_host() == std::vector<float>(count * n * n, 64));
}
