// SPDX-License-Identifier: Apache-2.0
/// The data and shapes for which tensor_core's kernels are used, and the positions of operands in
/// registers.
#include "cuda/tensor_core/descriptor.hpp"
#include "cuda/tensor_core/faster_shapes.hpp"
#include "cuda/tensor_core/float_ranges.hpp"
#include "cuda/tensor_core/narrow_place.hpp"
#include "cuda/tensor_core/register_kernels.hpp"
#include "cuda/tensor_core/square_place.hpp"

#include <gpualgo/half.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <set>
#include <utility>

using namespace gpu::sm90;

namespace {

magnitude_range range_of(std::initializer_list<float> numbers) {
    magnitude_range range;
    for (float const x : numbers) range.include(std::bit_cast<std::uint32_t>(x));
    return range;
}

} // namespace

TEST_CASE("tensor_core: magnitudes of float that bfloat16 can multiply") {
    using limits = std::numeric_limits<float>;
    auto const ordinary = range_of({0, -1, 0.3F, 2});
    CHECK(are_supported(ordinary, ordinary));
    CHECK(are_supported(range_of({0}), ordinary));
    CHECK(are_supported(ordinary, range_of({})));
    CHECK(are_supported(range_of({}), range_of({})));
    for (float const x : {limits::infinity(), -limits::infinity(), limits::quiet_NaN(),
                          limits::max(), limits::denorm_min(), limits::min(), 0x1.fffffep-103F})
        for (auto const& other : {ordinary, range_of({0})}) {
            CAPTURE(x);
            CHECK_FALSE(are_supported(range_of({x, 1}), other));
            CHECK_FALSE(are_supported(other, range_of({1, x})));
        }
    // what each number may be depends on the others
    CHECK(are_supported(range_of({0x1p-102F}), range_of({0x1p-24F, 0x1p100F})));
    CHECK_FALSE(are_supported(range_of({0x1p-102F}), range_of({0x1p-25F})));
    CHECK(are_supported(range_of({-0x1p-63F}), range_of({0x1p-63F})));
    CHECK_FALSE(are_supported(range_of({0x1p-64F, 1}), range_of({0x1p-63F, 1})));
    CHECK(are_supported(range_of({0x1.fffffep126F}), range_of({0x1p-6F})));
    CHECK_FALSE(are_supported(range_of({0x1p126F}), range_of({0x1p-5F})));
    CHECK(are_supported(range_of({0x1p60F}), range_of({0x1.fffffep60F})));
    CHECK_FALSE(are_supported(range_of({0x1p61F}), range_of({0x1p60F})));
}

TEST_CASE("tensor_core: ranges of magnitudes that planes of half hold") {
    auto const planes = [](split_range const& a, split_range const& b, bool may_be_half = true) {
        return operand_ranges{a, b}.planes(may_be_half);
    };
    split_range const ones{range_of({1}), 14}, quiet_nan{range_of({NAN})};
    using enum float_planes;
    CHECK(planes(ones, ones) == two_of_half);
    CHECK(planes(ones, ones, false) == three_of_bfloat16);
    CHECK(planes(ones, {range_of({0x1p-103F})}) == none);
    CHECK(planes(quiet_nan, ones) == none);
    // by the guess: few numbers may be small
    CHECK(planes({range_of({1, 0, -0x1p-33F}), 14, 128}, ones) == two_of_half);
    CHECK(planes({range_of({1, 0, -0x1p-33F}), 14, 129}, ones) == three_of_bfloat16);
    CHECK(planes(ones, {range_of({1, 0x1.fffffep-34F}), 14, 1}) == three_of_bfloat16);
    CHECK(planes({range_of({1.99F, 0x1p-30F}), 11, 128}, ones) == two_of_half);
    CHECK(planes({range_of({1.99F, 0x1.fffffep-31F}), 11, 1}, ones) == three_of_bfloat16);
    // by another scale: none may be
    for (int const guessed : {10, 15, 0, -100}) {
        CHECK(planes(ones, {range_of({1, 0x1p-28F}), guessed}) == two_of_half);
        CHECK(planes({range_of({1, 0x1.fffffep-29F}), guessed}, ones) == three_of_bfloat16);
    }
    CHECK(planes({range_of({0}), 0}, {range_of({}), 5}) == two_of_half);
}

TEST_CASE("tensor_core: a scale is that guessed, or fits the greatest number") {
    CHECK(split_range{range_of({1}), 14}.exponent() == 14);
    CHECK(split_range{range_of({1}), 15}.exponent() == 14);
    CHECK(split_range{range_of({1}), 11}.exponent() == 11);
    CHECK(split_range{range_of({1}), 10}.exponent() == 14);
    CHECK(split_range{range_of({1}), 12, 129}.exponent() == 14);
    CHECK(split_range{range_of({0x1p50F}), 0}.exponent() == -36);
    CHECK(split_range{range_of({0}), 7}.exponent() == 7);
    CHECK(exponent_of_scale(range_of({1}).greatest, 3) == 11);
    // guesses from any bits are exponents of normal numbers
    using limits = std::numeric_limits<float>;
    for (float const x : {0.F, limits::denorm_min(), 0x1p-102F, 1.F, limits::max(),
                          limits::infinity(), limits::quiet_NaN()})
        for (int const headroom : {0, 3}) {
            int const guess = exponent_of_scale(range_of({x}).greatest, headroom);
            CHECK((guess >= -126 && guess <= 127));
            auto const least = std::bit_cast<float>(least_magnitude_of_half(guess));
            CHECK((least == std::ldexp(1.F, -14 - guess) || least == limits::min()));
        }
}

TEST_CASE("tensor_core: samples are inside of a matrix, in many lines and in many columns") {
    std::set<std::int64_t> of_small; // each element of 16 by 16
    for (unsigned i = 0; i < samples_of_scale; ++i) {
        auto const [line, column] = sample_at(16, 16, i);
        of_small.insert(line * 16 + column);
    }
    CHECK(of_small.size() == 256);
    for (std::int64_t const lines : {1, 3, 256, 1000, 4096, 1 << 30})
        for (std::int64_t const width : {1, 5, 256, 1088, 4096, 1 << 30}) {
            std::set<std::int64_t> of_lines, of_columns;
            for (unsigned i = 0; i < samples_of_scale; ++i) {
                auto const [line, column] = sample_at(lines, width, i);
                CHECK((line >= 0 && line < lines && column >= 0 && column < width));
                of_lines.insert(line);
                of_columns.insert(column);
            }
            CHECK(of_lines.size() == static_cast<std::size_t>(std::min<std::int64_t>(lines, 256)));
            CHECK(of_columns.size() ==
                  static_cast<std::size_t>(std::min<std::int64_t>(width, 256)));
        }
}

TEST_CASE(
    "tensor_core: scaled numbers are the sums of their planes of half, but for small errors") {
    using gpu::half;
    auto const error_of = [](float x) {
        half const first(x);
        half const second((x - static_cast<float>(first)) * scale_of_second_half);
        REQUIRE(std::isfinite(static_cast<float>(first)));
        REQUIRE(std::isfinite(static_cast<float>(second)));
        return std::fabs(double{x} - static_cast<double>(static_cast<float>(first)) -
                         static_cast<double>(static_cast<float>(second)) / scale_of_second_half);
    };
    for (float const greatest : {0x1p-102F, 0.7F, 1.F, 0x1.fffffep50F, 0x1p126F}) {
        int const exponent = exponent_of_scale(range_of({greatest, greatest / 8}).greatest);
        float const scaled = std::ldexp(greatest, exponent);
        CHECK((scaled >= 0x1p14F && scaled < 0x1p15F));
        CHECK(std::ldexp(1.F, exponent) * greatest == scaled);
        CHECK(operand_ranges{{range_of({greatest}), 200}, {range_of({1}), 11}}.exponent_of_sums() ==
              -exponent - 11);
    }
    // every 977th significand of each exponent
    for (int exponent = least_of_few; exponent <= greatest_of_half; ++exponent)
        for (std::uint32_t bits = 0; bits < 1u << 23; bits += 977) {
            float const x = std::ldexp(std::bit_cast<float>(0x3F800000 | bits), exponent);
            double const bound = std::max(0x1p-23 * double{x}, 0x1p-37);
            if (error_of(x) > bound || error_of(-x) > bound) FAIL_CHECK(x);
        }
    CHECK(error_of(0x1.fffffep14F) <= 0x1p-9);
}

TEST_CASE("tensor_core: shapes for which automatic prefers its kernels to cuBLAS") {
    using namespace gpu::detail;
    auto const is_chosen = [](std::size_t type, std::int64_t m, std::int64_t n, std::int64_t k,
                              bool is_k_major = false, bool is_in_place = true) {
        return is_faster_than_cublas(type, {m, n, k}, {true, is_k_major, is_in_place});
    };
    constexpr auto of_float = index_of<float, matmul_types>;
    constexpr auto int8 = index_of<std::int8_t, matmul_types>;
    CHECK(is_chosen(of_float, 2048, 2048, 2048));
    CHECK(is_chosen(of_float, 2048, 2048, 2048, true));
    CHECK(is_chosen(of_float, 256, 8192, 8192));
    CHECK(is_chosen(of_float, 256, 4096, 1024));
    CHECK(is_chosen(of_float, 256, 2048, 2048));
    CHECK(is_chosen(of_float, 256, 1024, 4096));
    CHECK_FALSE(is_chosen(of_float, 256, 3968, 1024));
    CHECK_FALSE(is_chosen(of_float, 255, 8192, 8192));
    CHECK_FALSE(is_chosen(of_float, 2048, 2048, 1023));
    CHECK_FALSE(is_chosen(of_float, 256, 256, 256));
    CHECK_FALSE(is_chosen(of_float, 1, 8192, 8192));
    CHECK_FALSE(is_chosen(of_float, 8192, 8192, 16));
    CHECK(is_chosen(int8, 4096, 4096, 4096));
    CHECK_FALSE(is_chosen(int8, 4096, 4096, 4096, true));
    CHECK(is_chosen(int8, 16, 4096, 4096));
    CHECK(is_chosen(int8, 64, 64, 1 << 20));
    CHECK(is_chosen(int8, 100, 100, 300, false, false)); // copied first
    CHECK(is_chosen(int8, 256, 10'000, 300, false, false));
    CHECK_FALSE(is_chosen(int8, 16, 1'000'000, 300, false, false));
    CHECK_FALSE(is_chosen(int8, 64, 64, 1 << 20, true));
    CHECK_FALSE(is_chosen(int8, 15, 4096, 4096));
    CHECK_FALSE(is_chosen(int8, 64, 64, 255));
    CHECK_FALSE(is_chosen(index_of<std::int32_t, matmul_types>, 4096, 4096, 4096));
    constexpr auto of_double = index_of<double, matmul_types>;
    CHECK(is_chosen(of_double, 320, 320, 320));
    CHECK(is_chosen(of_double, 512, 512, 512));
    CHECK(is_chosen(of_double, 768, 768, 2048));
    CHECK(is_chosen(of_double, 1024, 320, 512));
    CHECK_FALSE(is_chosen(of_double, 256, 256, 256));               // see small_heuristic.hpp
    CHECK_FALSE(is_chosen(of_double, 512, 512, 512, false, false)); // copies take longer
    CHECK(is_chosen(of_double, 512, 512, 512, true));               // both K-major
    CHECK_FALSE(is_chosen(of_double, 128, 512, 512));
    CHECK_FALSE(is_chosen(of_double, 256, 2048, 512));
    CHECK_FALSE(is_chosen(of_double, 1024, 1024, 1024));
    for (auto const type :
         {index_of<gpu::half, matmul_types>, index_of<gpu::bfloat16, matmul_types>}) {
        CHECK(is_chosen(type, 256, 256, 256));
        CHECK(is_chosen(type, 1024, 1024, 1024));
        CHECK(is_chosen(type, 392, 520, 136));
        CHECK(is_chosen(type, 257, 257, 257, false, false));
        CHECK(is_chosen(type, 64, 64, 64));
        CHECK(is_chosen(type, 128, 1024, 1024));
        CHECK_FALSE(is_chosen(type, 100, 100, 100, false, false)); // two copies and a product
        CHECK(is_chosen(type, 64, 64, 64, true));
        CHECK_FALSE(is_chosen(type, 32, 64, 64));
        CHECK(is_chosen(type, 704, 704, 2048));
        CHECK(is_chosen(type, 768, 768, 2048));
        CHECK_FALSE(is_faster_than_cublas(type, {768, 768, 2048}, {false, false}));
        CHECK_FALSE(is_chosen(type, 1024, 1024, 4096));
        CHECK(is_chosen(type, 1024, 1024, 1024, true));
        CHECK(is_chosen(type, 1280, 1280, 1280));
        CHECK(is_chosen(type, 1408, 1408, 1408, true));
        CHECK(is_chosen(type, 2048, 1024, 1024));
        for (std::int64_t const n : {136, 304, 776, 1024, 1160, 1304, 1392, 1536, 2048}) {
            CAPTURE(n);
            CHECK(is_faster_than_cublas(type, {n, n, n}, {true, false, true, true}));
            CHECK(is_faster_than_cublas(type, {n, n, n}, {true, false}));
        }
        // tiles of many sizes, if A is contiguous along k
        for (std::int64_t const n : {1088, 1152, 1216, 1472, 1536, 2048}) {
            CAPTURE(n);
            CHECK(is_chosen(type, n, n, n));
            CHECK(is_chosen(type, n, n, n, true));
            CHECK_FALSE(is_faster_than_cublas(type, {n, n, n}, {false, false}));
            CHECK_FALSE(is_faster_than_cublas(type, {n, n, n}, {false, true}));
            CHECK_FALSE(is_chosen(type, n, n, n, false, false));
        }
        CHECK(is_chosen(type, 2048, 1152, 1024));
        CHECK_FALSE(is_chosen(type, 1280, 1280, 4096));
        CHECK(is_chosen(type, 1200, 1200, 1200));
        CHECK(is_chosen(type, 3072, 3072, 2048));
        CHECK_FALSE(is_chosen(type, 3072, 3073, 2048));
        CHECK_FALSE(is_chosen(type, 3072, 3072, 2049));
        CHECK(is_chosen(type, 64, 3072, 64));
        CHECK_FALSE(is_chosen(type, 63, 3072, 2048));
        // many rows of few columns, in any layout of B and at any address
        CHECK(is_chosen(type, 100'000, 16, 16));
        CHECK(is_chosen(type, 16384, 1, 8, true, false));
        CHECK(is_chosen(type, 16384, 16, 48));
        CHECK_FALSE(is_faster_than_cublas(type, {100'000, 16, 16}, {false, false}));
        CHECK_FALSE(is_chosen(type, 100'000, 17, 16));
        CHECK_FALSE(is_chosen(type, 100'000, 16, 49));
        CHECK_FALSE(is_chosen(type, 100'000, 16, 7));
        CHECK_FALSE(is_chosen(type, 16383, 16, 16));
        // few tiles, whose k is divided
        CHECK(is_chosen(type, 128, 896, 2432));
        CHECK(is_faster_than_cublas(type, {128, 896, 2432}, {false, false}));
        CHECK_FALSE(is_chosen(type, 128, 896, 2432, true));
        CHECK_FALSE(is_faster_than_cublas(type, {128, 896, 2432}, {false, true}));
        CHECK_FALSE(is_faster_than_cublas(type, {128, 896, 2432}, {true, false, true, true}));
        CHECK_FALSE(is_chosen(type, 128, 896, 2432, false, false));
        CHECK_FALSE(is_chosen(type, 120, 896, 2432));
        CHECK_FALSE(is_chosen(type, 128, 896, 3073));
    }
    CHECK(is_chosen(of_double, 16384, 1, 8, true, true));
    CHECK(is_chosen(of_double, 16384, 16, 64, false, false));
    CHECK_FALSE(is_chosen(of_double, 16383, 16, 16));
    CHECK_FALSE(is_chosen(of_double, 100'000, 17, 16));
    CHECK_FALSE(is_chosen(of_double, 100'000, 16, 65));
    CHECK(is_chosen(int8, 30'000, 4, 8));
    CHECK(is_chosen(int8, 30'000, 16, 64));
    CHECK_FALSE(is_chosen(int8, 30'000, 3, 16));
    CHECK_FALSE(is_chosen(int8, 29'999, 16, 16));
    CHECK_FALSE(is_chosen(int8, 30'000, 16, 65));
    CHECK_FALSE(is_chosen(int8, 30'000, 16, 32, true)); // both contiguous along k
}

TEST_CASE("tensor_core: products that fill a GPU by themselves") {
    CHECK(has_tile_for_each(132, {1536, 1408, 1}));
    CHECK(has_tile_for_each(132, {64, 132 * 128, 1}));
    CHECK_FALSE(has_tile_for_each(133, {1536, 1408, 1}));
    CHECK_FALSE(has_tile_for_each(132, {1'000'000, 16, 16}));
    CHECK_FALSE(has_tile_for_each(132, {63, 1'000'000, 16}));
}

TEST_CASE("tensor_core: batches for which automatic prefers one launch to cuBLAS") {
    using namespace gpu::detail;
    auto const is_chosen = [](std::size_t type, std::int64_t edge, std::int64_t k,
                              std::int64_t count, bool is_k_major = false) {
        return is_batch_faster_than_cublas(type, {edge, edge, k}, count, is_k_major);
    };
    for (auto const type :
         {index_of<gpu::half, matmul_types>, index_of<gpu::bfloat16, matmul_types>}) {
        CHECK(is_chosen(type, 64, 64, 1000));
        CHECK(is_chosen(type, 64, 1024, 500));
        CHECK(is_chosen(type, 128, 128, 512));
        CHECK_FALSE(is_chosen(type, 64, 64, 1000, true)); // not measured
        CHECK_FALSE(is_chosen(type, 64, 64, 499));
        CHECK_FALSE(is_chosen(type, 32, 32, 4000));
        CHECK_FALSE(is_chosen(type, 128, 512, 256));
        CHECK_FALSE(is_chosen(type, 256, 256, 128));
        CHECK_FALSE(is_chosen(type, 512, 512, 32));
        CHECK_FALSE(is_batch_faster_than_cublas(type, {64, 2048, 64}, 100, false));
        // a tile for each multiprocessor, or fewer
        for (bool const is_k_major : {false, true}) {
            CHECK(is_chosen(type, 64, 64, 2, is_k_major));
            CHECK(is_chosen(type, 128, 512, 128, is_k_major));
            CHECK_FALSE(is_chosen(type, 128, 512, 129, is_k_major));
            CHECK(is_chosen(type, 256, 256, 32, is_k_major));
            CHECK_FALSE(is_chosen(type, 256, 256, 33, is_k_major));
            CHECK(is_chosen(type, 64, 1024, 64, is_k_major));
            CHECK_FALSE(is_chosen(type, 64, 1024, 65, is_k_major));
            CHECK_FALSE(is_chosen(type, 64, 1025, 16, is_k_major));
            CHECK_FALSE(is_chosen(type, 31, 64, 16, is_k_major));
            CHECK_FALSE(is_chosen(type, 1025, 64, 2, is_k_major));
        }
    }
    constexpr auto int8 = index_of<std::int8_t, matmul_types>;
    CHECK(is_chosen(int8, 64, 64, 1000));
    CHECK(is_chosen(int8, 1024, 1024, 8));
    CHECK(is_chosen(int8, 512, 512, 32, true));
    CHECK_FALSE(is_chosen(int8, 256, 1024, 64, true));
    CHECK_FALSE(is_chosen(int8, 64, 64, 1000, true));
    CHECK_FALSE(is_chosen(index_of<float, matmul_types>, 64, 64, 1000));
    CHECK_FALSE(is_chosen(index_of<double, matmul_types>, 1024, 1024, 8));
}

TEST_CASE("tensor_core: lanes read pairs of TF32 from different banks, and all of a tile") {
    std::set<unsigned> elements;
    for (unsigned warp = 0; warp < 8; ++warp)
        for (unsigned lane = 0; lane < 32; lane += 4)
            for (unsigned i = 0; i < 2; ++i) elements.insert(pair_of_lane(warp, lane) + i);
    CHECK(elements.size() == 128);
    CHECK(*elements.rbegin() == 127);
    for (unsigned warp = 0; warp < 8; ++warp)
        for (unsigned half = 0; half < 32; half += 16)
            for (std::uint32_t const step : {0U, 4U}) {
                std::set<std::uint32_t> banks;
                for (unsigned lane = half; lane < half + 16; ++lane) {
                    std::uint32_t const k = lane % 4 + step;
                    auto const from = swizzled(k * 128 + pair_of_lane(warp, lane) % 32 * 4);
                    // the address of lines 4 to 7 is made from that of lines 0 to 3
                    std::uint32_t const upper =
                        swizzled(lane % 4 * 128 + pair_of_lane(warp, lane) % 32 * 4);
                    CHECK(from == (step == 0 ? upper : (upper ^ 64) + 4 * 128));
                    banks.insert(from % 128 / 4);
                    banks.insert(from % 128 / 4 + 1);
                }
                CHECK(banks.size() == 32);
            }
}

TEST_CASE("tensor_core: two warps store each element of a square once, to different banks") {
    bool const b_is_r = GENERATE(false, true), is_tf32 = GENERATE(false, true);
    std::set<std::pair<std::uint32_t, std::uint32_t>> stored;
    for (unsigned warp = 0; warp < 2; ++warp)
        for (int turn = 0; turn < 8; ++turn)
            for (unsigned half = 0; half < 32; half += 16) {
                std::set<std::uint32_t> banks;
                for (unsigned lane = half; lane < half + 16; ++lane) {
                    std::uint32_t const s = lane % 4 * 2;
                    std::uint32_t const r =
                        is_tf32 ? pair_of_lane(warp, lane) : warp * 16 + lane / 4 * 2;
                    square_pair const at = pair_of_square(b_is_r, turn, r, s, is_tf32 && r >= 16);
                    auto const place_of = [&](int sum) { // of the sum, see square_pair
                        auto const i = static_cast<std::uint32_t>(sum);
                        std::uint32_t const of_r = r + i / 2 % 2, of_s = s + i / 4 * 8 + i % 2;
                        return b_is_r ? std::pair{of_s, of_r} : std::pair{of_r, of_s};
                    };
                    CHECK(place_of(at.first) == std::pair{at.row, at.column});
                    CHECK(place_of(at.second) == std::pair{at.row, at.column + 1});
                    stored.insert({at.row, at.column});
                    banks.insert(swizzled(at.row * 128 + at.column * 4) % 128 / 8);
                }
                CHECK(banks.size() == 16); // of 8 bytes
            }
    CHECK(stored.size() == 32 * 32 / 2);
}

/// Checks the places in lines of 16 elements.
template <class Place>
void check_narrow_places() {
    std::set<int> along_k, columns;
    for (int lane = 0; lane < 4; ++lane)
        for (int i = 0; i < 4; ++i) along_k.insert(Place::first(lane) + Place::offset(i));
    CHECK(along_k.size() == 16);
    CHECK(*along_k.rbegin() == 15);
    // sums 0 and 1 of lane t are of columns 2t and 2t + 1 of an instruction, which lanes 8t and
    // 8t + 4 have loaded
    for (int lane = 0; lane < 4; ++lane)
        for (int i = 0; i < 4; ++i) {
            int const column = Place::column(lane * 8 + i % 2 * 4, i / 2);
            CHECK(column == Place::first(lane) + Place::offset(i));
            columns.insert(column);
        }
    CHECK(columns == along_k);
}

TEST_CASE("tensor_core: lanes of narrow products have all elements along k, and adjacent sums") {
    check_narrow_places<narrow_place<1>>();
    check_narrow_places<narrow_place<2>>();
    check_narrow_places<narrow_place<4>>();
    check_narrow_places<narrow_place<8>>();
}
