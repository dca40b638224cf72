// SPDX-License-Identifier: Apache-2.0
/// Partitions of groups of lanes by labels, predicates and ranks, as in CUDA's cooperative groups.
#include "simulated_device.hpp"

#include <array>
#include <vector>

using gpu::simulated::binary_partition;
using gpu::simulated::labeled_partition;
using gpu::simulated::tiled_partition;
using test::context;
using test::defect;
using test::shape;
using test::simulated_device;

namespace {

/// A thread's view of its part: its rank, the part's size, and the part's place.
using view = std::array<unsigned, 4>;

template <class Group>
view view_of(Group const& group) {
    return {group.thread_rank(), group.num_threads(), group.meta_group_rank(),
            group.meta_group_size()};
}

/// The views of all threads of a block, of the group that `part` makes.
template <class Part>
std::vector<view> views(unsigned threads, Part part) {
    std::vector<view> result(threads, view{99, 99, 99, 99});
    simulated_device device;
    device.queue().add_output({result.data(), threads * sizeof(view)}, sizeof(view));
    device.run(shape(1, threads), [&, out = result.data()](context const& c) {
        unsigned const rank = c.block().thread_rank();
        c.global(out).put(rank, part(c, rank));
    });
    return result;
}

} // namespace

TEST_CASE("a labelled partition: threads of a warp with equal labels, in the order of the first") {
    auto const seen = views(64, [](context const& c, unsigned rank) {
        return view_of(labeled_partition(c.tile<32>(), 7 - rank % 3));
    });
    for (unsigned i = 0; i < 64; ++i) {
        unsigned const lane = i % 32;
        CHECK(seen[i] == view{lane / 3, lane % 3 == 2 ? 10u : 11u, lane % 3, 3});
    }
}

TEST_CASE("labels may be pointers; a label that all threads have in common leaves one part") {
    auto const seen = views(40, [](context const& c, unsigned rank) {
        static int const places[2] = {};
        return view_of(labeled_partition(c.coalesced_threads(), &places[rank / 32]));
    });
    CHECK(seen[0] == view{0, 32, 0, 1});
    CHECK(seen[39] == view{7, 8, 0, 1});
}

TEST_CASE("a binary partition: the threads for which the predicate holds are part 1") {
    auto const seen = views(64, [](context const& c, unsigned rank) {
        return view_of(binary_partition(c.tile<16>(), rank % 4 == 1 || rank >= 32));
    });
    CHECK(seen[0] == view{0, 12, 0, 2});
    CHECK(seen[1] == view{0, 4, 1, 2});
    CHECK(seen[13] == view{3, 4, 1, 2});
    CHECK(seen[31] == view{11, 12, 0, 2});
    CHECK(seen[32] == view{0, 16, 0, 1}); // nothing is divided
    CHECK(seen == views(64, [](context const& c, unsigned rank) {
              return view_of(labeled_partition(c.tile<16>(), rank % 4 == 1 || rank >= 32));
          }));
}

TEST_CASE("parts are groups: they shuffle, vote, and are partitioned further") {
    auto const seen = views(32, [](context const& c, unsigned rank) {
        auto const odd_or_even = binary_partition(c.tile<32>(), rank % 2 == 1);
        auto const part = labeled_partition(odd_or_even, rank / 8);
        return view{part.shfl(rank, 1), part.ballot(rank % 4 == 3), part.shfl_down(rank, 3),
                    part.match_any(rank / 4)};
    });
    CHECK(seen[0] == view{2, 0, 6, 0b0011});
    CHECK(seen[13] == view{11, 0b1010, 13, 0b1100});
    CHECK(seen[31] == view{27, 0b1010, 31, 0b1100});
}

TEST_CASE("tiles of coalesced threads are tiles of their ranks") {
    auto const seen = views(32, [](context const& c, unsigned rank) {
        if (rank % 3 != 0) return view{};
        auto const active = c.coalesced_threads(); // 0, 3 ... 30: 11 threads
        auto const tile = tiled_partition(active, 4);
        if (view_of(tiled_partition(active, 16)) != view_of(active)) return view{1, 2, 3, 4};
        return view{tile.thread_rank(), tile.num_threads(),
                    10 * tile.meta_group_rank() + tile.meta_group_size(), tile.shfl(rank, 0)};
    });
    CHECK(seen[0] == view{0, 4, 3, 0});
    CHECK(seen[9] == view{3, 4, 3, 0});
    CHECK(seen[12] == view{0, 4, 13, 12});
    CHECK(seen[24] == view{0, 3, 23, 24});
    CHECK(seen[30] == view{2, 3, 23, 24});
    CHECK(seen[1] == view{});
}

TEST_CASE("a partition that some threads of the group skip is found") {
    auto const found = test::find(shape(1, 32), [](context const& c) {
        if (c.block().thread_rank() < 31) (void)labeled_partition(c.tile<32>(), 1);
    });
    CHECK(found.kind() == defect::divergence);
}
