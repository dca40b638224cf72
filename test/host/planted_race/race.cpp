// SPDX-License-Identifier: Apache-2.0
// A planted data race in a host loop: the test passes only if ThreadSanitizer reports it.
#include "host/parallel.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>

// ThreadSanitizer sees no race if the threads' locks happen to order the two increments. So each
// thread waits, after its own, for the other's. Relaxed atomics order nothing.
TEST_CASE("ThreadSanitizer detects a race between two tasks of a host loop", "[planted]") {
    auto const caller = std::this_thread::get_id();
    auto const end = std::chrono::steady_clock::now() + std::chrono::minutes(1);
    std::uint64_t calls = 0;
    std::atomic<bool> has_caller = false, has_other = false;
    gpu::detail::parallel_for(1000, [&](std::uint64_t) {
        ++calls;
        auto const is_caller = std::this_thread::get_id() == caller;
        (is_caller ? has_caller : has_other).store(true, std::memory_order_relaxed);
        auto const& awaited = is_caller ? has_other : has_caller;
        while (!awaited.load(std::memory_order_relaxed) && std::chrono::steady_clock::now() < end)
            std::this_thread::yield();
    });
    CHECK((has_caller && has_other));
}
