// SPDX-License-Identifier: Apache-2.0
// A planted data race in a host loop: the test passes only if ThreadSanitizer reports it.
#include "host/parallel.hpp"

#include <catch2/catch.hpp>

#include <cstdint>

TEST_CASE("ThreadSanitizer detects a race between two tasks of a host loop", "[planted]") {
    std::uint64_t calls = 0;
    for (int loop = 0; loop < 100; ++loop)
        gpu::detail::parallel_for(1000, [&](std::uint64_t) { ++calls; });
    CHECK(calls > 0);
}
