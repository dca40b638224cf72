// SPDX-License-Identifier: Apache-2.0
/// matmul_into on every device: the bits of matmul, in stream order.
#include "support/matmul_reference.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

using Catch::Contains;
using gpu::matrix;

namespace {

gpu::device any_device() { return GENERATE(from_range(gpu::devices())); }

/// A matrix of rough numbers on a device.
matrix<float> rough(std::int64_t rows, std::int64_t columns, unsigned seed, gpu::device where) {
    test::stored_matrix<float> numbers(rows, columns);
    numbers.fill(test::normal_numbers(seed));
    std::vector<float> const elements(numbers.data_handle(),
                                      numbers.data_handle() + rows * columns);
    return matrix<float>(rows, columns, elements, where);
}

} // namespace

TEST_CASE("matmul_into writes the bits of matmul, in the order of the stream") {
    auto const where = any_device();
    gpu::stream const stream(where);
    auto const a = rough(33, 65, 1, where);
    auto const b = rough(65, 17, 2, where);
    for (bool const is_named : {false, true}) {
        auto expected = rough(33, 17, 3, where);
        auto c = rough(33, 17, 3, where);
        gpu::report report;
        auto const run = [&](auto policy) {
            gpu::matmul(policy, a, b, expected);
            gpu::matmul(policy, 2.F, a, b, -1.F, expected);
            gpu::matmul_into(policy.on(stream), a, b, c);
            gpu::matmul_into(policy.on(stream).report_to(report), 2.F, a, b, -1.F, c);
        };
        if (is_named) run(gpu::register_tile);
        else run(gpu::automatic);
        stream.synchronize();
        CHECK(report.device == where);
        CHECK_FALSE(report.kernel.empty());
        for (std::int64_t i = 0; i < 33; ++i)
            for (std::int64_t j = 0; j < 17; ++j)
                REQUIRE(test::same_bits(float(c(i, j)), float(expected(i, j))));
    }
}

TEST_CASE("matmul_into takes matrices without elements, and k = 0") {
    auto const where = any_device();
    matrix<float> const a(3, 0, where);
    matrix<float> const b(0, 2, where);
    auto c = rough(3, 2, 1, where);
    gpu::matmul_into(gpu::automatic.on(where), a, b, c);
    gpu::stream_view(where, nullptr).synchronize();
    CHECK(float(c(2, 1)) == 0);
    matrix<float> none(3, 0, where);
    gpu::matmul_into(gpu::automatic.on(where), c, matrix<float>(2, 0, where), none);
}

TEST_CASE("matmul_into refuses what would have to wait, and says what was given") {
    std::vector<float> a(6, 1), b(6, 1), c(4, 5);
    gpu::matrix_view<float> const left(a.data(), 2, 3), right(b.data(), 3, 2), out(c.data(), 2, 2);
    gpu::matmul_into(gpu::automatic, left, right, out); // the host
    CHECK(c == std::vector<float>(4, 3));
    CHECK_THROWS_WITH(gpu::matmul_into(gpu::automatic, left, left, out),
                      Contains("gpu::matmul_into(A 2x3 * B 2x3 = C 2x2)"));
    CHECK_THROWS_WITH(gpu::matmul_into(gpu::shared_tile.block_size(65), left, right, out),
                      Contains("gpu::matmul_into(shared_tile, A 2x3 * B 3x2 = C 2x2, float): "));
    auto const where = any_device();
    gpu::device_resource memory(where);
    auto const before = c;
    CHECK_THROWS_AS(gpu::matmul_into(gpu::automatic.on(where).with(memory), left, right, out),
                    std::invalid_argument);
    if (where.kind() == gpu::device_kind::cuda)
        CHECK_THROWS_WITH(gpu::matmul_into(gpu::automatic.on(where), left, right, out),
                          Contains("memory of the host, which cuda:0 cannot read"));
    CHECK(c == before);
}
