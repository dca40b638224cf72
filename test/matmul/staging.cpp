// SPDX-License-Identifier: Apache-2.0
/// Host matrices that are copied to a device and back: only their elements are copied.
#include "matmul/staging.hpp"
#include "support/matmul_reference.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

using namespace gpu::detail;

namespace {

template <class T>
matmul_operand operand_of(test::stored_matrix<T>& m) {
    return {m.data_handle(), m.stride(0), m.stride(1), {}};
}

/// Element (i, j) of a matrix on the simulated device, which uses host memory.
float& element(matmul_operand const& m, std::int64_t i, std::int64_t j) {
    return static_cast<float*>(m.data)[i * m.row_stride + j * m.column_stride];
}

} // namespace

TEST_CASE(
    "staged matrices are packed copies in the original layout, and only elements are copied back") {
    for (bool const column_major : {false, true})
        for (std::int64_t const gap : {0, 3})
            for (auto const& [rows, columns] :
                 {std::pair<std::int64_t, std::int64_t>{5, 4}, {1, 7}, {7, 1}, {1, 1}}) {
                CAPTURE(column_major, gap, rows, columns);
                test::stored_matrix<float> host(rows, columns, {column_major, gap, 1});
                host.fill([](std::int64_t i, std::int64_t j) { return 10 * i + j; });
                staged_matrix const staged(simulated_id, operand_of(host), rows, columns,
                                           sizeof(float), true);
                auto const& on_device = staged.operand();
                REQUIRE(on_device.data != host.data_handle());
                REQUIRE(on_device.memory == simulated_id);
                CHECK((column_major ? on_device.row_stride : on_device.column_stride) == 1);
                // no gaps
                CHECK((column_major ? on_device.column_stride : on_device.row_stride) ==
                      (column_major ? rows : columns));
                std::size_t wrong = 0;
                for (std::int64_t i = 0; i < rows; ++i)
                    for (std::int64_t j = 0; j < columns; ++j) {
                        wrong += element(on_device, i, j) != static_cast<float>(10 * i + j);
                        element(on_device, i, j) += 100;
                    }
                CHECK(wrong == 0);
                staged.fetch();
                for (std::int64_t i = 0; i < rows; ++i)
                    for (std::int64_t j = 0; j < columns; ++j)
                        wrong += host(i, j) != static_cast<float>(10 * i + j + 100);
                CHECK(wrong == 0);
                CHECK(host.surroundings_intact());
            }
}

TEST_CASE("matrices without elements need no memory") {
    test::stored_matrix<float> host(0, 4);
    staged_matrix const staged(simulated_id, operand_of(host), 0, 4, sizeof(float), true);
    CHECK(staged.operand().data == nullptr);
    staged.fetch();
    CHECK(host.surroundings_intact());
}

TEST_CASE("staged products have all matrices on the device, and C is copied back") {
    test::stored_matrix<float> a(2, 3, {true, 2, 0}), b(3, 4, {false, 1, 2}), c(2, 4, {true, 1, 1});
    a.fill([](auto, auto) { return 1; });
    b.fill([](auto, auto) { return 2; });
    matmul_request request;
    request.m = 2;
    request.k = 3;
    request.n = 4;
    request.a = operand_of(a);
    request.b = operand_of(b);
    request.c = operand_of(c);
    staged_batch staged(simulated_id, request, false);
    auto const r = staged.stage(0);
    CHECK((r.m == 2 && r.n == 4 && r.k == 3));
    CHECK((element(r.a, 1, 2) == 1 && element(r.b, 2, 3) == 2));
    for (std::int64_t i = 0; i < 2; ++i)
        for (std::int64_t j = 0; j < 4; ++j) element(r.c, i, j) = static_cast<float>(i - j);
    staged.fetch();
    CHECK((c(1, 0) == 1 && c(0, 3) == -3));
    CHECK(c.surroundings_intact());
    CHECK((a.surroundings_intact() && b.surroundings_intact()));
}

TEST_CASE("a matrix that all products of a batch read is staged once") {
    float numbers[] = {1, 2, 3}, others[] = {4, 5, 6}, sums[] = {7, 8, 9};
    void* const pointers[] = {&numbers[0], &numbers[0], &numbers[2]};
    auto const matrix = [](float* first, std::int64_t stride) {
        return matmul_operand{{first, 1, 1}, {}, stride};
    };
    matmul_request request;
    request.m = request.n = request.k = 1;
    request.count = 3;
    request.c = matrix(sums, 1);
    auto const a_and_b = [&](matmul_operand const& a, matmul_operand const& b) {
        request.a = a;
        request.b = b;
        staged_batch staged(simulated_id, request, true);
        std::vector<float> found;
        for (std::int64_t i = 0; i < 3; ++i) {
            auto const r = staged.stage(i);
            for (auto const* x : {&r.a, &r.b, &r.c}) found.push_back(element(*x, 0, 0)++);
            staged.fetch();
        }
        return found;
    };
    // elements on the device are one more after each product that reads the same copy
    CHECK(a_and_b(matrix(numbers, 0), matrix(others, 1)) ==
          std::vector<float>{1, 4, 7, 2, 5, 8, 3, 6, 9});
    CHECK(a_and_b(matrix(numbers, 1), matrix(others, 0)) ==
          std::vector<float>{1, 4, 8, 2, 5, 9, 3, 6, 10});
    auto by_pointers = matrix(&numbers[0], 0);
    by_pointers.pointers = pointers;
    CHECK(a_and_b(by_pointers, matrix(others, 0)) ==
          std::vector<float>{1, 4, 9, 1, 5, 10, 3, 6, 11});
}
