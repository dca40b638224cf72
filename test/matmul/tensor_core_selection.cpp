// SPDX-License-Identifier: Apache-2.0
/// The kernel that tensor_core chooses for a shape, and its blocks.
#include "cuda/tensor_core/faster_shapes.hpp"
#include "cuda/tensor_core/kernel_choice.hpp"
#include "cuda/tensor_core/product_arguments.hpp"

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <string>
#include <vector>

using namespace gpu::sm90;

TEST_CASE("tensor_core: clusters that share a tile cover C, and may have tiles beyond it") {
    auto const blocks = [](std::string const& name, int m, int n) {
        auto const found = std::ranges::find(variants, name, &variant::name);
        REQUIRE(found != variants.end());
        return blocks_of(*found, m, n);
    };
    CHECK(blocks("matmul_tensor_core<128, 256, persistent>", 384, 257) == 3 * 2);
    CHECK(blocks("matmul_tensor_core<128, 256, persistent, shared_b>", 384, 257) == 4 * 2);
    CHECK(blocks("matmul_tensor_core<128, 128, split_k>", 384, 257) == 3 * 3 * 2);
    CHECK(blocks("matmul_tensor_core<128, 128, split_k_by_4>", 384, 257) == 3 * 3 * 4);
    CHECK(blocks("matmul_tensor_core<80, 128>", 240, 257) == 3 * 3);
    CHECK(blocks("matmul_tensor_core<192, 128, shared_a>", 576, 257) == 3 * 4);
    CHECK(blocks("matmul_tensor_core<192, 128, shared_a>", 576, 385) == 3 * 4);
    CHECK(blocks("matmul_tensor_core<144, 256, persistent, shared_b>", 432, 257) == 4 * 2);
    CHECK(blocks("matmul_tensor_core<144, 128, shared>", 432, 257) == 4 * 4);
}

TEST_CASE("tensor_core: clusters of four do not fill a GPU, and a launch has whole clusters") {
    for (variant const& v : variants) {
        CAPTURE(v.name);
        int const blocks = v.blocks_of_cluster();
        CHECK(blocks_at_once(v, 132) == (blocks == 4 ? 120 : 132));
        CHECK(blocks_at_once(v, 1) == blocks);
        CHECK(blocks_at_once(v, 7) % blocks == 0);
    }
}

TEST_CASE(
    "tensor_core: the time to load a tile's lines, by their begin and by ports to the cache") {
    auto const loading = [](std::string const& name, int blocks, line_begin begin) {
        auto const found = std::ranges::find(variants, name, &variant::name);
        REQUIRE(found != variants.end());
        return loading_ns(*found, blocks, 132, begin);
    };
    using enum line_begin;
    std::string const single = "matmul_tensor_core<128, 128>"; // 256 lines
    CHECK(loading(single, 66, cache_line) == 0);
    CHECK(loading(single, 67, cache_line) == 256 * 1250 / 1000);
    CHECK(loading(single, 66, between) == 256 * 1550 / 1000);
    CHECK(loading(single, 67, between) == 256 * 2100 / 1000);
    CHECK(loading(single, 132, sector) == 256 * 1600 / 1000);
    // 96 of A's 192 rows, and all columns of B, by fewer ports
    CHECK(loading("matmul_tensor_core<192, 128, shared_a>", 60, between) == 224 * 2100 / 1000);
    CHECK(loading("matmul_tensor_core<128, 128, shared_b>", 60, between) == 192 * 1550 / 1000);
    // blocks that split k load different lines
    CHECK(loading("matmul_tensor_core<128, 128, split_k>", 132, cache_line) ==
          256 * 1300 / 1000 * 105 / 100);
    // half of both
    CHECK(loading("matmul_tensor_core<144, 128, shared>", 60, between) == 136 * 1550 / 1000);
}

TEST_CASE("tensor_core: the kernel chosen for a shape") {
    auto const chosen = [](int m, int n, int k) {
        return std::string(variants[choose_variant({m, n, k, 64}, 132)].name);
    };
    CHECK(chosen(1, 1, 1) == "matmul_tensor_core<64, 64>");
    CHECK(chosen(256, 256, 256) == "matmul_tensor_core<64, 64, split_k>");
    CHECK(chosen(512, 512, 512) == "matmul_tensor_core<64, 64, split_k>");
    CHECK(chosen(768, 768, 768) == "matmul_tensor_core<128, 64, shared>");
    CHECK(chosen(1024, 1024, 1024) == "matmul_tensor_core<64, 128, shared_a>");
    CHECK(chosen(1024, 1024, 4096) == "matmul_tensor_core<64, 128, shared_a>");
    CHECK(chosen(1280, 1280, 1280) == "matmul_tensor_core<128, 128>");
    CHECK(chosen(1408, 1408, 1408) == "matmul_tensor_core<128, 128>");
    CHECK(chosen(1024, 2048, 2048) == "matmul_tensor_core<128, 128>");
    CHECK(chosen(1536, 1536, 1536) == "matmul_tensor_core<128, 192>");
    CHECK(chosen(2048, 2048, 2048) == "matmul_tensor_core<128, 256, shared_b>");
    CHECK(chosen(3072, 3072, 3072) == "matmul_tensor_core<128, 192, persistent, shared_b>");
    CHECK(chosen(16, 4096, 4096) == "matmul_tensor_core<64, 64, split_k>");
    CHECK(chosen(256, 8192, 8192) == "matmul_tensor_core<128, 128, shared_b>");
    CHECK(chosen(512, 4096, 4096) == "matmul_tensor_core<128, 128, shared_b>");
    CHECK(chosen(4096, 4096, 256) == "matmul_tensor_core<128, 256, persistent>");
    CHECK(chosen(4096, 4096, 4096) == "matmul_tensor_core<128, 256, persistent, shared_b>");
    CHECK(chosen(8192, 8192, 8192) == "matmul_tensor_core<128, 256, persistent, shared_b>");
    CHECK(chosen(16384, 16384, 16384) == "matmul_tensor_core<128, 256, persistent, shared_b>");
    CHECK(chosen(16384, 4096, 1024) == "matmul_tensor_core<128, 256, persistent>");
    // many rows of few columns
    CHECK(chosen(100'000, 16, 16) == "matmul_tensor_core<64, 64, alternating>");
    CHECK(chosen(100'000, 65, 16) != "matmul_tensor_core<64, 64, alternating>");
    // of several products, all blocks count
    auto const of_batch = [](int n, int count) {
        return std::string(variants[choose_variant({n, n, n, 64, count}, 132)].name);
    };
    CHECK(of_batch(64, 1000) == "matmul_tensor_core<64, 64, alternating>");
    CHECK(of_batch(96, 777) == "matmul_tensor_core<128, 128, persistent>");
    // few products: a block per tile
    CHECK(of_batch(64, 4) == "matmul_tensor_core<64, 64>");
    CHECK(of_batch(256, 16) == "matmul_tensor_core<128, 64>");
    CHECK(of_batch(512, 8) == "matmul_tensor_core<128, 128>");
    for (variant const& v : variants) {
        CAPTURE(v.name);
        if (v.transposes) CHECK(expected_ns(v, {64, 64, 64, 64, 4, true}, 132) < 0);
        // more blocks than a launch may have along z
        if (!v.is_persistent) CHECK(expected_ns(v, {64, 64, 64, 64, 100'000}, 132) < 0);
    }
    CHECK(of_batch(128, 512) == "matmul_tensor_core<128, 128, persistent>");
    // large tiles of batches share B
    CHECK(of_batch(512, 32) == "matmul_tensor_core<128, 256, persistent, shared_b>");
    CHECK(of_batch(256, 128) == "matmul_tensor_core<128, 256, persistent, shared_b>");
    CHECK(of_batch(1024, 8) == "matmul_tensor_core<128, 256, persistent, shared_b>");
    // boxes of the last tile of 16-bit elements wait
    CHECK(storing_ns(variants[0]) > 0);
    CHECK(storing_ns(variants[2]) == 0); // none waits
    // each tile of 32-bit elements takes longer, by its sums per thread
    CHECK(widening_ns(variants[0]) == 128 * 10);
    CHECK(widening_ns(variants[8]) == 64 * 14);
    auto const widened_ns = [](std::size_t v, int m, int n, int k) {
        auto const time = [&](bool is_small) {
            return expected_ns(variants[v],
                               {m, n, k, 64, 1, false, line_begin::cache_line, is_small}, 132);
        };
        return time(false) - time(true);
    };
    CHECK(widened_ns(0, 4096, 4096, 1024) ==
          4 * widening_ns(variants[0]) - storing_ns(variants[0]));
    CHECK(widened_ns(8, 1024, 1024, 1024) == widening_ns(variants[8]));
    // two rounds of blocks, of which each stores its elements at the end
    shared_facts const wide{2048, 2048, 2048, 64, 1, false, line_begin::cache_line, false};
    auto const widened = expected_ns(variants[8], wide, 256, 132, 1) + 2 * widening_ns(variants[8]);
    CHECK(expected_ns(variants[8], wide, 132) == widened + widened * 6 / 100);
    // parts of k have sums of 32 bits anyway
    shared_facts long_k{1024, 1024, 4096, 32};
    auto const time_of_parts = expected_ns(variants[7], long_k, 132);
    CHECK(parts_of_k(variants[7], long_k, 64, 132) > 1);
    long_k.is_c_small = false;
    CHECK(expected_ns(variants[7], long_k, 132) == time_of_parts);
    auto const chosen_if_wide = [](int m, int n, int k) {
        return std::string(
            variants[choose_variant({m, n, k, 32, 1, false, line_begin::cache_line, false}, 132)]
                .name);
    };
    CHECK(chosen_if_wide(2048, 2048, 2048) == "matmul_tensor_core<128, 256, persistent, shared_b>");
    // one transposed tile per multiprocessor, if the kernels support the product
    auto const may_transpose = [](int m, int n, int k) {
        return std::string(variants[choose_variant({m, n, k, 64, 1, true}, 132)].name);
    };
    CHECK(may_transpose(256, 256, 256) == "matmul_tensor_core<80, 64>");
    CHECK(may_transpose(640, 640, 640) == "matmul_tensor_core<80, 64>");
    CHECK(may_transpose(768, 768, 768) == "matmul_tensor_core<80, 64>");
    CHECK(may_transpose(896, 896, 896) == "matmul_tensor_core<112, 64, shared>");
    CHECK(may_transpose(1024, 1024, 1024) == "matmul_tensor_core<64, 128, shared_a>");
    CHECK(may_transpose(1088, 1088, 1088) == "matmul_tensor_core<80, 128>");
    CHECK(may_transpose(1152, 1152, 1152) == "matmul_tensor_core<96, 128, shared>");
    CHECK(may_transpose(1280, 1280, 1280) == "matmul_tensor_core<112, 128, shared>");
    CHECK(may_transpose(1344, 1408, 1344) == "matmul_tensor_core<128, 128>"); // 11 columns
    CHECK(may_transpose(1408, 1408, 1408) == "matmul_tensor_core<128, 128>");
    CHECK(may_transpose(1472, 1472, 1472) == "matmul_tensor_core<144, 128>");
    CHECK(may_transpose(1536, 1536, 1536) == "matmul_tensor_core<144, 128>");
    CHECK(may_transpose(1600, 1600, 1600) == "matmul_tensor_core<192, 128, shared_a>");
    CHECK(may_transpose(1792, 1792, 1792) == "matmul_tensor_core<208, 128, shared_a>");
    CHECK(may_transpose(1920, 1920, 1920) == "matmul_tensor_core<160, 192, shared_b>");
    CHECK(may_transpose(2048, 2048, 2048) == "matmul_tensor_core<128, 256, shared_b>");
    CHECK(may_transpose(2112, 2112, 2112) == "matmul_tensor_core<176, 192, shared_b>");
    CHECK(may_transpose(4096, 4096, 4096) == "matmul_tensor_core<128, 256, persistent, shared_b>");
    // two rounds of blocks, if whole tiles fit better
    CHECK(may_transpose(2304, 2304, 2304) == "matmul_tensor_core<112, 192, shared_b>");
    CHECK(may_transpose(2560, 2560, 2560) == "matmul_tensor_core<208, 128, shared_a>");
    // so do tiles of persistent kernels
    CHECK(may_transpose(3328, 3328, 3328) == "matmul_tensor_core<112, 256, persistent, shared_b>");
    CHECK(may_transpose(2728, 2728, 2728) == "matmul_tensor_core<240, 128, persistent, shared_a>");
    CHECK(may_transpose(3072, 3072, 3072) == "matmul_tensor_core<192, 192, persistent, shared_a>");
    CHECK(may_transpose(8192, 8192, 8192) == "matmul_tensor_core<128, 256, persistent, shared_b>");
    // lines that begin between sectors take longer to load: blocks that share them are faster
    auto const without_sectors = [](int n, int k = 0) {
        shared_facts const facts{n, n, k == 0 ? n : k, 64, 1, true, line_begin::between};
        return std::string(variants[choose_variant(facts, 132)].name);
    };
    CHECK(without_sectors(392, 4096) == "matmul_tensor_core<128, 128, split_k_by_4>");
    CHECK(without_sectors(776) == "matmul_tensor_core<112, 64, shared>");
    CHECK(without_sectors(1000) == "matmul_tensor_core<80, 128, shared>");
    CHECK(without_sectors(1432) == "matmul_tensor_core<144, 128, shared>");
    CHECK(without_sectors(1640) == "matmul_tensor_core<192, 128, shared_a>");
    CHECK(without_sectors(1752) == "matmul_tensor_core<208, 128, shared_a>");
    CHECK(without_sectors(2008) == "matmul_tensor_core<128, 256, shared_b>");
    CHECK(without_sectors(2504) == "matmul_tensor_core<208, 128, shared_a>");
    CHECK(without_sectors(3000) == "matmul_tensor_core<192, 192, persistent, shared_a>");
    CHECK(without_sectors(5000) == "matmul_tensor_core<160, 256, persistent, shared_b>");
    CHECK(without_sectors(8200) == "matmul_tensor_core<160, 256, persistent, shared_b>");
    // few tiles and long k, which may be divided between blocks
    auto const divided = [](int m, int n, int k) {
        auto const [index, parts] = newly_chosen(shared_facts{m, n, k, 64}, 132, {});
        return std::string(variants[index].name) + ", " + std::to_string(parts);
    };
    CHECK(divided(512, 256, 32768) == "matmul_tensor_core<128, 64, shared>, 7");
    CHECK(divided(1024, 512, 8192) == "matmul_tensor_core<128, 128, shared_b>, 4");
    CHECK(divided(512, 512, 8192) == "matmul_tensor_core<64, 64, split_k>, 1");
    CHECK(divided(64, 64, 1 << 20) == "matmul_tensor_core<64, 64, split_k>, 66");
    // one multiprocessor, and the largest shapes: an overflow would be an error of the compiler
    static_assert(choose_variant({1 << 30, 1 << 12, 1 << 30, 64}, 1) < variants.size());
    static_assert(choose_variant({1 << 30, 1 << 12, 1 << 30, 32}, 1) < variants.size());
    static_assert(choose_variant({64, 64, 1 << 30, 32, 1 << 29}, 132) < variants.size());
    static_assert(choose_register_variant({1 << 30, 1 << 12, 1 << 25}, 1) <
                  register_variants.size());
    static_assert(choose_double({1 << 22, 1 << 12, 1 << 30}, 1).parts_of_k == 1);
    // no cluster that could not run
    for (int const multiprocessors : {1, 2, 3, 7})
        for (line_begin const begin :
             {line_begin::cache_line, line_begin::sector, line_begin::between}) {
            CAPTURE(multiprocessors);
            variant const& v =
                variants[choose_variant({256, 256, 256, 64, 1, true, begin}, multiprocessors)];
            CHECK(v.blocks_of_cluster() <= multiprocessors);
            register_facts const facts{4096, 4096, 128, 1, begin};
            CHECK(register_variants[choose_register_variant(facts, multiprocessors)].sharers <=
                  multiprocessors);
        }
}

TEST_CASE("tensor_core: the kernel chosen if an operand goes through registers") {
    auto const chosen = [](register_facts const& facts) {
        return std::string(register_variants[choose_register_variant(facts, 132)].name);
    };
    CHECK(chosen({256, 256, 8}) == "matmul_tensor_core<128, 64, in_registers>");
    CHECK(chosen({4096, 4096, 128}) == "matmul_tensor_core<128, 256, in_registers>");
    CHECK(chosen({16384, 16384, 512}) == "matmul_tensor_core<128, 256, in_registers>");
    CHECK(chosen({4096, 512, 128}) == "matmul_tensor_core<128, 128, in_registers>");
    // one round, or three, that fill the GPU
    CHECK(chosen({1536, 1536, 48}) == "matmul_tensor_core<128, 192, in_registers>");
    CHECK(chosen({3000, 3000, 94, 1, line_begin::sector}) ==
          "matmul_tensor_core<128, 192, in_registers>");
    // 64 blocks have ports of their own to the L2 cache, 128 have not
    CHECK(chosen({1000, 1000, 32}) == "matmul_tensor_core<128, 64, in_registers>");
    CHECK(chosen({1000, 1000, 32, 1, line_begin::between}) ==
          "matmul_tensor_core<128, 128, in_registers>");
    CHECK(chosen({256, 256, 8, 64}) == "matmul_tensor_core<128, 256, in_registers>");
}

/// Whether choices are right, each after each other one.
template <class Facts>
bool are_independent(std::vector<Facts> const& all, std::vector<tuning> const& tunings) {
    auto const each = [&](auto const& use) {
        for (Facts const& facts : all)
            for (tuning const& fixed : tunings)
                for (int const multiprocessors : {132, 78}) use(facts, multiprocessors, fixed);
    };
    bool are_right = true;
    each([&](auto const&... before) {
        each([&](auto const&... question) {
            (void)choose_kernel(before...);
            auto const found = choose_kernel(question...), expected = newly_chosen(question...);
            are_right &= found.variant == expected.variant;
            are_right &= found.parts_of_k == expected.parts_of_k;
        });
    });
    return are_right;
}

TEST_CASE("tensor_core: choices for recent shapes do not depend on other recent ones") {
    CHECK(are_independent<shared_facts>({{64, 64, 1 << 16, 64},
                                         {64, 96, 1 << 16, 64},
                                         {64, 64, 256, 64},
                                         {64, 64, 1 << 16, 32},
                                         {64, 64, 1 << 16, 64, 99},
                                         {256, 256, 256, 64},
                                         {256, 256, 256, 64, 1, true},
                                         {256, 256, 256, 64, 1, true, line_begin::between}},
                                        {{}, {8}, {-1, 0, 0}, {8, 0, 1}}));
    CHECK(are_independent<register_facts>({{64, 64, 1 << 15},
                                           {4096, 4096, 128},
                                           {1000, 1000, 32},
                                           {1000, 1000, 32, 1, line_begin::sector}},
                                          {{}, {1}, {-1, 0, 0}, {1, 0, 1}}));
    CHECK(are_independent<double_facts>(
        {{64, 64, 4096}, {64, 64, 4096, 2}, {1240, 1240, 1240}, {1240, 1240, 1240, 1, major::mn}},
        {{}, {6}, {-1, 0, 0}, {6, 0, 1}}));
}

TEST_CASE("tensor_core: k is divided if C has few tiles, and k is long") {
    struct choice {
        std::string name;
        int parts;
    };
    auto const chosen = [](int m, int n, int k, int products = 1) {
        shared_facts const facts{m, n, k, 64, products};
        variant const& v = variants[choose_variant(facts, 132)];
        auto const blocks = static_cast<int>(blocks_of(v, m, n));
        int const parts = parts_of_k(v, facts, blocks, 132);
        CHECK((parts == 1 || parts * blocks <= blocks_at_once(v, 132)));
        // the last part has steps of its own
        int const steps = steps_of_part(v, facts, 1);
        CHECK((parts - 1) * steps_of_part(v, facts, parts) < steps);
        return choice{std::string(v.name), parts};
    };
    for (auto const& [m, n, k] :
         {std::array{256, 256, 256}, std::array{512, 512, 4096}, std::array{1024, 1024, 1024},
          std::array{4096, 4096, 1 << 20}, std::array{1, 1, 1}, std::array{16, 4096, 4096}}) {
        CAPTURE(m, n, k);
        CHECK(chosen(m, n, k).parts == 1);
    }
    CHECK(chosen(64, 64, 1 << 16).parts > 32);
    CHECK(chosen(64, 64, 1 << 20).parts > 32);
    auto const wide = chosen(512, 256, 1 << 15);
    CHECK(wide.name == "matmul_tensor_core<128, 64, shared>");
    CHECK(wide.parts == 7);
    CHECK(chosen(64, 64, 1 << 16, 2).parts == 1); // batches do not divide k
    // persistent and transposing kernels do not divide it, even if they should
    for (variant const& v : variants) {
        int const parts = parts_of_k(v, {64, 64, 1 << 16, 64}, v.blocks_of_cluster(), 132, 1);
        CAPTURE(v.name);
        CHECK((parts == 1) == (v.is_persistent || v.transposes));
        CHECK(parts_of_k(v, {64, 64, 1 << 16, 64}, v.blocks_of_cluster(), 132, 0) == 1);
        CHECK(parts_of_k(v, {64, 64, 1 << 16, 64, 2}, v.blocks_of_cluster(), 132, 1) == 1);
    }
    // operands in registers: elements of R and of S, and steps of k
    auto const parts_of_register_kernel = [](register_facts const& facts) {
        return parts_of_k(register_variants[choose_register_variant(facts, 132)], facts, 132);
    };
    CHECK(parts_of_register_kernel({256, 1024, 128}) > 1);
    CHECK(parts_of_register_kernel({64, 64, 1 << 15}) > 32);
    CHECK(parts_of_register_kernel({4096, 4096, 128}) == 1);
    CHECK(parts_of_register_kernel({64, 64, 1 << 15, 2}) == 1);
    // lines of R that one block reads: more blocks read them from memory in less time
    CHECK(parts_of_register_kernel({8192, 32, 256}) == 2);
    CHECK(parts_of_register_kernel({4096, 64, 512}) >= 3);
}

TEST_CASE("tensor_core: parts of k have each step once, in turn if they are long") {
    for (int const parts : {1, 2, 7, 66})
        for (int const parts_of_cluster : {1, 2})
            for (int const steps : {1, 99, 100, 228}) {
                auto const division = division_of_k::into(parts, parts_of_cluster, steps);
                int const all = parts * parts_of_cluster;
                std::vector<int> times(static_cast<std::size_t>(all * steps));
                for (int part = 0; part < all; ++part)
                    for (int step = 0; step < division.steps; ++step)
                        ++times.at(static_cast<std::size_t>(part * division.part_distance +
                                                            step * division.step_distance));
                CAPTURE(parts, parts_of_cluster, steps);
                CHECK(std::ranges::all_of(times, [](int seen) { return seen == 1; }));
                CHECK((division.step_distance > 1) == (parts > 1 && steps >= 100));
            }
}

TEST_CASE("tensor_core: automatic takes it for one or two tiles and long k") {
    using namespace gpu::detail;
    for (auto const type :
         {index_of<gpu::half, matmul_types>, index_of<gpu::bfloat16, matmul_types>}) {
        auto const is_chosen = [=](product_extents const& x,
                                   operand_layouts const& layouts = {true, false}) {
            return is_faster_than_cublas(type, x, layouts);
        };
        CHECK(is_chosen({16, 16, 4096}));
        CHECK(is_chosen({64, 64, 1 << 20}));
        CHECK(is_chosen({128, 128, 1 << 16}));
        CHECK_FALSE(is_chosen({15, 16, 4096}));
        CHECK_FALSE(is_chosen({16, 16, 4095}));
        CHECK_FALSE(is_chosen({128, 129, 1 << 16}));
        CHECK_FALSE(is_chosen({64, 64, 1 << 20}, {true, true}));
        CHECK_FALSE(is_chosen({64, 64, 1 << 20}, {false, false}));
        CHECK_FALSE(is_chosen({64, 64, 1 << 20}, {true, false, false}));      // copied first
        CHECK_FALSE(is_chosen({64, 64, 1 << 20}, {true, false, true, true})); // between sectors
    }
}

TEST_CASE("tensor_core: products with divided k start early if they fill most of a GPU, or are "
          "short") {
    CHECK(starts_early(112, 74, 132));
    CHECK(starts_early(100, 1000, 132));
    CHECK_FALSE(starts_early(96, 128, 132));
    CHECK_FALSE(starts_early(72, 228, 132));
    CHECK_FALSE(starts_early(70, 15, 132));
    CHECK(starts_early(32, 2, 132));
    CHECK(between_kernels_ns(112, 74, 132) < between_kernels_ns(96, 74, 132));
}

TEST_CASE("tensor_core: no part of k is empty, and there are as many as fit") {
    for (int const room : {0, 1, 2, 7, 33, 132})
        for (int steps = 1; steps <= 300; ++steps) {
            auto const never = [](int) { return 0LL; };
            int const parts = choose_parts(room, steps, 100, 1, never);
            CAPTURE(room, steps, parts);
            CHECK(parts >= 1);
            CHECK(parts <= std::max(room, 1));
            CHECK((parts - 1) * pieces(steps, parts) < steps);
            CHECK(choose_parts(room, steps, 100, 0, never) == 1);
            // the fastest of those tried
            auto const best_at_four = [](int tried) { return std::abs(tried - 4LL); };
            int const chosen = choose_parts(room, steps, 1000, -1, best_at_four);
            CHECK(std::abs(chosen - 4) <= 3);
            CHECK(chosen <= std::max(room, 1));
        }
}
