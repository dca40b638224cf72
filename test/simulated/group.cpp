// SPDX-License-Identifier: Apache-2.0
/// Groups of threads: ranks, partitions, shuffles and votes, as in CUDA's cooperative groups.
#include "simulated_device.hpp"

#include <array>
#include <cstdint>
#include <vector>

using gpu::simulated::synchronize;
using gpu::simulated::tiled_partition;
using test::context;
using test::defect;
using test::find;
using test::shape;
using test::simulated_device;

namespace {

/// Returns `value(context)` of every thread of the first of two blocks.
template <class Value>
auto on_each_thread(gpu::extent3 size, Value value) {
    using T = decltype(value(std::declval<context const&>()));
    std::size_t const threads = size.volume();
    std::vector<T> result(threads);
    simulated_device device;
    device.queue().add_output({result.data(), threads * sizeof(T)}, sizeof(T));
    device.run({{2}, size}, [&, out = result.data()](context const& c) {
        T const mine = value(c);
        if (c.block_rank() == 0) c.global(out).put(c.block().thread_rank(), mine);
    });
    return result;
}

template <class F>
std::vector<unsigned> numbers(unsigned count, F f) {
    std::vector<unsigned> result(count);
    for (unsigned i = 0; i < count; ++i) result[i] = static_cast<unsigned>(f(i));
    return result;
}

} // namespace

TEST_CASE("ranks in a block") {
    REQUIRE(on_each_thread({4}, [](context const& c) { return c.block().thread_rank(); }) ==
            std::vector{0u, 1u, 2u, 3u});
    REQUIRE(on_each_thread({4}, [](context const& c) { return c.block().size(); }) ==
            std::vector{4u, 4u, 4u, 4u});
}

TEST_CASE("rank 0 of tiles of four threads is threads 0, 4, 8, ...") {
    std::vector<unsigned> first;
    auto const ranks = on_each_thread(
        {2, 16, 1}, [](context const& c) { return tiled_partition(c.block(), 4).thread_rank(); });
    for (unsigned i = 0; i < ranks.size(); ++i)
        if (ranks[i] == 0) first.push_back(i);
    REQUIRE(first == std::vector{0u, 4u, 8u, 12u, 16u, 20u, 24u, 28u});
}

TEST_CASE("all 210 threads of a block of 5 x 6 x 7 run, including the partial seventh warp") {
    using three = std::array<unsigned, 3>;
    auto const indices = on_each_thread({5, 6, 7}, [](context const& c) {
        auto const at = c.block().thread_index();
        return three{at.x, at.y, at.z};
    });
    REQUIRE(indices.size() == 210);
    unsigned rank = 0;
    for (unsigned z = 0; z < 7; ++z)
        for (unsigned y = 0; y < 6; ++y)
            for (unsigned x = 0; x < 5; ++x) REQUIRE(indices[rank++] == three{x, y, z});

    auto const ranks =
        on_each_thread({5, 6, 7}, [](context const& c) { return c.block().thread_rank(); });
    REQUIRE(ranks == numbers(210, [](unsigned i) { return i; }));
    auto const warps =
        on_each_thread({5, 6, 7}, [](context const& c) { return c.tile<32>().meta_group_rank(); });
    REQUIRE(warps == numbers(210, [](unsigned i) { return i / 32; }));
    REQUIRE(on_each_thread({5, 6, 7}, [](context const& c) {
                return c.tile<32>().meta_group_size();
            }).front() == 7);
    REQUIRE(on_each_thread({5, 6, 7}, [](context const& c) {
                return c.block().group_dim().y + c.block().dim_threads().z;
            }).front() == 13);
}

TEST_CASE("grids of blocks have three dimensions, too") {
    simulated_device device;
    unsigned* const out = device.queue().allocate<unsigned>(24);
    device.run({{2, 3, 4}, {1}}, [=](context const& c) {
        auto const at = c.block().group_index();
        c.global(out).put(c.block_rank(), at.x + 10 * at.y + 100 * at.z +
                                              1000 * static_cast<unsigned>(c.num_blocks()));
    });
    REQUIRE(device.queue().fetch(out) == 24000);
    REQUIRE(device.queue().fetch(out + 1) == 24001);
    REQUIRE(device.queue().fetch(out + 2) == 24010);
    REQUIRE(device.queue().fetch(out + 23) == 24321);
}

TEST_CASE("tiles, and tiles of tiles") {
    auto const each = [](auto value) { return on_each_thread({100}, value); };
    REQUIRE(each([](context const& c) { return c.tile<8>().thread_rank(); }) ==
            numbers(100, [](unsigned i) { return i % 8; }));
    REQUIRE(each([](context const& c) { return c.tile<8>().meta_group_rank(); }) ==
            numbers(100, [](unsigned i) { return i / 8; }));
    REQUIRE(each([](context const& c) { return c.tile<8>().meta_group_size(); }) ==
            numbers(100, [](unsigned) { return 13; }));
    REQUIRE(each([](context const& c) { return c.tile<8>().num_threads(); }) ==
            numbers(100, [](unsigned) { return 8; }));
    REQUIRE(each([](context const& c) { return tiled_partition<4>(c.tile<32>()).thread_rank(); }) ==
            numbers(100, [](unsigned i) { return i % 4; }));
    REQUIRE(each([](context const& c) {
                return tiled_partition<4>(c.tile<32>()).meta_group_rank();
            }) == numbers(100, [](unsigned i) { return i % 32 / 4; }));
    REQUIRE(each([](context const& c) {
                return tiled_partition(tiled_partition(c.block(), 16), 2).meta_group_size();
            }) == numbers(100, [](unsigned) { return 8; }));
    REQUIRE(each([](context const& c) { return c.tile<1>().meta_group_rank(); }) ==
            numbers(100, [](unsigned i) { return i; }));
}

TEST_CASE("shuffles") {
    auto const each = [](auto value) { return on_each_thread({64}, value); };
    auto const rank = [](context const& c) { return c.block().thread_rank(); };
    REQUIRE(each([=](context const& c) { return c.tile<8>().shfl(rank(c), 3); }) ==
            numbers(64, [](unsigned i) { return i / 8 * 8 + 3; }));
    // wraps around within the tile
    REQUIRE(each([=](context const& c) { return c.tile<8>().shfl(rank(c), 11); }) ==
            numbers(64, [](unsigned i) { return i / 8 * 8 + 3; }));
    // Beyond the tile's ends a lane keeps its value.
    REQUIRE(each([=](context const& c) { return c.tile<8>().shfl_down(rank(c), 3); }) ==
            numbers(64, [](unsigned i) { return i % 8 < 5 ? i + 3 : i; }));
    REQUIRE(each([=](context const& c) { return c.tile<8>().shfl_up(rank(c), 3); }) ==
            numbers(64, [](unsigned i) { return i % 8 >= 3 ? i - 3 : i; }));
    REQUIRE(each([=](context const& c) { return c.tile<8>().shfl_down(rank(c), ~0u); }) ==
            numbers(64, [](unsigned i) { return i; }));
    REQUIRE(each([=](context const& c) { return c.tile<8>().shfl_xor(rank(c), 5); }) ==
            numbers(64, [](unsigned i) { return i ^ 5; }));
    REQUIRE(each([=](context const& c) {
                return c.tile<32>().shfl(rank(c), (rank(c) * 7 + 1) % 32);
            }) == numbers(64, [](unsigned i) { return i / 32 * 32 + (i * 7 + 1) % 32; }));
    using wide = std::array<double, 3>;
    REQUIRE(each([=](context const& c) {
                return c.tile<2>().shfl_xor(wide{1, 2, double(rank(c))}, 1);
            })[6] == wide{1, 2, 7});
}

TEST_CASE("successive shuffles in nested tiles do not interfere") {
    auto const result = on_each_thread({64}, [](context const& c) {
        unsigned value = c.block().thread_rank();
        for (unsigned i = 0; i < 10; ++i) {
            value = c.tile<32>().shfl_down(value, 1);
            value = c.tile<4>().shfl_xor(value, i % 4);
            if (c.tile<4>().meta_group_rank() % 2 == 0) value = c.tile<2>().shfl(value, 0);
        }
        return value;
    });
    auto expected = numbers(64, [](unsigned i) { return i; });
    for (unsigned i = 0; i < 10; ++i) {
        auto const down = expected;
        for (unsigned t = 0; t < 64; ++t) expected[t] = down[t % 32 < 31 ? t + 1 : t];
        auto const crossed = expected;
        for (unsigned t = 0; t < 64; ++t) expected[t] = crossed[t ^ i % 4];
        for (unsigned t = 0; t < 64; ++t)
            if (t / 4 % 2 == 0) expected[t] = expected[t / 2 * 2];
    }
    REQUIRE(result == expected);
}

TEST_CASE("votes are ordered by rank in the group") {
    auto const each = [](auto value) { return on_each_thread({64}, value); };
    auto const odd = [](context const& c) { return c.block().thread_rank() % 2 == 1; };
    REQUIRE(each([=](context const& c) { return c.tile<8>().ballot(odd(c)); }) ==
            numbers(64, [](unsigned) { return 0xaa; }));
    REQUIRE(each([=](context const& c) { return c.tile<32>().ballot(odd(c)); }) ==
            numbers(64, [](unsigned) { return 0xaaaaaaaa; }));
    REQUIRE(each([=](context const& c) {
                return unsigned{c.tile<8>().any(c.block().thread_rank() == 21)};
            }) == numbers(64, [](unsigned i) { return i / 8 == 2 ? 1u : 0u; }));
    REQUIRE(each([=](context const& c) {
                return unsigned{c.tile<8>().all(c.block().thread_rank() != 21)};
            }) == numbers(64, [](unsigned i) { return i / 8 == 2 ? 0u : 1u; }));
    // ranks 0, 3 and 6 of the tile hold 2
    REQUIRE(each([=](context const& c) {
                return c.tile<8>().match_any(c.block().thread_rank() % 3);
            })[8] == 0b01001001);
    REQUIRE(each([=](context const& c) {
                return c.tile<8>().match_any(double(c.block().thread_rank() / 12));
            })[13] == 0b11110000);
}

TEST_CASE("match_all tells whether all values are equal") {
    struct match {
        std::uint32_t ranks;
        int equal;
        bool operator==(match const&) const = default;
    };
    auto const each = on_each_thread({40}, [](context const& c) {
        match m{};
        m.ranks = c.tile<8>().match_all(c.block().thread_rank() / 10, m.equal);
        return m;
    });
    REQUIRE(each[0] == match{0xff, 1});
    REQUIRE(each[8] == match{0, 0});
    REQUIRE(each[15] == match{0, 0});
    REQUIRE(each[39] == match{0xff, 1});
    auto const partial = on_each_thread({37}, [](context const& c) {
        match m{};
        m.ranks = c.tile<32>().match_all(1, m.equal);
        return m;
    });
    REQUIRE(partial[36] == match{0x1f, 1});
}

TEST_CASE("a partial warp votes with its existing lanes") {
    REQUIRE(on_each_thread({40}, [](context const& c) { return c.tile<32>().ballot(true); })[35] ==
            0xff);
    REQUIRE(on_each_thread(
                {40}, [](context const& c) { return unsigned{c.tile<32>().all(true)}; })[35] == 1);
}

TEST_CASE("shuffles from a lane that does not exist or is not in the group") {
    auto const partial =
        find(shape(1, 40), [](context const& c) { (void)c.tile<32>().shfl_down(1, 4); });
    REQUIRE(partial.kind() == defect::inactive_lane);
    REQUIRE(partial.first().thread >= 36);
    REQUIRE_THAT(partial.what(), Catch::Contains("does not participate"));
    REQUIRE(find(shape(1, 32), [](context const& c) { (void)c.tile<4>().shfl_xor(1, 4); }).kind() ==
            defect::inactive_lane);
    simulated_device().run(shape(1, 40), [](context const& c) { (void)c.tile<32>().shfl(1, 7); });
    simulated_device().run(shape(1, 40),
                           [](context const& c) { (void)c.tile<8>().shfl_down(1, 4); });
}

TEST_CASE("coalesced threads are the lanes that arrive together") {
    struct seen {
        unsigned rank, size, first;
        bool operator==(seen const&) const = default;
    };
    auto const result = on_each_thread({64}, [](context const& c) {
        unsigned const rank = c.block().thread_rank();
        if (rank % 3 == 0) {
            auto const active = c.coalesced_threads();
            active.sync();
            return seen{active.thread_rank(), active.size(), active.shfl(rank, 0)};
        }
        auto const active = c.coalesced_threads();
        return seen{active.thread_rank(), active.size(), active.shfl_down(rank, 1)};
    });
    REQUIRE(result[0] == seen{0, 11, 0}); // group of 0, 3 ... 30
    REQUIRE(result[30] == seen{10, 11, 0});
    REQUIRE(result[33] == seen{0, 11, 33}); // group of 33, 36 ... 63
    REQUIRE(result[1] == seen{0, 21, 2});
    REQUIRE(result[2] == seen{1, 21, 4});
    REQUIRE(result[31] == seen{20, 21, 31}); // the last lane keeps its value
    REQUIRE(result[32] == seen{0, 21, 34});
}

TEST_CASE("coalesced threads after earlier divergence, and votes among them") {
    auto const result = on_each_thread({32}, [](context const& c) {
        unsigned const rank = c.block().thread_rank();
        if (rank % 2 == 0) c.tile<1>().sync();
        if (rank < 8) return c.coalesced_threads().ballot(rank % 4 == 0);
        return 0u;
    });
    REQUIRE(result[5] == 0b00010001);
    REQUIRE(result[8] == 0);
}

namespace {

/// A typical sum over any group through memory: `reduce_sum(group, temp, val)`.
template <class Group>
int reduce_sum(Group const& group, gpu::simulated::array<int> const& temp, int value) {
    unsigned const lane = group.thread_rank();
    for (unsigned i = group.num_threads() / 2; i > 0; i /= 2) {
        temp.put(lane, value);
        synchronize(group);
        if (lane < i) value += temp.get(lane + i);
        synchronize(group);
    }
    return value;
}

} // namespace

TEST_CASE("a sum over any group") {
    auto const sum = [](auto group_of, std::size_t at) {
        simulated_device device;
        int* const out = device.queue().allocate<int>(64);
        device.run(shape(1, 64, 64 * sizeof(int)), [=](context const& c) {
            auto const group = group_of(c);
            unsigned const rank = c.block().thread_rank();
            int const total = reduce_sum(group, c.shared<int>().from(rank - group.thread_rank()),
                                         static_cast<int>(rank));
            c.global(out).put(rank, total);
        });
        return device.queue().fetch(out + at);
    };
    REQUIRE(sum([](context const& c) { return c.block(); }, 0) == 64 * 63 / 2);
    REQUIRE(sum([](context const& c) { return c.tile<32>(); }, 32) == 32 * 32 + 31 * 16);
    REQUIRE(sum([](context const& c) { return c.tile<4>(); }, 8) == 8 + 9 + 10 + 11);
    REQUIRE(sum([](context const& c) { return tiled_partition(c.block(), 2); }, 62) == 62 + 63);
    REQUIRE(sum([](context const& c) { return c.tile<1>(); }, 5) == 5);
}
