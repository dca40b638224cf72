// SPDX-License-Identifier: Apache-2.0
/// Checks before products run: whether matrices overlap, and the choice of a tile for a shape.
#include "matmul/shape.hpp"
#include "matmul/batch_launch.hpp"
#include "matmul/tile_heuristic.hpp"
#include "matmul/vector_heuristic.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <tuple>
#include <vector>

using namespace gpu::detail;

namespace {

/// Whether two matrices share a byte, checked byte by byte.
bool overlap_by_definition(matrix_lines const& x, matrix_lines const& y, std::byte const* memory,
                           std::size_t bytes) {
    std::vector<bool> of_x(bytes);
    for (std::size_t i = 0; i < x.count; ++i)
        for (std::size_t b = 0; b < x.bytes; ++b)
            of_x[static_cast<std::size_t>(x.first - memory) + i * x.step + b] = true;
    for (std::size_t i = 0; i < y.count; ++i)
        for (std::size_t b = 0; b < y.bytes; ++b)
            if (of_x[static_cast<std::size_t>(y.first - memory) + i * y.step + b]) return true;
    return false;
}

/// Request for a product of row-major matrices.
matmul_request request_of(std::int64_t m, std::int64_t n, std::int64_t k, float* memory) {
    matmul_request r;
    r.m = m;
    r.n = n;
    r.k = k;
    r.a = {memory, k, 1, {}};
    r.b = {memory + 1000, n, 1, {}};
    r.c = {memory + 2000, n, 1, {}};
    return r;
}

/// A product of matrices of Value without gaps.
template <class Value>
matmul_request product_of(std::int64_t m, std::int64_t n, std::int64_t k,
                          bool a_is_row_major = true, bool b_is_row_major = true) {
    matmul_request r;
    r.value = index_of<Value, matmul_types>;
    r.m = m;
    r.n = n;
    r.k = k;
    r.a.row_stride = a_is_row_major ? k : 1;
    r.a.column_stride = a_is_row_major ? 1 : m;
    r.b.row_stride = b_is_row_major ? n : 1;
    r.b.column_stride = b_is_row_major ? 1 : k;
    return r;
}

} // namespace

TEST_CASE("overlap agrees with its definition, also for interleaved rows") {
    std::mt19937 random(1);
    auto const below = [&](std::size_t n) { return static_cast<std::size_t>(random()) % n; };
    std::vector<std::byte> memory(2000);
    std::size_t overlapping = 0;
    for (int trial = 0; trial < 20'000; ++trial) {
        auto const matrix = [&] {
            std::size_t const bytes = 1 + below(8);
            return matrix_lines{memory.data() + below(60), below(8), bytes, bytes + below(12)};
        };
        auto const x = matrix();
        auto const y = matrix();
        bool const expected = overlap_by_definition(x, y, memory.data(), memory.size());
        REQUIRE(overlap(x, y) == expected);
        REQUIRE(overlap(y, x) == expected);
        overlapping += expected;
    }
    REQUIRE(overlapping > 2'000);
    REQUIRE(overlapping < 18'000);
}

TEST_CASE("checked strides describe rows or columns, also if there is only one") {
    std::vector<float> memory(3000);
    for (std::int64_t const k : {0, 1, 2, 5})
        for (std::int64_t const m : {0, 1, 2, 5})
            for (std::int64_t const given : {std::int64_t{-3}, std::int64_t{0}, std::int64_t{1},
                                             std::int64_t{5}, std::int64_t{100}}) {
                auto r = request_of(m, 3, k, memory.data());
                r.a.row_stride = given;
                r.a.column_stride = 1;
                CAPTURE(m, k, given);
                if (m > 1 && k > 0 && given < k) {
                    CHECK_THROWS_AS(check_shapes(r, 4, 4), std::invalid_argument);
                    continue;
                }
                check_shapes(r, 4, 4);
                for (auto const& [matrix, rows, columns] :
                     {std::tuple(r.a, m, k), std::tuple(r.b, k, std::int64_t{3}),
                      std::tuple(r.c, m, std::int64_t{3})}) {
                    bool const by_rows = matrix.column_stride == 1 &&
                                         matrix.row_stride >= std::max<std::int64_t>(columns, 1);
                    bool const by_columns = matrix.row_stride == 1 &&
                                            matrix.column_stride >= std::max<std::int64_t>(rows, 1);
                    CHECK((by_rows || by_columns));
                }
            }
}

TEST_CASE("lines are rows of a row-major matrix, columns of a column-major one") {
    std::vector<float> memory(100);
    auto const rows = lines_of({memory.data(), 7, 1, {}}, 3, 5, 4);
    CHECK((rows.count == 3 && rows.bytes == 20 && rows.step == 28 && rows.span() == 2 * 28 + 20));
    auto const columns = lines_of({memory.data(), 1, 7, {}}, 3, 5, 4);
    CHECK((columns.count == 5 && columns.bytes == 12 && columns.step == 28 &&
           columns.span() == 4 * 28 + 12));
    CHECK(lines_of({nullptr, 1, 1, {}}, 0, 5, 4).span() == 0);
    CHECK(lines_of({nullptr, 5, 1, {}}, 5, 0, 4).span() == 0);
}

TEST_CASE("large products get large tiles, small ones small tiles, and k is split if there are few "
          "tiles") {
    constexpr std::size_t multiprocessors = 132;
    auto const chosen = [](std::size_t m, std::size_t n, std::size_t k) {
        return choose_tile(m, n, k, multiprocessors);
    };
    CHECK((chosen(4096, 4096, 4096).tile == 128 && chosen(4096, 4096, 4096).splits == 1));
    // one tile per multiprocessor
    CHECK((chosen(128 * 131, 128, 4096).tile == 64 && chosen(128 * 132, 128, 4096).tile == 128));
    CHECK((chosen(1024, 1024, 1024).tile == 64 && chosen(1024, 1024, 1024).splits == 1));
    CHECK((chosen(64, 64, 100).tile == 64 && chosen(64, 64, 100).splits == 1));
    CHECK((chosen(64, 64, 1023).splits == 1 && chosen(64, 64, 1024).splits == 4)); // parts of 256
    CHECK(chosen(64, 64, 1'000'000).splits == 4 * multiprocessors);
    CHECK(chosen(512, 64, 1'000'000).splits == 4 * multiprocessors / 8);
    CHECK(chosen(1, 1, 0).splits == 1);
}

TEST_CASE("copied tiles, and the parts of k, are those of which the rounds end first") {
    constexpr std::size_t multiprocessors = 132;
    auto const chosen = [](std::size_t m, std::size_t n, std::size_t k, std::size_t count = 1) {
        auto const choice = choose_tile(m, n, k, multiprocessors, count, true);
        return std::pair(choice.tile, choice.splits);
    };
    using choice = std::pair<unsigned, std::size_t>;
    CHECK(has_wide_tiles[index_of<float, matmul_types>]);
    CHECK(std::ranges::count(has_wide_tiles, true) == 1);
    CHECK(
        (chosen(4096, 4096, 4096) == choice(128, 1) && chosen(2048, 2048, 2048) == choice(128, 1)));
    CHECK(chosen(3000, 3000, 3000) == choice(64, 1));
    CHECK(chosen(1024, 1024, 1024) == choice(64, 1)); // two tiles per multiprocessor
    // parts of 64 at least, so many that there are two blocks per multiprocessor
    CHECK((chosen(256, 256, 256) == choice(64, 4) && chosen(384, 384, 384) == choice(64, 6)));
    CHECK((chosen(512, 512, 512) == choice(64, 4) && chosen(640, 640, 640) == choice(64, 5)));
    CHECK((chosen(64, 64, 127) == choice(64, 1) && chosen(64, 64, 1023) == choice(64, 13)));
    CHECK(chosen(64, 64, 1'000'000) == choice(64, 526));
    // one round of large tiles, or five
    CHECK(
        (chosen(1024, 1024, 4096) == choice(128, 4) && chosen(2560, 2560, 2560) == choice(128, 3)));
    // a batch has the tiles of all products, which are not shared
    CHECK((chosen(128, 256, 4096, 132) == choice(128, 1) &&
           chosen(128, 256, 4096, 133) == choice(64, 1)));
    // unless the products take less time one after another, with tiles that are shared
    CHECK((chosen(64, 64, 4096, 4).second > 1 && chosen(64, 64, 4096, 100) == choice(64, 1)));
    CHECK((chosen(64, 64, 256, 2) == choice(64, 1) && chosen(64, 64, 1024, 8) == choice(64, 1)));
    // tiles are never larger than C
    for (std::size_t const n : {193U, 224U, 255U}) CHECK(chosen(128 * 132, n, 4096).first == 64);
    CHECK((chosen(128, 256 * 132, 4096).first == 128 && chosen(127, 256 * 132, 4096).first == 64));
    CHECK((chosen(127, 256, 4096, 132).first == 64 && chosen(128, 255, 4096, 132).first == 64));
    CHECK((chosen(1, 1, 0) == choice(64, 1) && chosen(0, 5, 3) == choice(64, 1)));
    // of 132 multiprocessors, and of 108
    CHECK(choose_tile(1152, 1152, 1152, 132, 1, true).splits == 4);
    CHECK(choose_tile(1152, 1152, 1152, 108, 1, true).splits == 2);
    // whole tiles, and seven rounds
    CHECK((chosen(704, 768, 128) == choice(64, 1) && chosen(4302, 772, 15738) == choice(64, 2)));
    constexpr copied_tile small = copied_tiles_by_size[0], wide = copied_tiles_by_size[1];
    CHECK(expected_ns(small, 256, 1000, 1, 132, 1024 * 1024) == 55'632);
    CHECK(expected_ns(small, 265, 1000, 1, 132, 1024 * 1024) == 99'168);
    CHECK(expected_ns(wide, 200, 2560, 1, 132, 2560 * 2560) == 895'680);
    CHECK(expected_ns(wide, 200, 2560, 3, 132, 2560 * 2560) == 825'801);
}

TEST_CASE("a batch has the tiles of all its products, and is one launch if these are enough") {
    constexpr std::size_t multiprocessors = 132;
    auto const tile = [](std::size_t m, std::size_t k, std::size_t count) {
        return choose_tile(m, m, k, multiprocessors, count);
    };
    CHECK((tile(128, 64, 131).tile == 64 && tile(128, 64, 132).tile == 128));
    CHECK((tile(64, 4096, 131).splits > 1 && tile(64, 4096, 132).splits == 1));

    float const one = 1, zero = 0;
    matmul_request r;
    r.m = r.n = r.k = 64;
    r.count = 132;
    r.alpha = &one;
    CHECK(is_one_launch(r, multiprocessors));
    CHECK(choose_batch_tile(r, multiprocessors).tile == 64); // of 128, most would lie outside C
    auto const with = [&](auto change) {
        matmul_request changed = r;
        change(changed);
        return is_one_launch(changed, multiprocessors);
    };
    void* const pointers[1] = {};
    CHECK_FALSE(with([](auto& x) { x.count = 1; }));
    CHECK_FALSE(with([](auto& x) { x.k = 0; }));
    CHECK_FALSE(with([&](auto& x) { x.alpha = &zero; }));
    CHECK_FALSE(with([&](auto& x) { x.b.pointers = pointers; }));
    CHECK_FALSE(with([](auto& x) { x.count = 4, x.k = 4096; })); // k is split
    CHECK_FALSE(with([](auto& x) { x.count = std::int64_t{1} << 31; }));
    CHECK(with([](auto& x) { x.count = (std::int64_t{1} << 31) - 1; }));
    CHECK(with([](auto& x) { x.then.count = 1; }));
    CHECK(with([](auto& x) { x.then.count = 1, x.block_size = 256; }));
    double const two = 2;
    auto const of_double = [&](auto& x) {
        x.value = x.result = index_of<double, matmul_types>;
        x.alpha = &two;
        x.then.count = 1;
    };
    CHECK(with(of_double));
    CHECK(with([&](auto& x) { of_double(x), x.block_size = 256; }));
}

TEST_CASE("the last class of shapes accepts all") {
    auto const& last = shape_classes.back();
    CHECK((last.blocks == 0 && last.k == 0 && last.split_blocks == 0));
}

TEST_CASE("more than four vectors are multiplied by the library only if they lie along k") {
    for (std::int64_t const vectors : {2, 4, 5, 16})
        for (bool const along_k : {false, true}) {
            CAPTURE(vectors, along_k);
            auto const r = product_of<float>(4096, vectors, 4096, false, !along_k);
            auto const transposed = product_of<float>(vectors, 4096, 4096, along_k, true);
            CHECK(is_vector_kernel_faster(r) == (vectors <= 4 || along_k));
            CHECK(is_vector_kernel_faster(transposed) == is_vector_kernel_faster(r));
        }
}

TEST_CASE("products whose k is much larger than m and n are by register_tile, if that is faster") {
    auto const is_faster = [](matmul_request const& r) { return is_register_tile_faster(r); };
    constexpr std::int64_t least = 1 << 16, large = 1 << 20;
    CHECK(is_faster(product_of<std::int8_t>(32, 32, large)));
    CHECK(is_faster(product_of<std::int8_t>(128, 64, least)));
    CHECK(is_faster(product_of<std::int8_t>(64, 64, large, false)));
    // both operands along k, as cuBLAS's fast kernels need
    CHECK_FALSE(is_faster(product_of<std::int8_t>(64, 64, large, true, false)));
    CHECK_FALSE(is_faster(product_of<std::int8_t>(31, 64, large)));
    CHECK_FALSE(is_faster(product_of<std::int8_t>(64, 129, large)));
    CHECK_FALSE(is_faster(product_of<std::int8_t>(64, 64, least - 1)));
    CHECK(is_faster(product_of<float>(64, 64, least)));
    CHECK(is_faster(product_of<float>(64, 64, large)));
    CHECK_FALSE(is_faster(product_of<float>(64, 64, large, false)));
    CHECK_FALSE(is_faster(product_of<float>(64, 64, least - 1)));
    CHECK_FALSE(is_faster(product_of<float>(64, 65, large)));
    CHECK_FALSE(is_faster(product_of<float>(32, 64, large)));
    CHECK_FALSE(is_faster(product_of<double>(64, 64, large)));
}

TEST_CASE("long matrices with short rows are multiplied by the library, if that is faster") {
    auto const is_faster = [](matmul_request const& r) { return is_vector_kernel_faster(r); };
    CHECK(is_faster(product_of<std::int8_t>(65536, 1, 16)));
    CHECK(is_faster(product_of<std::int8_t>(8, 100'000, 8)));
    CHECK_FALSE(is_faster(product_of<std::int8_t>(65536, 16, 17)));
    CHECK_FALSE(is_faster(product_of<std::int8_t>(65536, 16, 7)));
    CHECK_FALSE(is_faster(product_of<std::int8_t>(65535, 16, 16)));
    CHECK(is_faster(product_of<float>(65536, 9, 9)));
    CHECK(is_faster(product_of<double>(16, 100'000, 16)));
    CHECK_FALSE(is_faster(product_of<float>(65536, 8, 16)));
    CHECK_FALSE(is_faster(product_of<float>(65536, 16, 8)));
    CHECK_FALSE(is_faster(product_of<gpu::half>(65536, 16, 16)));
}
