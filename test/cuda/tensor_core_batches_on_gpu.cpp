// SPDX-License-Identifier: Apache-2.0
/// Batches in one launch of tensor_core, by each kernel: exact integers, gaps between matrices,
/// matrices that all products share, and the space around C.
#include "tensor_core_on_gpu.hpp"

#include "cuda/tensor_core/kernel_set.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

using namespace gpu::detail;
using test::the_hopper;

namespace {

struct batch_shape {
    std::int64_t count, m, n, k;
    bool shares_a; ///< all products have the same A
    bool shares_b; ///< or the same B
};

/// In the third one, k has one step, and boxes of C wait, see waiting_boxes.
constexpr batch_shape shapes[] = {
    {5, 130, 72, 96, false, false},    {140, 64, 64, 64, false, false},
    {140, 128, 264, 64, false, false}, {3, 128, 136, 1024, true, false},
    {4, 200, 80, 128, false, true},    {2, 1, 8, 16, false, false}};

/// Row-major or column-major matrices on a GPU, with 16 elements after each.
template <class T>
struct stack {
    std::int64_t rows, columns, matrix_stride;
    bool by_rows;
    std::vector<T> host;
    gpu::device_vector<T> elements;

    stack(std::int64_t count, std::int64_t m, std::int64_t n, bool is_row_major, unsigned seed,
          gpu::device device)
        : rows(m), columns(n), matrix_stride(m * n + 16), by_rows(is_row_major),
          host(static_cast<std::size_t>(count * matrix_stride)), elements(device) {
        for (std::size_t i = 0; i < host.size(); ++i) {
            auto const hash = static_cast<unsigned>(i * 2654435761U + seed);
            host[i] = static_cast<T>(static_cast<float>(static_cast<int>(hash >> 9 & 3) - 1));
        }
        elements = gpu::device_vector<T>(host, device);
    }
    [[nodiscard]] std::size_t index(std::int64_t i, std::int64_t r, std::int64_t c) const {
        return static_cast<std::size_t>(i * matrix_stride +
                                        (by_rows ? r * columns + c : c * rows + r));
    }
    [[nodiscard]] int at(std::int64_t i, std::int64_t r, std::int64_t c) const {
        return static_cast<int>(static_cast<float>(host[index(i, r, c)]));
    }
    [[nodiscard]] matmul_operand operand(bool is_shared) {
        matmul_operand made{{elements.data(), by_rows ? columns : 1, by_rows ? 1 : rows},
                            {},
                            matrix_stride,
                            nullptr};
        if (is_shared) made.matrix_stride = 0;
        return made;
    }
};

/// Checks C = 2 * A * B - C by each kernel, with whole tiles, and with divided ones.
template <class Value, class Result>
void check(batch_shape const& s, bool a_by_rows, bool b_by_rows, gpu::device device) {
    CAPTURE(s.count, s.m, s.n, s.k, a_by_rows, b_by_rows);
    stack<Value> a(s.count, s.m, s.k, a_by_rows, 1, device);
    stack<Value> b(s.count, s.k, s.n, b_by_rows, 2, device);
    stack<Result> c(s.count, s.m, s.n, true, 3, device);
    std::vector<Result> expected = c.host;
    for (std::int64_t i = 0; i < s.count; ++i)
        for (std::int64_t row = 0; row < s.m; ++row)
            for (std::int64_t column = 0; column < s.n; ++column) {
                int sum = 0;
                for (std::int64_t l = 0; l < s.k; ++l)
                    sum += a.at(s.shares_a ? 0 : i, row, l) * b.at(s.shares_b ? 0 : i, l, column);
                expected[c.index(i, row, column)] =
                    static_cast<Result>(static_cast<float>(2 * sum - c.at(i, row, column)));
            }
    matmul_accumulator<Value> const alpha(2), beta(-1);
    matmul_request r;
    r.value = static_cast<std::uint32_t>(index_of<Value, matmul_types>);
    r.result = static_cast<std::uint32_t>(index_of<Result, matmul_types>);
    r.m = s.m, r.n = s.n, r.k = s.k, r.count = s.count;
    r.a = a.operand(s.shares_a), r.b = b.operand(s.shares_b), r.c = c.operand(false);
    r.alpha = &alpha, r.beta = &beta;
    REQUIRE(gpu::sm90::is_one_launch(r));
    auto const ordinal = static_cast<std::uint32_t>(device.ordinal());
    int const kernels = gpu::sm90::variants_of(r);
    for (int i = -1; i < 2 * kernels; ++i) {
        int const variant = i < 0 ? i : i / 2, divides = i < 0 ? i : i % 2;
        gpu::copy(c.host.begin(), c.host.end(), c.elements.begin());
        call_result ran;
        cuda_queue queue(ordinal, ran);
        gpu::sm90::multiply(queue, ordinal, r, {.variant = variant, .divides = divides});
        queue.wait();
        CAPTURE(variant, divides, ran.kernel);
        auto const computed = c.elements.to_host();
        CHECK(std::equal(
            computed.begin(), computed.end(), expected.begin(), // also between the matrices
            [](Result x, Result y) { return static_cast<float>(x) == static_cast<float>(y); }));
    }
}

} // namespace

TEST_CASE("tensor_core: batches of matrices that the copy engine reads are one launch") {
    matmul_request half_by_rows;
    half_by_rows.value = half_by_rows.result =
        static_cast<std::uint32_t>(index_of<gpu::half, matmul_types>);
    half_by_rows.m = half_by_rows.n = half_by_rows.k = 64;
    half_by_rows.count = 10;
    alignas(16) static std::byte memory[32];
    for (auto* const x : {&half_by_rows.a, &half_by_rows.b, &half_by_rows.c})
        *x = {{memory, 64, 1}, {}, 4096, nullptr};
    auto const is_launch = [&](auto change) {
        matmul_request r = half_by_rows;
        change(r);
        return gpu::sm90::is_one_launch(r);
    };
    void* const pointers[10]{};
    CHECK(is_launch([](auto&) {}));
    CHECK(is_launch([](auto& r) { r.a.matrix_stride = 0; }));
    CHECK(is_launch([](auto& r) { r.c.matrix_stride = -4099; }));
    CHECK(is_launch([](auto& r) { r.c.data = memory + 2; }));
    CHECK_FALSE(is_launch([](auto& r) { r.count = 1; }));
    CHECK_FALSE(is_launch([](auto& r) { r.count = std::int64_t{1} << 31; }));
    CHECK_FALSE(is_launch([](auto& r) { r.a.matrix_stride = 4100; }));
    CHECK_FALSE(is_launch([](auto& r) { r.b.matrix_stride = -4096; }));
    CHECK_FALSE(is_launch([](auto& r) { r.b.row_stride = 65; }));
    CHECK_FALSE(is_launch([](auto& r) { r.a.data = memory + 2; }));
    CHECK_FALSE(is_launch([&](auto& r) { r.b.pointers = pointers; }));
    // float is split first; int8 takes one operand through registers, and transposes no other
    auto const as = [](matmul_request& r, std::size_t value) {
        r.value = r.result = static_cast<std::uint32_t>(value);
    };
    auto const transpose = [](matmul_operand& x) { std::swap(x.row_stride, x.column_stride); };
    constexpr auto int8 = index_of<std::int8_t, matmul_types>;
    constexpr auto of_double = index_of<double, matmul_types>;
    CHECK_FALSE(is_launch([&](auto& r) { as(r, index_of<float, matmul_types>); }));
    CHECK(is_launch([&](auto& r) { as(r, int8); }));
    CHECK_FALSE(is_launch([&](auto& r) { as(r, int8), transpose(r.a); }));
    CHECK(is_launch([&](auto& r) { as(r, int8), transpose(r.a), transpose(r.b); }));
    CHECK(is_launch([&](auto& r) { as(r, of_double); }));
    CHECK(is_launch([&](auto& r) { as(r, of_double), transpose(r.a); }));
    CHECK(is_launch([&](auto& r) { as(r, of_double), transpose(r.b); }));
}

TEST_CASE("tensor_core: each kernel computes batches in one launch") {
    auto const device = the_hopper();
    if (!device) return;
    for (auto const& s : shapes) {
        check<gpu::half, gpu::half>(s, true, true, *device);
        if (s.m % 8 == 0) {
            check<gpu::half, gpu::half>(s, false, true, *device);
            check<gpu::bfloat16, float>(s, false, false, *device);
        }
        check<std::int8_t, std::int32_t>(s, true, false, *device);
        if (s.n % 16 == 0) check<std::int8_t, std::int32_t>(s, true, true, *device);
        for (bool const b : {false, true}) {
            check<double, double>(s, true, b, *device);
            if (s.m % 2 == 0) check<double, double>(s, false, b, *device);
        }
    }
}

TEST_CASE("tensor_core: blocks compute many short products of double, also with half tiles") {
    auto const device = the_hopper();
    if (!device) return;
    for (bool const b_by_rows : {false, true}) {
        check<double, double>({3000, 64, 64, 16, false, false}, true, b_by_rows, *device);
        check<double, double>({5000, 8, 8, 40, false, true}, false, b_by_rows, *device);
        check<double, double>({900, 136, 192, 24, true, false}, false, b_by_rows, *device);
    }
}
