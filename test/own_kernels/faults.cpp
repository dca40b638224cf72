// SPDX-License-Identifier: Apache-2.0
/// Faults that are planted in kernels: each is found, with its kind and its lines.
#include "find.hpp"

#include <cstddef>
#include <stdexcept>
#include <vector>

using test::defect;
using test::plant;

namespace {

constexpr std::size_t kilobyte = 1024;

/// Blocks of 64 threads with a KiB of shared memory.
gpu::launch_shape blocks_of_64(unsigned blocks = 1) {
    return {.grid = blocks, .block = 64, .shared_bytes = kilobyte};
}

} // namespace

TEST_CASE("races in shared memory") {
    std::vector<int> out(64);
    unsigned const first = __LINE__;
    auto const first_fault = [](auto const& c, auto y) {
        auto const shared = c.template shared<int>();
        unsigned const rank = c.block().thread_rank();
        shared.put(rank, 1);
        y.put(rank, shared.get(rank ^ 32)); // no barrier before
    };
    plant(blocks_of_64(), defect::race, {first + 4, first + 5}, first_fault, out);
    unsigned const second = __LINE__;
    auto const second_fault = [](auto const& c, auto) {
        auto const shared = c.template shared<int>();
        unsigned const rank = c.block().thread_rank();
        for (int pass = 0; pass < 2; ++pass) {
            shared.put(rank, pass);
            c.block().sync();
            (void)shared.get(rank ^ 32); // no barrier before the next pass
        }
    };
    plant(blocks_of_64(), defect::race, {second + 5, second + 7}, second_fault, out);
    unsigned const third = __LINE__;
    auto const third_fault = [](auto const& c, auto) {
        c.template shared<int>().put(c.block().thread_rank() % 32, 1); // both warps
    };
    plant(blocks_of_64(), defect::race, {third + 2}, third_fault, out);
    unsigned const fourth = __LINE__;
    auto const fourth_fault = [](auto const& c, auto) {
        auto const shared = c.template shared<int>();
        unsigned const rank = c.block().thread_rank();
        shared.put(rank, 1);
        (void)shared.get(rank ^ 1); // lanes of a warp do not run in step
    };
    plant(blocks_of_64(), defect::race, {fourth + 4, fourth + 5}, fourth_fault, out);
    unsigned const fifth = __LINE__;
    auto const fifth_fault = [](auto const& c, auto) {
        auto const shared = c.template shared<int>();
        unsigned const rank = c.block().thread_rank();
        shared.put(rank, 1);
        c.template tile<8>().sync();
        (void)shared.get(rank ^ 8); // of the next tile
    };
    plant(blocks_of_64(), defect::race, {fifth + 4, fifth + 6}, fifth_fault, out);
    unsigned const sixth = __LINE__;
    auto const sixth_fault = [](auto const& c, auto) {
        auto const shared = c.template shared<int>();
        unsigned const rank = c.block().thread_rank();
        if (rank == 0) shared.put(0, 0);
        c.block().sync();
        shared.fetch_add(0, 1);
        if (rank == 40) (void)shared.get(0); // others still add
    };
    plant(blocks_of_64(), defect::race, {sixth + 6, sixth + 7}, sixth_fault, out);
}

TEST_CASE("races in global memory") {
    std::vector<int> out(64);
    unsigned const first = __LINE__;
    auto const first_fault = [](auto const& c, auto y) {
        y.put(c.block().thread_rank(), 1); // the rank in the block, not in the grid
    };
    plant(blocks_of_64(2), defect::race, {first + 2}, first_fault, out);
    unsigned const second = __LINE__;
    auto const second_fault = [](auto const& c, auto y) {
        y.put(c.block_rank(), 1);
        (void)y.get((c.block_rank() + 1) % c.num_blocks()); // of another block
    };
    plant({.grid = 8, .block = 1}, defect::race, {second + 2, second + 3}, second_fault, out);
    unsigned const third = __LINE__;
    auto const third_fault = [](auto const& c, auto y) {
        y.put(c.block_rank(), 1);
        if (y.fetch_add(63, 1) % 8 != 7) return; // a counter without a fence: not is_last_block
        int sum = 0;
        for (unsigned i = 0; i < 8; ++i) sum += y.get(i);
        y.put(62, sum);
    };
    plant({.grid = 8, .block = 1}, defect::race, {third + 2, third + 5}, third_fault,
          std::vector<int>(64)); // the counter starts at 0
}

TEST_CASE("accesses out of bounds") {
    std::vector<int> const in(100);
    std::vector<int> out(100);
    gpu::launch_shape const two{.grid = 2, .block = 64};
    auto const place = [](auto const& c) { return c.block_rank() * 64 + c.block().thread_rank(); };
    unsigned const first = __LINE__;
    auto const first_fault = [=](auto const& c, auto x, auto y) {
        auto const i = place(c);
        int const value = x.get(i); // before the check
        if (i < x.size()) y.put(i, value);
    };
    plant(two, defect::bounds, {first + 3}, first_fault, in, out);
    unsigned const second = __LINE__;
    auto const second_fault = [=](auto const& c, auto, auto y) {
        auto const i = place(c);
        if (i <= y.size()) y.put(i, 1); // one too many
    };
    plant(two, defect::bounds, {second + 3}, second_fault, in, out);
    unsigned const third = __LINE__;
    auto const third_fault = [](auto const& c, auto, auto) {
        c.template shared<int>().put(4 * c.block().thread_rank() + 64, 1); // 256 elements
    };
    plant(blocks_of_64(), defect::bounds, {third + 2}, third_fault, in, out);
    unsigned const fourth = __LINE__;
    auto const fourth_fault = [](auto const& c, auto x, auto) {
        auto const i = c.block().thread_rank();
        (void)x.get(i - 1); // below the first
    };
    plant(blocks_of_64(), defect::bounds, {fourth + 3}, fourth_fault, in, out);
    unsigned const fifth = __LINE__;
    auto const fifth_fault = [](auto const& c, auto, auto y) {
        auto const rest = y.from(50 + c.block().thread_rank());
        (void)rest;
    };
    plant(blocks_of_64(), defect::bounds, {fifth + 2}, fifth_fault, in, out);
    unsigned const sixth = __LINE__;
    auto const sixth_fault = [](auto const& c, auto, auto y) {
        (void)y.template vector<4>(std::size_t{2} * c.block().thread_rank());
    };
    plant(blocks_of_64(), defect::bounds, {sixth + 2}, sixth_fault, in, out);
}

TEST_CASE("pointers that the kernel was not given, and pointers that are not aligned") {
    std::vector<double> values(8), outside(8);
    auto* const bytes = reinterpret_cast<char*>(values.data());
    unsigned const first = __LINE__;
    auto const first_fault = [](auto const& c, auto, double* pointer) {
        auto const memory = c.global(pointer);
        (void)memory.get(0);
    };
    plant(blocks_of_64(), defect::bounds, {first + 2}, first_fault, values, outside.data());
    unsigned const second = __LINE__;
    auto const second_fault = [](auto const& c, auto, char* pointer) {
        (void)c.global(reinterpret_cast<double*>(pointer + 4)).get(0);
    };
    plant(blocks_of_64(), defect::alignment, {second + 2}, second_fault, values, bytes);
}

TEST_CASE("reads of memory that no thread has written") {
    std::vector<int> out(64);
    unsigned const first = __LINE__;
    auto const first_fault = [](auto const& c, auto) {
        auto const shared = c.template shared<int>();
        unsigned const rank = c.block().thread_rank();
        if (rank != 5) shared.put(rank, 1);
        (void)shared.get(rank);
    };
    plant(blocks_of_64(), defect::unwritten, {first + 5}, first_fault, out);
    unsigned const second = __LINE__;
    auto const second_fault = [](auto const& c, auto y) {
        auto const rank = c.block().thread_rank();
        y.put(rank, y.get(rank) + 1); // nothing was there
    };
    plant(blocks_of_64(), defect::unwritten, {second + 3}, second_fault, gpu::unwritten(out));
    unsigned const third = __LINE__;
    auto const third_fault = [](auto const& c, auto) {
        c.template shared<int>().fetch_add(0, 1); // nobody has set it to 0
    };
    plant(blocks_of_64(), defect::unwritten, {third + 2}, third_fault, out);
}

TEST_CASE("barriers that some threads do not reach") {
    std::vector<int> out(64);
    unsigned const first = __LINE__;
    auto const first_fault = [](auto const& c, auto y) {
        auto const i = c.block_rank() * 64 + c.block().thread_rank();
        if (i % 64 >= 40) return y.put(i, 1);
        c.block().sync(); // not all threads of the block
    };
    plant({.grid = 2, .block = 64}, defect::divergence, {first + 3, first + 4}, first_fault,
          std::vector<int>(128));
    unsigned const second = __LINE__;
    auto const second_fault = [](auto const& c, auto) {
        if (c.block().thread_rank() < 32) c.block().sync();
        else c.block().sync();
    };
    plant(blocks_of_64(), defect::divergence, {second + 2, second + 3}, second_fault, out);
    unsigned const third = __LINE__;
    auto const third_fault = [](auto const& c, auto y) {
        unsigned const rank = c.block().thread_rank();
        for (unsigned i = 0; i < 1 + rank / 32; ++i) {
            c.block().sync(); // the first warp once, the second twice
            if (i > 5) y.put(rank, 1);
        }
    };
    plant(blocks_of_64(), defect::divergence, {third + 4}, third_fault, out);
    unsigned const fourth = __LINE__;
    auto const fourth_fault = [](auto const& c, auto y) {
        if (c.block().thread_rank() == 9) return (void)y.get(0);
        (void)c.is_last_block();
    };
    plant(blocks_of_64(4), defect::divergence, {fourth + 2, fourth + 3}, fourth_fault, out);
    unsigned const fifth = __LINE__;
    auto const fifth_fault = [](auto const& c, auto) {
        (void)c.is_last_block();
        (void)c.is_last_block(); // once per launch
    };
    plant(blocks_of_64(4), defect::publish, {fifth + 3}, fifth_fault, out);
}

TEST_CASE("collectives that some lanes do not reach") {
    std::vector<int> out(64);
    gpu::launch_shape const forty{.block = 40};
    unsigned const first = __LINE__;
    auto const first_fault = [](auto const& c, auto) {
        (void)c.template tile<32>().shfl_down(1, 4); // the last warp has 8 lanes
    };
    plant(forty, defect::inactive_lane, {first + 2}, first_fault, out);
    unsigned const second = __LINE__;
    auto const second_fault = [](auto const& c, auto) {
        (void)c.template tile<4>().shfl_xor(1, 4); // of the next tile
    };
    plant(blocks_of_64(), defect::inactive_lane, {second + 2}, second_fault, out);
    unsigned const third = __LINE__;
    auto const third_fault = [](auto const& c, auto y) {
        auto const warp = c.template tile<32>(); // the mask names all lanes, and half of them come
        if (warp.thread_rank() < 16) (void)warp.shfl(1, 0);
        else y.put(c.block().thread_rank(), 1);
    };
    plant(blocks_of_64(), defect::divergence, {third + 3, third + 4}, third_fault, out);
    unsigned const fourth = __LINE__;
    auto const fourth_fault = [](auto const& c, auto y) {
        auto const active = c.coalesced_threads();
        unsigned const rank = c.block().thread_rank();
        if (rank % 8 == 7) return y.put(rank, 1);
        active.sync(); // some of the group have left
    };
    plant(blocks_of_64(), defect::divergence, {fourth + 4, fourth + 5}, fourth_fault, out);
    unsigned const fifth = __LINE__;
    auto const fifth_fault = [](auto const& c, auto) {
        auto const warp = c.template tile<32>();
        if (warp.thread_rank() == 3) (void)warp.any(true);
        else (void)warp.all(true);
    };
    plant(blocks_of_64(), defect::divergence, {fifth + 3, fifth + 4}, fifth_fault, out);
    unsigned const sixth = __LINE__;
    auto const sixth_fault = [](auto const& c, auto y) {
        auto const warp = c.template tile<32>();
        unsigned const rank = warp.thread_rank();
        if (rank < 31) (void)labeled_partition(warp, rank % 2);
        else y.put(c.block().thread_rank(), 1);
    };
    plant(blocks_of_64(), defect::divergence, {sixth + 4, sixth + 5}, sixth_fault, out);
    unsigned const seventh = __LINE__;
    auto const seventh_fault = [](auto const& c, auto) {
        (void)c.template tile<32>().shfl_xor(1, 32); // no warp has so many lanes
    };
    plant(blocks_of_64(), defect::inactive_lane, {seventh + 2}, seventh_fault, out);
}

TEST_CASE("a kernel that answers a defect by an exception of its own") {
    std::vector<int> out(64);
    unsigned const first = __LINE__;
    auto const first_fault = [](auto const& c, auto y) {
        try {
            if (c.block().thread_rank() == 63) (void)y.get(64);
            c.block().sync();
        } catch (...) {
            throw std::runtime_error("of the kernel");
        }
    };
    plant(blocks_of_64(), defect::bounds, {first + 3}, first_fault, out);
    auto const correct = [](auto const& c, auto y) { y.put(c.block().thread_rank(), 1); };
    CHECK(!test::find(blocks_of_64(), correct, out)); // nothing is left of the defect
    CHECK(out == std::vector<int>(64, 1));
}

TEST_CASE("a block that waits for a word that no block publishes") {
    std::vector<int> out(2);
    unsigned const first = __LINE__;
    auto const first_fault = [](auto const& c, auto y) {
        if (c.block_rank() != 2) return;
        (void)y.await(1, [](int word) { return word != 0; });
    };
    plant({.grid = 3, .block = 1}, defect::deadlock, {first + 3}, first_fault, out);
}

TEST_CASE("loops that wait for a change that never comes") {
    std::vector<int> out(2);
    unsigned const first = __LINE__;
    auto const first_fault = [](auto const&, auto y) {
        while (y.exchange(0, 1) != 0) {} // never unlocked
    };
    plant({.block = 2}, defect::deadlock, {first + 2}, first_fault, std::vector<int>(1, 1));
    unsigned const second = __LINE__;
    auto const second_fault = [](auto const& c, auto y) {
        if (c.block().thread_rank() == 0)
            while (y.get(0) == 0) {} // nothing orders this read after a write
    };
    plant({.block = 2}, defect::deadlock, {second + 3}, second_fault, out);
}
