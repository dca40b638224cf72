// SPDX-License-Identifier: Apache-2.0
/// Whether automatic prefers tensor_core to cuBLAS, by the alignment of the matrices. Needs no GPU:
/// addresses are only looked at.
#include "cuda/tensor_core/operand.hpp"
#include "cuda/tensor_core/product.hpp"

#include <gpualgo/abi/matmul_lists.hpp>
#include <gpualgo/abi/matmul_request.hpp>
#include <gpualgo/half.hpp>

#include <catch2/catch.hpp>

#include <cstdint>

namespace {

/// Whether automatic takes tensor_core for n by n matrices of half. A is column-major, B and C are
/// row-major.
/// @param address of A
/// @param stride from one line to the next
bool is_preferred(std::int64_t n, std::uintptr_t address, std::int64_t stride) {
    using namespace gpu::detail;
    matmul_request r;
    r.value = r.result = index_of<gpu::half, matmul_types>;
    r.m = r.n = r.k = n;
    auto const matrix = [](std::uintptr_t at, std::int64_t row_stride, std::int64_t column_stride) {
        return matmul_operand{{reinterpret_cast<void*>(at), row_stride, column_stride}, {}};
    };
    r.a = matrix(address, 1, stride);
    r.b = matrix(std::uintptr_t{1} << 21, stride, 1);
    r.c = matrix(std::uintptr_t{1} << 22, stride, 1);
    return gpu::sm90::is_faster_than_cublas(r);
}

} // namespace

TEST_CASE("tensor_core: automatic leaves matrices between sectors to cuBLAS, if they are large and "
          "A is column-major") {
    constexpr std::uintptr_t aligned = 1 << 20;
    for (std::int64_t const n : {784, 1408}) {
        CAPTURE(n);
        CHECK(is_preferred(n, aligned, n));
        CHECK(is_preferred(n, aligned, n + 16));
        CHECK(is_preferred(n, aligned, n + 8) == (n < 1408));  // rows at odd multiples of 16 bytes
        CHECK(is_preferred(n, aligned + 16, n) == (n < 1408)); // all of A's rows
    }
    CHECK(is_preferred(777, aligned, 777)); // copied first, so that rows begin at sectors
}

TEST_CASE("tensor_core: lines of copies begin at lines of the cache, or at sectors if short") {
    using namespace gpu::sm90;
    auto const begin = [](std::int64_t width, std::int64_t stride) {
        return operand{{reinterpret_cast<void*>(1 << 20), width, 100, stride, 2}, major::k, {}}
            .begin();
    };
    CHECK(begin(264, 264) == line_begin::between); // read in place
    CHECK(begin(256, 256) == line_begin::cache_line);
    CHECK(begin(263, 263) == line_begin::sector);
    CHECK(begin(777, 777) == line_begin::cache_line);
}
