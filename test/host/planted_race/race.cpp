// SPDX-License-Identifier: Apache-2.0
// A planted data race in a host loop: the test passes only if ThreadSanitizer reports it.
#include "host/parallel.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

TEST_CASE("ThreadSanitizer detects a race between two tasks of a host loop", "[planted]") {
    auto const caller = std::this_thread::get_id();
    auto const end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    std::uint64_t calls = 0;
    std::atomic<bool> has_other = false; // relaxed, so that it orders nothing
    while (!has_other.load(std::memory_order_relaxed) && std::chrono::steady_clock::now() < end)
        gpu::detail::parallel_for(1000, [&](std::uint64_t) {
            ++calls;
            if (std::this_thread::get_id() != caller)
                has_other.store(true, std::memory_order_relaxed);
        });
    CHECK(calls > 0);
}
