// SPDX-License-Identifier: Apache-2.0
/// Kernels of tensor_core for double: the kernel chosen for a shape, and a model of a warp's loads.
#include "cuda/tensor_core/double_offsets.hpp"
#include "cuda/tensor_core/double_selection.hpp"
#include "cuda/tensor_core/faster_shapes.hpp"

#include <gpualgo/abi/matmul_lists.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <vector>

using namespace gpu::sm90;

namespace {

/// An element of a tile in shared memory: its row of A, or column of B, and its k.
struct tile_element {
    int line = -1, k = -1;
};

/// A tile of 16 of k as the copy engine writes it, by index of 8 bytes.
std::vector<tile_element> copied_tile(major order, int extent) {
    std::vector<tile_element> tile(static_cast<std::size_t>(extent) * 16);
    for (int line = 0; line < extent; ++line)
        for (int k = 0; k < 16; ++k) {
            bool const is_k_major = order == major::k;
            int const y = is_k_major ? line : k, x = is_k_major ? k : line % 16;
            auto const at = swizzled(static_cast<std::uint32_t>(y * 128 + x / 2 * 16));
            auto const box = static_cast<std::size_t>(is_k_major ? 0 : line / 16 * 256);
            tile[box + at / 8 + static_cast<std::size_t>(x % 2)] = {line, k};
        }
    return tile;
}

/// Whether the lanes that load at the same time read all banks of shared memory.
/// @param bytes per lane
template <class Offset>
bool reads_all_banks(std::uint32_t bytes, Offset offset_of) {
    for (std::uint32_t first = 0; first < 32; first += 128 / bytes) {
        std::set<std::uint32_t> banks;
        for (std::uint32_t lane = first; lane < first + 128 / bytes; ++lane)
            for (std::uint32_t word = 0; word < bytes; word += 4)
                banks.insert((offset_of(lane) + word) % 128 / 4);
        if (banks.size() != 32) return false;
    }
    return true;
}

/// The operands of an mma, which has columns of B as rows.
struct mma_operands {
    tile_element of_b[16][8], of_a[8][8]; ///< by row and k; by k and column
};

/// The operands that a warp loads for an mma.
/// @param i, j indices of 16 columns and of 8 rows
template <major A, major B>
mma_operands loaded(int i, int j, int half) {
    using offsets = double_offsets<A, B>;
    static std::vector<tile_element> const tile_a = copied_tile(A, 32), tile_b = copied_tile(B, 64);
    mma_operands all;
    for (std::uint32_t lane = 0; lane < 32; ++lane)
        for (int late = 0; late < 2; ++late) {
            std::uint32_t const first_a = offsets::first_of_a(lane),
                                first_b = offsets::first_of_b(lane);
            std::uint32_t const k = lane % 4 + static_cast<std::uint32_t>(late) * 4;
            std::uint32_t const a =
                offsets::loads_pairs_of_k
                    ? offsets::next_of_a(first_a, j, half, 0) + static_cast<std::uint32_t>(late) * 8
                    : offsets::next_of_a(first_a, j, half, late);
            all.of_a[k][lane / 4] = tile_a.at(a / 8);
            for (int odd = 0; odd < 2; ++odd) {
                std::uint32_t const b = B == major::mn
                                            ? offsets::next_of_b(first_b, i, half, late, 0) +
                                                  static_cast<std::uint32_t>(odd) * 8
                                            : offsets::next_of_b(first_b, i, half, late, odd);
                all.of_b[lane / 4 + static_cast<std::uint32_t>(odd) * 8][k] = tile_b.at(b / 8);
            }
        }
    return all;
}

/// Checks that a warp multiplies elements of the same k, and each k once. Its sums must belong to
/// the elements of C at the fragment's places.
template <major A, major B>
void check_mma(int i, int j, int half) {
    mma_operands const x = loaded<A, B>(i, j, half);
    std::set<int> all_k;
    for (int k = 0; k < 8; ++k) {
        int const own = x.of_a[k][0].k;
        all_k.insert(own);
        CHECK(own / 8 == half);
        for (auto const& row : x.of_b) CHECK(row[k].k == own);
        for (auto const& column : x.of_a[k]) CHECK(column.k == own);
    }
    CHECK(all_k.size() == 8);
    std::set<int> rows_of_a, columns_of_b;
    for (auto const& column : x.of_a[0]) rows_of_a.insert(column.line);
    for (auto const& row : x.of_b) columns_of_b.insert(row[0].line);
    CHECK((rows_of_a.size() == 8 && columns_of_b.size() == 16));
    for (unsigned lane = 0; lane < 32; ++lane)
        for (int odd = 0; odd < 2; ++odd) {
            auto const at = double_fragment<A, B, 64>::at(lane, (i * 4 + j) * 2 + odd);
            CHECK(x.of_a[0][lane % 4 * 2 + static_cast<unsigned>(odd)].line == at.row);
            CHECK(x.of_b[lane / 4][0].line == at.column);
            CHECK(x.of_b[lane / 4 + 8][0].line == at.column + 1);
        }
}

template <major A, major B>
void check_orders() {
    using offsets = double_offsets<A, B>;
    for (int half = 0; half < 2; ++half)
        for (int i = 0; i < 4; ++i) {
            for (int j = 0; j < 4; ++j) check_mma<A, B>(i, j, half);
            for (int late = 0; late < 2; ++late)
                for (int odd = 0; odd < (B == major::mn ? 1 : 2); ++odd)
                    CHECK(reads_all_banks(B == major::mn ? 16 : 8, [&](std::uint32_t lane) {
                        return offsets::next_of_b(offsets::first_of_b(lane), i, half, late, odd);
                    }));
            for (int late = 0; late < (offsets::loads_pairs_of_k ? 1 : 2); ++late)
                CHECK(reads_all_banks(offsets::loads_pairs_of_k ? 16 : 8, [&](std::uint32_t lane) {
                    return offsets::next_of_a(offsets::first_of_a(lane), i, half, late);
                }));
        }
}

} // namespace

TEST_CASE("tensor_core: a warp loads operands of double of each order without bank conflicts") {
    using enum major;
    check_orders<k, k>();
    check_orders<k, mn>();
    check_orders<mn, k>();
    check_orders<mn, mn>();
}

TEST_CASE("tensor_core: the kernel chosen for double, and the parts of k") {
    auto const chosen = [](int m, int n, int k, int products = 1) {
        auto const [place, parts] = choose_double({m, n, k, products}, 132);
        bool const is_few = place >= double_variants.size();
        auto const name = is_few ? few_doubles_variants[place - double_variants.size()].name
                                 : double_variants[place].name;
        return std::string(name) + ", " + std::to_string(parts);
    };
    CHECK(chosen(256, 256, 256) == "matmul_tensor_core<32, 32>, 1");
    CHECK(chosen(512, 512, 512) == "matmul_tensor_core<64, 64, split_k>, 1");
    CHECK(chosen(4096, 4096, 4096) == "matmul_tensor_core<128, 128>, 1");
    // memory is the limit, so that all multiprocessors load
    CHECK(chosen(64, 64, 1 << 20) == "matmul_tensor_core<64, 64>, 132");
    CHECK(chosen(1024, 256, 4096) == "matmul_tensor_core<64, 64, split_k>, 1");
    CHECK(chosen(16, 4096, 4096) == "matmul_tensor_core<32, 32>, 1");
    CHECK(chosen(640, 640, 640) == "matmul_tensor_core<64, 64>, 1");
    // more tiles than multiprocessors, each of which computes two smaller ones at the same time
    CHECK(chosen(5000, 192, 512) == "matmul_tensor_core<64, 64, two_blocks>, 1");
    CHECK(chosen(2544, 400, 272) == "matmul_tensor_core<64, 96, two_blocks>, 1");
    // two tiles of 64 by 128 per multiprocessor, and one more column
    CHECK(chosen(700, 3072, 128) == "matmul_tensor_core<64, 128>, 1");
    CHECK(chosen(700, 3080, 128) == "matmul_tensor_core<64, 96, two_blocks>, 1");
    // kernels for few tiles do not divide k in batches
    CHECK(chosen(64, 64, 1 << 20, 2) == "matmul_tensor_core<64, 128>, 1");
    CHECK(chosen(64, 64, 64, 16) == "matmul_tensor_core<32, 32>, 1");
    CHECK(chosen(64, 64, 64, 8000) == "matmul_tensor_core<64, 64, two_blocks>, 1");
    // products are the third dimension of a grid for few tiles; the others have at most 16 tiles
    // per multiprocessor
    CHECK(chosen(64, 64, 64, 65535) == "matmul_tensor_core<64, 64, two_blocks>, 1");
    CHECK(chosen(64, 64, 64, 65536) == "matmul_tensor_core<64, 128>, 1");
    CHECK(chosen(2112 * 64, 64, 64) == "matmul_tensor_core<64, 64, two_blocks>, 1");
    CHECK(chosen(2113 * 64, 64, 64) == "matmul_tensor_core<128, 128>, 1");
    // a kernel that is asked for, with k divided as often as possible, or not at all
    CHECK(newly_chosen(double_facts{64, 64, 16384}, 132, {.variant = 6, .divides = 1}).parts_of_k >
          100);
    CHECK(newly_chosen(double_facts{64, 64, 16384}, 132, {.variant = 6, .divides = 0}).parts_of_k ==
          1);
}

TEST_CASE("tensor_core: expected times of products of double") {
    auto const many = [](std::size_t variant, double_facts const& p, int divides = -1) {
        return expected_ns(double_variants[variant], p, 132, divides);
    };
    // 47 of 576 tiles are half tiles: three rounds, and up to 703 units of steps more
    CHECK(stream_of(double_variants[0], {3000, 3000, 3000}, 132, -1).halves == 47);
    CHECK(many(0, {3000, 3000, 3000}) == 873816);
    CHECK(many(0, {3000, 3000, 3000}, 0) == 1019900);
    // half tiles take longer if A is column-major
    CHECK(many(0, {3000, 3000, 3000, 1, major::mn}) == 879612);
    CHECK(many(0, {3000, 3000, 3000, 1, major::mn}, 0) == 1019900);
    CHECK(many(1, {1600, 1600, 1600}) == 141300);
    CHECK(many(1, {1600, 1600, 1600, 1, major::mn}) == 142125);
    CHECK(many(0, {64, 50000, 512, 1, major::mn}) == 86540);
    // their loads take as long in either order
    CHECK(many(1, {32, 50000, 512}, 0) == 63132);
    CHECK(many(1, {32, 50000, 512, 1, major::mn}, 0) == 63108);
    CHECK(many(1, {1250, 1250, 1250, 1, major::mn}) == 73962); // one tile and a third
    CHECK(many(0, {200, 200, 64, 500}) == 107880);
    // all tiles are half tiles, and loads take longer than products
    CHECK(many(0, {64, 50000, 512}) == 74012);
    CHECK(many(0, {1 << 20, 64, 64}) == 316844);
    CHECK(many(0, {64, 64, 1024}) == 26037);     // warps wait, and 32 blocks add their sums
    CHECK(many(1, {896, 896, 896}) == 30416);    // tiles of up to three blocks
    CHECK(many(1, {1152, 1152, 1152}) == 56866); // of two
    // memory is the limit, also of batches
    CHECK(many(0, {1 << 20, 128, 16}) == 214910);
    CHECK(many(1, {64, 64, 16, 20000}) == 262924);
    // one of 40 is
    CHECK(many(1, {64, 5000, 512}) == 14016);

    auto const few = [](std::size_t variant, double_facts const& p, int parts = 1) {
        return expected_ns(few_doubles_variants[variant], p, 132, parts);
    };
    CHECK(few(6, {5000, 192, 512}) == 22150); // two blocks per multiprocessor
    CHECK(few(6, {64, 64, 1024}) == 41350);   // as long as two
    CHECK(few(7, {700, 3000, 128}) == 14492); // three
    CHECK(few(4, {5000, 192, 512}) == 22928); // one after another
    CHECK(few(0, {4000, 32, 16}) == 2170);    // memory is the limit
    CHECK(few(6, {64, 64, 16, 20000}) == 182150);
    CHECK(few(1, {32, 6336, 16}) == 2585);
    CHECK(few(1, {200, 200, 1000}) == 10479);
    CHECK(few(3, {512, 512, 512}) == 9452);
    CHECK(few(7, {1000, 1000, 1 << 20, 20000}) == 777723909620); // more than 2^31 steps
    CHECK(few(1, {16, 4096, 4096}) == 46644); // loads of B are: 86 blocks have one each
    CHECK(few(1, {16, 3000, 4096}) == 36148);
    // divided k: other blocks load the same lines of neither matrix, of A, and of B
    CHECK(few(4, {64, 64, 16384}, 64) == 15031);
    CHECK(few(4, {64, 200, 16384}, 32) == 19511);
    CHECK(few(4, {200, 64, 16384}, 32) == 19511);
    CHECK(few(3, {32, 40, 1 << 20}, 32) == 596223);
}

TEST_CASE("tensor_core: automatic takes it for large products of double if A is row-major") {
    using namespace gpu::detail;
    auto const is_chosen = [](product_extents const& x,
                              operand_layouts const& layouts = {true, false}) {
        return is_faster_than_cublas(index_of<double, matmul_types>, x, layouts);
    };
    CHECK(is_chosen({1280, 1280, 1024}));
    CHECK(is_chosen({4096, 4096, 4096}));
    CHECK(is_chosen({4096, 4096, 4096}, {true, true}));
    CHECK(is_chosen({1280, 1280, 1024}, {true, false, true, true})); // between sectors
    CHECK_FALSE(is_chosen({1279, 1280, 1024}));
    CHECK_FALSE(is_chosen({1280, 1279, 1024}));
    CHECK_FALSE(is_chosen({1280, 1280, 1023}));
    CHECK_FALSE(is_chosen({4096, 4096, 4096}, {false, false}));
    CHECK_FALSE(is_chosen({4096, 4096, 4096}, {true, false, false})); // copied first
}
