// SPDX-License-Identifier: Apache-2.0
/// Atomic updates: they do not race with each other, order nothing, and are counted.
#include "counts.hpp"

#include <cstdint>
#include <vector>

using test::at_line;
using test::context;
using test::counting_device;
using test::defect;
using test::find;
using test::lines_of;
using test::shape;
using test::simulated_device;

namespace {

/// A device with an output of zeros.
template <class T>
struct zeros {
    std::vector<T> values;
    explicit zeros(std::size_t n) : values(n) {}
    T* add_to(gpu::simulated::queue& queue) {
        queue.add_output({values.data(), values.size() * sizeof(T)}, sizeof(T));
        return values.data();
    }
};

/// One atomic per warp: the first of the threads that run together adds for all.
int increment(context const& c, gpu::simulated::array<int> const& counter) {
    auto const active = c.coalesced_threads();
    int before = 0;
    if (active.thread_rank() == 0) before = counter.fetch_add(0, static_cast<int>(active.size()));
    return static_cast<int>(active.thread_rank()) + active.shfl(before, 0);
}

} // namespace

TEST_CASE("updates by all threads of many blocks, on all cores, lose nothing", "[threads]") {
    for (std::uint64_t seed = 1; seed <= 10; ++seed) {
        zeros<int> numbers(7);
        zeros<double> sum(1);
        simulated_device device({.seed = seed});
        auto* const x = numbers.add_to(device.queue());
        auto* const y = sum.add_to(device.queue());
        numbers.values[2] = 1 << 30;
        device.run(shape(16, 100), [=](context const& c) {
            int const rank = static_cast<int>(c.block_rank() * 100 + c.block().thread_rank());
            auto const out = c.global(x);
            out.fetch_add(0, 1);
            out.fetch_max(1, rank);
            out.fetch_min(2, rank - 5);
            out.fetch_or(3, 1 << rank % 20);
            out.fetch_and(4, 0);
            if (rank == 77) out.exchange(5, 8);
            for (int seen = 0;;) { // a counter, the long way
                int const before = out.compare_exchange(6, seen, seen + 1);
                if (before == seen) break;
                seen = before;
            }
            c.global(y).fetch_add(0, 0.5);
        });
        CHECK(numbers.values[0] == 1600);
        CHECK(numbers.values[1] == 1599);
        CHECK(numbers.values[2] == -5);
        CHECK(numbers.values[3] == (1 << 20) - 1);
        CHECK(numbers.values[4] == 0);
        CHECK(numbers.values[5] == 8);
        CHECK(numbers.values[6] == 1600);
        CHECK(sum.values[0] == 800);
    }
}

TEST_CASE("an update races with plain accesses that nothing orders, in any order", "[threads]") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed)
        for (bool const writes : {false, true}) {
            unsigned const here = __LINE__;
            auto const found = find(shape(1, 64, 64),
                                    [=](context const& c) {
                                        auto const x = c.shared<int>();
                                        unsigned const rank = c.block().thread_rank();
                                        if (rank == 0) x.put(0, 1);
                                        c.block().sync();
                                        if (rank % 2 == 0) x.fetch_add(0, 1);
                                        if (rank == 33 && !writes) (void)x.get(0);
                                        if (rank == 33 && writes) x.put(0, 2);
                                    },
                                    {.seed = seed});
            REQUIRE(found.kind() == defect::race);
            REQUIRE(lines_of(found) == std::pair(here + 7, here + (writes ? 9 : 8)));
            REQUIRE_THAT(found.what(), Catch::Contains("atomically"));
        }
}

TEST_CASE("updates order nothing: a flag set by one does not publish other memory") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        zeros<int> memory(2);
        simulated_device device({.seed = seed});
        int* const x = memory.add_to(device.queue());
        auto const found = device.find(shape(2, 1), [=](context const& c) {
            auto const out = c.global(x);
            out.put(0, 7);
            if (out.fetch_add(1, 1) == 1) (void)out.get(0); // the second block, without a fence
        });
        REQUIRE(found.kind() == defect::race);
    }
}

TEST_CASE("a barrier orders updates and plain accesses") {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        zeros<std::uint64_t> sums(2);
        simulated_device device({.seed = seed});
        auto* const out = sums.add_to(device.queue());
        device.run(shape(2, 100, 64), [=](context const& c) {
            auto const x = c.shared<std::uint64_t>();
            unsigned const rank = c.block().thread_rank();
            if (rank == 7) x.put(0, 0);
            c.block().sync();
            x.fetch_add(0, rank);
            c.block().sync();
            if (rank == 0) c.global(out).put(c.block_rank(), x.get(0));
            c.block().sync();
            if (rank == 99) x.put(0, 0);
        });
        CHECK(sums.values == std::vector<std::uint64_t>{4950, 4950});
    }
}

TEST_CASE("updates of unwritten memory, of inputs and out of bounds are found") {
    CHECK(find(shape(1, 1, 4), [](context const& c) { c.shared<int>().fetch_add(0, 1); }).kind() ==
          defect::unwritten);
    CHECK(find(shape(1, 1, 4), [](context const& c) { c.shared<int>().fetch_add(1, 1); }).kind() ==
          defect::bounds);
    std::vector<int> input(1);
    simulated_device device;
    device.queue().add_input(input.data(), sizeof(int));
    CHECK(device
              .find(shape(1, 1),
                    [x = input.data()](context const& c) { c.global(x).fetch_add(0, 1); })
              .kind() == defect::bounds);
}

TEST_CASE("one atomic per warp, not one per thread") {
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        zeros<int> counter(1), slots(1000);
        counting_device device({.seed = seed});
        int* const x = counter.add_to(device.queue());
        int* const out = slots.add_to(device.queue());
        // 200 threads of 7 warps per block; every third thread increments
        auto const aggregated = device.run(shape(5, 200), [=](context const& c) {
            auto const rank = c.block_rank() * 200 + c.block().thread_rank();
            if (rank % 3 == 0)
                c.global(out).put(static_cast<unsigned>(increment(c, c.global(x))), 1);
        });
        CHECK(aggregated.total().atomics == 5 * 7);
        CHECK(counter.values[0] == 334);
        for (unsigned i = 0; i < 1000; ++i) CHECK(slots.values[i] == (i < 334 ? 1 : 0));
        unsigned const here = __LINE__;
        auto const one_by_one = device.run(shape(5, 200), [=](context const& c) {
            auto const rank = c.block_rank() * 200 + c.block().thread_rank();
            if (rank % 3 == 0) c.global(x).fetch_add(0, 1);
        });
        CHECK(at_line(one_by_one, here + 3).atomics == 334);
        CHECK(at_line(one_by_one, here + 3).steps == 5 * 7);
    }
}
