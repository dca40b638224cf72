// SPDX-License-Identifier: Apache-2.0
/// Unwritten memory, bounds, alignment.
#include "simulated_device.hpp"

#include <cstddef>
#include <vector>

using test::context;
using test::defect;
using test::find;
using test::shape;
using test::simulated_device;

TEST_CASE("shared memory is unwritten in every block, even if an earlier block has written it") {
    unsigned const here = __LINE__;
    auto const found = find(shape(3, 32, 128), [](context const& c) {
        auto const shared = c.shared<int>();
        if (c.block_rank() == 1) (void)shared.get(5);
        else shared.put(c.block().thread_rank(), 1);
    });
    REQUIRE(found.kind() == defect::unwritten);
    REQUIRE(found.first().block == 1);
    REQUIRE(found.first().site.line() == here + 3);
    REQUIRE_THAT(found.what(), Catch::Contains("shared memory") &&
                                   Catch::Contains("memory.cpp:" + std::to_string(here + 3)));
}

TEST_CASE("reading memory that nobody writes before the next barrier is reported as unwritten, "
          "whatever follows") {
    auto const kind = [](auto then) {
        return find(shape(1, 64, 1024),
                    [=](context const& c) {
                        auto const shared = c.shared<unsigned>();
                        if (c.block().thread_rank() == 9) then(c, shared.get(20));
                        c.block().sync();
                        if (c.block().thread_rank() == 10) shared.put(20, 1);
                    })
            .kind();
    };
    REQUIRE(kind([](context const&, unsigned) {}) == defect::unwritten);
    // the value leads out of bounds
    REQUIRE(kind([](context const& c, unsigned read) {
                c.shared<unsigned>().put(255 + !read, 1);
            }) == defect::unwritten);
    REQUIRE(kind([](context const& c, unsigned read) {
                if (read == 0) c.block().sync(); // the value leads to divergence
            }) == defect::unwritten);
    REQUIRE(kind([](context const& c, unsigned) { c.tile<32>().sync(); }) == defect::unwritten);
    unsigned seen = 1;
    REQUIRE(kind([&](context const&, unsigned read) { seen = read; }) == defect::unwritten);
    REQUIRE(seen == 0);
}

TEST_CASE("scratch of a queue is initially unwritten, and keeps what launches write") {
    simulated_device device;
    int* const scratch = device.queue().allocate<int>(2);
    auto const read = [=](context const& c) {
        (void)c.global(scratch).get(c.block().thread_rank());
    };
    REQUIRE(device.find(shape(1, 2), read).kind() == defect::unwritten);
    device.run(shape(1, 2),
               [=](context const& c) { c.global(scratch).put(c.block().thread_rank(), 7); });
    device.run(shape(1, 2), read);
    REQUIRE(device.queue().fetch(scratch + 1) == 7);
}

TEST_CASE("the host fetches only memory that kernels have written") {
    simulated_device device;
    int* const scratch = device.queue().allocate<int>(2);
    device.run(shape(1, 1), [=](context const& c) { c.global(scratch).put(0, 7); });
    REQUIRE(device.queue().fetch(scratch) == 7);
    REQUIRE_THROWS_AS((void)device.queue().fetch(scratch + 1), test::finding);
}

TEST_CASE("outputs keep what the host has written, inputs are read-only") {
    simulated_device device;
    std::vector<double> output(8, 2.5);
    std::vector<double> const input(8, 1.0);
    device.queue().add_output({output.data(), 8 * sizeof(double)}, sizeof(double));
    device.queue().add_input(input.data(), 8 * sizeof(double));
    double* const out = output.data();
    double const* const in = input.data();
    device.run(shape(1, 8), [=](context const& c) {
        unsigned const rank = c.block().thread_rank();
        c.global(out).put(rank, c.global(out).get(rank) + c.global(in).get(rank));
    });
    REQUIRE(output == std::vector<double>(8, 3.5));

    auto const found = device.find(
        shape(1, 1), [=](context const& c) { c.global(const_cast<double*>(in)).put(3, 0.0); });
    REQUIRE(found.kind() == defect::bounds);
    REQUIRE_THAT(found.what(), Catch::Contains("the input") && Catch::Contains("read only"));
    REQUIRE(input[3] == 1.0);
}

TEST_CASE("accesses outside the memory") {
    simulated_device device;
    int* const memory = device.queue().allocate<int>(100);
    auto const kind = [&](auto access) {
        return device
            .find(shape(1, 1, 64),
                  [=](context const& c) {
                      for (unsigned i = 0; i < 16; ++i) c.shared<int>().put(i, 0);
                      access(c);
                  })
            .kind();
    };
    REQUIRE(kind([](context const& c) { (void)c.shared<int>().get(16); }) == defect::bounds);
    REQUIRE(kind([](context const& c) { c.shared<int>().put(16, 1); }) == defect::bounds);
    REQUIRE(kind([](context const& c) { (void)c.shared<double>().get(8); }) == defect::bounds);
    REQUIRE(kind([](context const& c) { (void)c.shared<int>().from(12).get(4); }) ==
            defect::bounds);
    REQUIRE(kind([](context const& c) { (void)c.shared<int>().from(17); }) == defect::bounds);
    REQUIRE(kind([](context const& c) { (void)c.shared<int>().vector<4>(13); }) == defect::bounds);
    REQUIRE(kind([=](context const& c) { c.global(memory).put(100, 1); }) == defect::bounds);
    REQUIRE(kind([=](context const& c) { c.global(memory + 60).put(40, 1); }) == defect::bounds);
    REQUIRE(kind([=](context const& c) { c.global(memory).put(std::size_t{0} - 1, 1); }) ==
            defect::bounds);
    // the address may belong to another allocation
    REQUIRE(kind([=](context const& c) { (void)c.global(memory + 100); }) == defect::bounds);
    int outside = 0;
    REQUIRE(kind([&](context const& c) { (void)c.global(&outside); }) == defect::bounds);

    device.run(shape(1, 1, 64), [=](context const& c) { // the last elements are within bounds
        (void)c.shared<int>().from(16);
        c.shared<int>().from(12).put(3, 1);
        c.global(memory + 99).put(0, 1);
    });
}

TEST_CASE("a bounds finding names the element and the site") {
    unsigned const here = __LINE__;
    auto const found = find(shape(1, 40, 39 * sizeof(int)), [](context const& c) {
        c.shared<int>().put(c.block().thread_rank(), 1);
    });
    REQUIRE(found.kind() == defect::bounds);
    REQUIRE(found.first().thread == 39);
    REQUIRE(found.first().site.line() == here + 2);
    REQUIRE_THAT(found.what(),
                 Catch::Contains("element 39 of 39") && Catch::Contains("shared memory"));
}

TEST_CASE("a pointer that is not aligned to its type") {
    simulated_device device;
    auto* const bytes = device.queue().allocate<char>(64);
    auto const found = device.find(shape(1, 1), [=](context const& c) {
        (void)c.global(reinterpret_cast<double*>(bytes + 4));
    });
    REQUIRE(found.kind() == defect::alignment);
    device.run(shape(1, 1), [=](context const& c) {
        c.global(reinterpret_cast<double*>(bytes + 8)).put(0, 1.0);
    });
}

TEST_CASE("a vector is a run of consecutive elements from a given index") {
    simulated_device device;
    std::vector<short> const input{1, 2, 3, 4, 5, 6, 7, 8, 9};
    device.queue().add_input(input.data(), input.size() * sizeof(short));
    int* const out = device.queue().allocate<int>(1);
    short const* const in = input.data();
    device.run(shape(1, 1), [=](context const& c) {
        auto const loaded = c.global(in).vector<8>(1); // not a multiple of 16 bytes
        int sum = 0;
        for (unsigned i = 0; i < 8; ++i) sum = sum * 10 + loaded[i];
        c.global(out).put(0, sum);
    });
    REQUIRE(device.queue().fetch(out) == 23456789);
}

TEST_CASE("failing allocations throw out_of_memory") {
    simulated_device device;
    REQUIRE_THROWS_AS((void)device.queue().allocate<double>(std::size_t{1} << 62),
                      gpu::out_of_memory);
}
