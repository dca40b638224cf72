// SPDX-License-Identifier: Apache-2.0
/// Index arithmetic of the kernels with mma.sync: tiles in shared memory, and fragments, against
/// the definitions of the PTX ISA.
#include "support/simulated_mma.hpp"

#include <gpualgo/kernel/matmul/mma_tile.hpp>
#include <gpualgo/kernel/matmul/tile_corner.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

using namespace gpu::kernel;

namespace {

template <class T, contiguous Order>
struct tile_of {
    using element = T;
    using tile = mma_tile<T, Order>;
};

/// A tile in shared memory, each of whose bytes has the value f(line, byte along k).
template <class Case, class F>
std::vector<matrix_chunk> filled(F f) {
    using tile = typename Case::tile;
    constexpr unsigned bytes = sizeof(typename Case::element);
    std::vector<matrix_chunk> chunks(tile::chunks);
    for (unsigned line = 0; line < tile::lines; ++line)
        for (unsigned k = 0; k < tile::depth; ++k) {
            unsigned const row = tile::is_along_k ? line : k;
            unsigned const column = tile::is_along_k ? k : line;
            auto* const chunk = &chunks[tile::at(row, column / tile::size)];
            for (unsigned byte = 0; byte < bytes; ++byte)
                reinterpret_cast<std::uint8_t*>(chunk)[column % tile::size * bytes + byte] =
                    static_cast<std::uint8_t>(f(line, k * bytes + byte));
        }
    return chunks;
}

/// A word of a lane's fragment, as `load_fragment` makes it.
template <class Case>
std::uint32_t word(std::vector<matrix_chunk> const& chunks, unsigned first, unsigned step,
                   unsigned lines, unsigned k, unsigned lane) {
    using tile = typename Case::tile;
    if constexpr (tile::has_matrices) {
        auto const loaded = [&](unsigned matrix) { // one of them, four times
            std::array<matrix_chunk, 32> rows;
            for (unsigned l = 0; l < 32; ++l)
                rows[l] = chunks[tile::chunk_of(first, step, matrix, k, l % 8)];
            return test::loaded_matrices<tile::is_transposed>(rows, lane)[0];
        };
        if constexpr (!tile::interleaves_lines) return loaded(lines);
        using unit = warp_matrix<gpu::simulated::context>;
        return lines == 0 ? unit::bytes<0x6420>(loaded(0), loaded(1))
                          : unit::bytes<0x7531>(loaded(0), loaded(1));
    } else {
        unsigned const at = tile::word_of(first, step, lines, k, lane);
        return chunks[at / 4].word[at % 4];
    }
}

using all_tiles =
    std::tuple<tile_of<float, contiguous::along_k>, tile_of<float, contiguous::along_lines>,
               tile_of<gpu::half, contiguous::along_k>, tile_of<gpu::half, contiguous::along_lines>,
               tile_of<std::int8_t, contiguous::along_k>,
               tile_of<std::int8_t, contiguous::along_lines>>;

} // namespace

TEMPLATE_LIST_TEST_CASE("mma: chunks of a tile have places of their own, in different banks", "",
                        all_tiles) {
    using tile = typename TestType::tile;
    std::set<unsigned> places;
    for (unsigned row = 0; row < tile::rows; ++row)
        for (unsigned chunk = 0; chunk < tile::row_chunks; ++chunk) {
            places.insert(tile::at(row, chunk));
            CHECK(tile::at(row, chunk) / tile::row_chunks == row);
        }
    CHECK(places.size() == tile::chunks);
    CHECK(*places.rbegin() == tile::chunks - 1);

    // 8 chunks have all banks: those that neighbouring threads copy
    for (unsigned first = 0; first < tile::chunks; first += 8) {
        std::set<unsigned> banks;
        for (unsigned i = first; i < first + 8; ++i)
            banks.insert(tile::at(i / tile::row_chunks, i % tile::row_chunks) % 8);
        CHECK(banks.size() == 8);
    }
    // and those of a matrix
    for (unsigned first = 0; first < tile::lines; first += 16)
        for (unsigned step = 0; step < tile::fragments_along_k; ++step) {
            for (unsigned word = 0; word < 4; ++word) {
                std::set<unsigned> banks;
                if constexpr (tile::has_matrices) {
                    for (unsigned i = 0; i < 8; ++i)
                        banks.insert(tile::chunk_of(first, step, word % 2, word / 2, i) % 8);
                    CHECK(banks.size() == 8);
                } else {
                    for (unsigned lane = 0; lane < 32; ++lane)
                        banks.insert(tile::word_of(first, step, word % 2, word / 2, lane) % 32);
                    CHECK(banks.size() == 32);
                }
            }
        }
}

TEMPLATE_LIST_TEST_CASE("mma: lanes load the fragments that mma.sync multiplies", "", all_tiles) {
    using tile = typename TestType::tile;
    auto const lines = filled<TestType>([](unsigned line, unsigned) { return line; });
    auto const along_k = filled<TestType>([](unsigned, unsigned k) { return k; });
    for (unsigned first = 0; first < tile::lines; first += 16) {
        std::set<unsigned> of_fragment;
        for (unsigned position = 0; position < 16; ++position)
            of_fragment.insert(tile::line_of(position));
        CHECK((of_fragment.size() == 16 && *of_fragment.rbegin() == 15));
        for (unsigned step = 0; step < tile::fragments_along_k; ++step)
            for (unsigned lane = 0; lane < 32; ++lane)
                for (unsigned w = 0; w < 4; ++w) {
                    unsigned const upper = w % 2, later = w / 2;
                    auto const found_line = word<TestType>(lines, first, step, upper, later, lane);
                    auto const found_k = word<TestType>(along_k, first, step, upper, later, lane);
                    unsigned const line = first + tile::line_of(lane / 4 + upper * 8);
                    unsigned const k = step * 32 + (lane % 4 + later * 4) * 4;
                    for (unsigned byte = 0; byte < 4; ++byte) {
                        CHECK((found_line >> 8 * byte & 0xff) == line);
                        CHECK((found_k >> 8 * byte & 0xff) == k + byte);
                    }
                }
    }
}

TEST_CASE("mma: words of an instruction are neighbours") {
    // PTX ISA: a0 and a2 are of line l / 4, a1 and a3 of 8 + l / 4; a2 and a3 are 4 words further
    CHECK(place_of_word<factor::a>(0, 0) == 0);
    CHECK(place_of_word<factor::a>(1, 0) == 1);
    CHECK(place_of_word<factor::a>(0, 1) == 2);
    CHECK(place_of_word<factor::a>(1, 1) == 3);
    // b1 is 4 words further than b0; columns from 8 on belong to the next instruction
    CHECK(place_of_word<factor::b>(0, 0) == 0);
    CHECK(place_of_word<factor::b>(0, 1) == 1);
    CHECK(place_of_word<factor::b>(1, 0) == 2);
    CHECK(place_of_word<factor::b>(1, 1) == 3);
}

TEST_CASE("mma: blocks compute each tile of C once, in bands of 8 rows") {
    for (std::size_t const m : {1U, 127U, 128U, 129U, 1024U, 1025U, 2500U})
        for (std::size_t const n : {1U, 128U, 300U}) {
            std::set<std::pair<std::size_t, std::size_t>> corners;
            std::size_t const tiles = pieces(m, 128) * pieces(n, 128);
            for (std::size_t tile = 0; tile < tiles; ++tile) {
                auto const [top, left] = corner_of_tile<128, 128>(tile, m, n);
                CHECK((top % 128 == 0 && left % 128 == 0 && top < m && left < n));
                corners.emplace(top, left);
            }
            CHECK(corners.size() == tiles);
        }
    CHECK(corner_of_tile<128, 128>(7, 2048, 2048).top == 7 * 128);
    CHECK(corner_of_tile<128, 128>(8, 2048, 2048).left == 128);
}
