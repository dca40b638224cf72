// SPDX-License-Identifier: Apache-2.0
/// Index arithmetic of tensor_core's kernels, which only run on GPUs. Covers descriptors, swizzles,
/// the order of tiles, and parts of k.
#include "cuda/tensor_core/aligned_copy.hpp"
#include "cuda/tensor_core/cluster_place.hpp"
#include "cuda/tensor_core/descriptor.hpp"
#include "cuda/tensor_core/half_boxes.hpp"
#include "cuda/tensor_core/kernel_set.hpp"
#include "cuda/tensor_core/recent.hpp"
#include "cuda/tensor_core/tensor_map.hpp"
#include "cuda/tensor_core/tile_boxes.hpp"
#include "cuda/tensor_core/tile_order.hpp"
#include "cuda/tensor_core/transposed_tile.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace gpu::sm90;

TEST_CASE("tensor_core: values are made once per key, unless another key takes the place") {
    recent<int, std::string, 4> cache;
    int made = 0;
    auto const get = [&](int key) {
        return cache.get(key, static_cast<std::size_t>(key), [&] {
            ++made;
            if (key == 7) throw key;
            return std::to_string(key);
        });
    };
    CHECK((get(1) == "1" && get(2) == "2" && get(1) == "1" && get(2) == "2"));
    CHECK(made == 2);
    CHECK((get(5) == "5" && get(1) == "1")); // 1 and 5 have one place
    CHECK(made == 4);
    CHECK_THROWS_AS(get(7), int);
    CHECK_THROWS_AS(get(7), int);
    CHECK((get(3) == "3" && get(2) == "2"));
    CHECK(made == 7);
}

TEST_CASE("tensor_core: the maps of an operand, which differ in lines only, keep their places") {
    constexpr std::uint64_t addresses = 2000, places = 128;
    for (std::uint64_t part = 40; part <= 256; part += 8)
        for (std::uint64_t last = 1; last < part; ++last) {
            std::size_t shared = 0;
            for (std::uint64_t address = 0; address < addresses; ++address) {
                auto const place = [=](std::uint64_t lines) {
                    return hash_of(address * 37, 1024, 1024, lines, 1, 2) % places;
                };
                shared += place(part) == place(last);
            }
            CAPTURE(part, last);
            CHECK(shared < addresses / 10);
        }
}

TEST_CASE("tensor_core: the copy engine takes distances of multiples of 16 bytes, forwards") {
    CHECK(matrix_stack{3, 64}.is_aligned(2));
    CHECK(matrix_stack{3, 8}.is_aligned(2));
    CHECK_FALSE(matrix_stack{3, 4}.is_aligned(2));
    CHECK(matrix_stack{3, 4}.is_aligned(4));
    CHECK_FALSE(matrix_stack{3, -64}.is_aligned(2));
    CHECK_FALSE(matrix_stack{3, std::int64_t{1} << 37}.is_aligned(1));
    CHECK(matrix_stack{1, 3}.is_aligned(2)); // one matrix has no next one
}

namespace {

/// Checks that all parts of a tile together have each of its lines once, and that lines in shared
/// memory are those that wgmma reads.
template <major Major, int Extent, int Shares>
void check_boxes() {
    using boxes = tile_boxes<Major, Extent, Shares>;
    CAPTURE(static_cast<int>(Major), Extent, Shares);
    std::set<int> lines;
    for (int share = 0; share < Shares; ++share)
        for (int i = 0; i < boxes::per_share; ++i)
            for (int line = 0; line < boxes::lines; ++line) {
                auto const [first, extent, k] = boxes::at(share, i);
                if (Major == major::k) CHECK((first == extent && k == 0));
                else CHECK(first == extent + k); // squares of 64 by 64, one after another
                CHECK(lines.insert(first + line).second);
            }
    CHECK(lines.size() == Extent);
    CHECK((*lines.begin() == 0 && *lines.rbegin() == Extent - 1));
    // near the end of the matrix: lines of boxes that begin inside
    constexpr int first = 9 * Extent;
    for (int const inside : {-500, -1, 0, 1, 31, 32, 33, 63, 64, 65, 127, 128, 129, 500}) {
        int const end = first + inside;
        int loaded = 0;
        for (int share = 0; share < Shares; ++share) {
            bool const is_cut = boxes::is_cut(share, first, end);
            for (int i = 0; i < boxes::per_share; ++i) {
                bool const is_inside = boxes::at(share, i).extent < inside;
                CHECK(is_inside == (i < boxes::count_inside(share, first, end)));
                if (is_inside)
                    loaded += is_cut ? lines_of_last_box(Major, boxes::part, end) : boxes::lines;
            }
        }
        CHECK(boxes::lines_inside(first, end) == loaded);
        if (Major == major::k) CHECK(loaded == std::clamp(inside, 0, Extent));
    }
}

} // namespace

TEST_CASE("tensor_core: the boxes of blocks that share a tile cover it once") {
    [&]<std::size_t... V>(std::index_sequence<V...>) {
        (check_boxes<major::k, variants[V].columns, variants[V].cluster.rows>(), ...);
        (check_boxes<major::mn, variants[V].columns, variants[V].cluster.rows>(), ...);
        (check_boxes<major::k, variants[V].rows, variants[V].cluster.columns>(), ...);
    }
    (std::make_index_sequence<variants.size()>());
    check_boxes<major::mn, 128, 1>();
    check_boxes<major::mn, 192, 2>();
}

namespace {

/// Checks that a block's mates are those that its row and column have.
template <int Rows, int Columns>
void check_mates() {
    for (int row = 0; row < Rows; ++row)
        for (int column = 0; column < Columns; ++column) {
            cluster_place<Rows, Columns> const place{row, column};
            CAPTURE(Rows, Columns, row, column);
            unsigned of_row = 0, of_column = 0, mates = 0;
            for (int i = 0; i < Columns; ++i) of_row |= 1u << (row * Columns + i);
            for (int i = 0; i < Rows; ++i) of_column |= 1u << (i * Columns + column);
            CHECK(place.row_mask() == of_row);
            CHECK(place.column_mask() == of_column);
            for (unsigned i = 0; i < place.mates; ++i) {
                CHECK((mates >> place.mate(i) & 1) == 0);
                mates |= 1u << place.mate(i);
            }
            CHECK(mates == (of_row | of_column));
        }
}

} // namespace

TEST_CASE("tensor_core: a block shares tiles with the blocks of its row and column of a cluster") {
    check_mates<1, 1>();
    check_mates<2, 1>();
    check_mates<1, 2>();
    check_mates<2, 2>();
    check_mates<3, 2>();
}

TEST_CASE("tensor_core: the worst place at which a line begins, by address and stride") {
    auto const begin = [](std::uintptr_t address, std::int64_t lines, std::int64_t stride) {
        return line_matrix{reinterpret_cast<void*>(address), 64, lines, stride, 2}.begin();
    };
    CHECK(begin(4096, 100, 1024) == line_begin::cache_line);
    CHECK(begin(4096, 100, 1008) == line_begin::sector);
    CHECK(begin(4096 + 64, 100, 1024) == line_begin::sector);
    CHECK(begin(4096, 100, 1000) == line_begin::between);
    CHECK(begin(4096 + 16, 100, 1008) == line_begin::between);
    CHECK(begin(4096, 1, 1000) == line_begin::cache_line);
}

TEST_CASE(
    "tensor_core: lines of aligned copies are whole lines of the cache, or sectors if short") {
    CHECK(aligned_stride(2500, 2) == 2560);
    CHECK(aligned_stride(2501, 4) == 2528);
    CHECK(aligned_stride(2560, 2) == 2560);
    CHECK(aligned_stride(1025, 1) == 1152);
    CHECK(aligned_stride(17, 2) == 32);
    CHECK(aligned_stride(511, 2) == 512);
}

TEST_CASE("tensor_core: parts of k are contiguous and of equal length") {
    for (int const k : {1, 63, 64, 65, 128, 1000, 8192})
        for (int const parts : {1, 2, 4}) {
            CAPTURE(k, parts);
            int end = 0;
            for (int part = 0; part < parts; ++part) {
                k_range const range = part_of_k(k, 64, parts, part);
                CHECK(range.first == end);
                CHECK(range.count == part_of_k(k, 64, parts, 0).count);
                end = range.first + range.count;
            }
            CHECK(end * 64 >= k);
            CHECK((end - parts) * 64 < k);
        }
}

TEST_CASE("tensor_core: matrix descriptors have the fields that wgmma reads") {
    std::uint64_t const d = matrix_descriptor(0x12340, 8192, 1024);
    CHECK((d & 0x3FFF) == 0x1234);
    CHECK((d >> 16 & 0x3FFF) == 8192 / 16);
    CHECK((d >> 32 & 0x3FFF) == 1024 / 16);
    CHECK((d >> 49 & 7) == 0);
    CHECK(d >> 62 == 1);
    // advancing the address within shared memory does not change the other fields
    CHECK(matrix_descriptor(0x12340, 8192, 1024) + 128 ==
          matrix_descriptor(0x12340 + 128 * 16, 8192, 1024));
}

TEST_CASE("tensor_core: the swizzle is a permutation, and spreads columns over all banks") {
    std::set<std::uint32_t> places;
    for (std::uint32_t at = 0; at < 1024; ++at) {
        places.insert(swizzled(at));
        CHECK(swizzled(at) / 128 == at / 128); // in the same row
        CHECK(swizzled(at) % 16 == at % 16);   // chunks of 16 bytes stay together
        CHECK(swizzled(swizzled(at)) == at);   // it is an involution
        CHECK(swizzled(at + 1024) == swizzled(at) + 1024);
    }
    CHECK(places.size() == 1024);
    // 8 rows, the same 16 bytes of each: no bank conflicts
    for (std::uint32_t column = 0; column < 128; column += 16) {
        std::set<std::uint32_t> banks;
        for (std::uint32_t row = 0; row < 8; ++row)
            banks.insert(swizzled(row * 128 + column) % 128 / 16);
        CHECK(banks.size() == 8);
    }
}

TEST_CASE("tensor_core: each variant fits into a multiprocessor, and has a unique name") {
    std::set<std::string> names;
    for (variant const& v : variants) {
        CAPTURE(v.name);
        names.emplace(v.name);
        CHECK(v.shared_bytes() <= most_shared_bytes);
        CHECK(v.columns % 64 == 0);
        CHECK(v.rows % 16 == 0);
        CHECK(v.loaded_rows() % 8 == 0); // the rows of the swizzle
        CHECK((v.cluster.blocks() == 1 || v.parts == 1));
        CHECK((!v.is_persistent || v.parts == 1));
        CHECK((!v.alternates || v.is_persistent));
        CHECK(v.stages >= 3);
    }
    CHECK(names.size() == variants.size());
}

TEST_CASE("tensor_core: variants that transpose are the last ones, and boxes fit into stages") {
    for (std::size_t i = 0; i < variants.size(); ++i) {
        variant const& v = variants[i];
        CAPTURE(v.name);
        CHECK(v.transposes == (i >= variants.size() - transposing_variants));
        if (!v.transposes) continue;
        CHECK(v.columns <= (v.is_persistent ? 256 : 192));
        if (v.is_persistent) { // halves have whole groups of columns, and whole boxes
            CHECK(v.columns_of_half() % 64 == 0);
            CHECK(v.rows_of_half() % 8 == 0); // of the swizzle
            CHECK(static_cast<unsigned>(v.rows_of_half()) % v.rows_of_box() == 0);
            CHECK(v.rows_of_half() * v.columns_of_half() * 2 == v.rows * v.columns);
        }
        CHECK((v.parts == 1 && !v.alternates));
        CHECK(v.rows_of_box() <= 256); // the copy engine's limit
        CHECK(static_cast<unsigned>(v.rows) % v.rows_of_box() == 0);
        CHECK(v.rows_of_box() % 16 == 0); // of one stmatrix
        // otherwise two blocks might share a multiprocessor while others are idle
        CHECK(2 * v.shared_bytes() > 228 << 10);
    }
}

TEST_CASE("tensor_core: boxes cover a half of a tile, and those that wait fill buffers") {
    for (variant const& v : variants)
        for (int const bytes : {2, 4}) {
            if (!v.is_persistent_product()) continue;
            CAPTURE(v.name, bytes);
            half_boxes const boxes = boxes_of(v, bytes);
            int const columns = 128 / bytes;
            CHECK(2 * boxes.rows * boxes.columns == v.rows * v.columns);
            std::set<std::pair<int, int>> places;
            for (int i = 0; i < boxes.count(); ++i) {
                element_place const at = boxes.at(i);
                CHECK((at.row % boxes.rows_of_box == 0 && at.row < boxes.rows));
                CHECK((at.column % columns == 0 && at.column < boxes.columns));
                places.insert({at.row, at.column});
            }
            CHECK(static_cast<int>(places.size()) == boxes.count());
            CHECK(boxes.count() * boxes.rows_of_box * columns == boxes.rows * boxes.columns);
            CHECK(boxes.sums() * 128 == boxes.rows * boxes.columns);
            CHECK(boxes.count() * boxes.words() * 4 == boxes.sums() * bytes);
            CHECK((boxes.waiting() >= 0 && boxes.waiting() <= boxes.buffers));
            CHECK(boxes.count() - boxes.waiting() >= std::min(boxes.count(), boxes.buffers));
        }
    auto const waiting = [](std::string_view name, int bytes) {
        return boxes_of(*std::ranges::find(variants, name, &variant::name), bytes).waiting();
    };
    CHECK(waiting("matmul_tensor_core<128, 256, persistent>", 2) == 2); // of four
    CHECK(waiting("matmul_tensor_core<128, 192, persistent>", 2) == 0); // buffers have room for all
    CHECK(waiting("matmul_tensor_core<112, 256, persistent, shared_b>", 2) == 7); // of 14
    CHECK(waiting("matmul_tensor_core<160, 256, persistent, shared_b>", 2) == 0); // no registers
    CHECK(waiting("matmul_tensor_core<128, 256, persistent>", 4) == 2);           // of eight
    CHECK(waiting("matmul_tensor_core<128, 192, persistent>", 4) == 0);           // half of six
    CHECK(waiting("matmul_tensor_core<128, 128, persistent>", 4) == 0);           // half of four
}

TEST_CASE("tensor_core: each sum of a transposed tile has its own place, and reaches it in a box") {
    constexpr int rows = 112, sums = rows / 2;
    // element (row, column) of the box, in units of 16 bits
    std::vector<int> box(rows * 64, -1);
    std::set<std::pair<int, int>> places;
    for (unsigned thread = 0; thread < 128; ++thread)
        for (int i = 0; i < sums; ++i) {
            element_place const at = place_of_transposed(thread, i);
            REQUIRE((at.row >= 0 && at.row < rows && at.column >= 0 && at.column < 64));
            places.emplace(at.row, at.column);
            // stmatrix: lane l has elements 2(l % 4), 2(l % 4) + 1 of row l / 4 of each matrix.
            // Transposed, they are element l / 4 of two rows, at addresses that other lanes pass.
            unsigned const matrix = static_cast<unsigned>(i / 2 % 4), lane = thread % 32;
            unsigned const other =
                thread - lane + matrix * 8 + lane % 4 * 2 + static_cast<unsigned>(i % 2);
            std::uint32_t const to = offset_of_transposed(other, i / 8 * 2) / 2 + lane / 4;
            REQUIRE(box[to] == -1);
            box[to] = at.row * 64 + at.column;
        }
    CHECK(places.size() == rows * 64);
    // the copy engine stores the box by rows
    for (std::uint32_t at = 0; at < rows * 64; ++at)
        REQUIRE(box[swizzled(at * 2) / 2] == static_cast<int>(at));
    // 16 rows on, only the row differs
    for (unsigned thread = 0; thread < 128; ++thread)
        CHECK(offset_of_transposed(thread, 4) == offset_of_transposed(thread, 0) + 2 * 16 * 128);
    // the 8 rows of a matrix are in different banks
    for (unsigned first = 0; first < 128; first += 8) {
        std::set<std::uint32_t> banks;
        for (unsigned thread = first; thread < first + 8; ++thread)
            banks.insert(offset_of_transposed(thread, 0) % 128);
        CHECK(banks.size() == 8);
    }
}
