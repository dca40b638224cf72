// SPDX-License-Identifier: Apache-2.0
/// The launches of the canonical reduction on 132 multiprocessors, as measured to be fast.
#include <gpualgo/kernel/reduce/canonical_shape.hpp>

#include <catch2/catch.hpp>

#include <cstddef>

namespace {

struct groups_and_warps {
    unsigned group_log;
    unsigned warps;
    bool operator==(groups_and_warps const&) const = default;
};

groups_and_warps shape_of(std::size_t segments, std::size_t resident = 2) {
    auto const shape = gpu::detail::canonical_shape_of(segments, 132, resident);
    REQUIRE(shape.grid == (segments - 1) / (std::size_t{1} << shape.group_log) + 1);
    return {shape.group_log, shape.threads / 32};
}

} // namespace

TEST_CASE("few segments are folded at once") {
    CHECK(shape_of(1) == groups_and_warps{4, 1});
    CHECK(shape_of(16) == groups_and_warps{4, 16});
    CHECK(shape_of(49) == groups_and_warps{0, 1});
    CHECK(shape_of(512) == groups_and_warps{3, 8});
    CHECK(shape_of(2112) == groups_and_warps{3, 8});
}

TEST_CASE("groups are large if the last wave of blocks is nearly complete") {
    CHECK(shape_of(8192) == groups_and_warps{5, 8});
    CHECK(shape_of(14649) == groups_and_warps{5, 8});
    CHECK(shape_of(std::size_t{1} << 17) == groups_and_warps{5, 8});
    CHECK(shape_of(4096) == groups_and_warps{4, 8});
}

TEST_CASE("groups are smaller if few blocks of large ones are in the last wave") {
    CHECK(shape_of(11000) == groups_and_warps{4, 8});
    CHECK(shape_of(17421) == groups_and_warps{4, 8});
    CHECK(shape_of(5860) == groups_and_warps{4, 8});
}

TEST_CASE("blocks are smaller if they are a little more than one wave, or two") {
    CHECK(shape_of(4224) == groups_and_warps{4, 8});
    CHECK(shape_of(4356) == groups_and_warps{4, 4});
    CHECK(shape_of(4883) == groups_and_warps{4, 4});
    CHECK(shape_of(8711) == groups_and_warps{4, 3});
    CHECK(shape_of(9766) == groups_and_warps{4, 3});
}

TEST_CASE("kernels of fewer registers have twice as many blocks in a wave") {
    CHECK(shape_of(2200, 4) == groups_and_warps{3, 8});
    CHECK(shape_of(6000, 4) == groups_and_warps{4, 8});
    CHECK(shape_of(8192, 4) == groups_and_warps{4, 8});
    CHECK(shape_of(8711, 4) == groups_and_warps{3, 8});
    CHECK(shape_of(16384, 4) == groups_and_warps{5, 8});
}
