// SPDX-License-Identifier: Apache-2.0
#include "host/parallel.hpp"

#include <catch2/catch.hpp>
#include <tbb/global_control.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

using gpu::detail::parallel_for;

namespace {

/// Counts the calls for every i of a parallel loop.
std::vector<int> calls(std::uint64_t count) {
    std::vector<std::atomic<int>> seen(count);
    parallel_for(count, [&](std::uint64_t i) { ++seen[i]; });
    return {seen.begin(), seen.end()};
}

} // namespace

TEST_CASE("every i is passed exactly once", "[threads]") {
    int const threads = GENERATE(1, 2, 7);
    tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 7);
    tbb::task_arena arena(threads);
    arena.execute([] {
        for (std::uint64_t const count : {0u, 1u, 2u, 3u, 8u, 1000u, 30'000u}) {
            INFO(count);
            CHECK(calls(count) == std::vector<int>(count, 1));
        }
    });
}

TEST_CASE("the plain form passes its context", "[threads]") {
    std::atomic<std::uint64_t> sum{0};
    parallel_for(
        100,
        [](void* context, std::uint64_t i) {
            *static_cast<std::atomic<std::uint64_t>*>(context) += i;
        },
        &sum);
    CHECK(sum == 4950);
}

TEST_CASE("parallel loops nest", "[threads]") {
    std::atomic<int> inner{0};
    parallel_for(20, [&](std::uint64_t) { parallel_for(30, [&](std::uint64_t) { ++inner; }); });
    CHECK(inner == 600);
}

TEST_CASE("several threads share the work", "[threads]") {
    tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 3);
    tbb::task_arena arena(3);
    std::mutex mutex;
    std::condition_variable others;
    std::set<std::thread::id> seen;
    arena.execute([&] {
        parallel_for(60, [&](std::uint64_t) {
            std::unique_lock lock(mutex);
            seen.insert(std::this_thread::get_id());
            others.notify_all();
            // a busy machine may start threads late
            others.wait_for(lock, std::chrono::minutes(1), [&] { return seen.size() > 1; });
        });
    });
    CHECK(seen.size() > 1);
    CHECK(seen.size() <= 3);
}

TEST_CASE("while waiting, the calling thread runs no other task of the outer loop", "[threads]") {
    // A task that holds a lock over an inner loop would deadlock if its thread ran a second such
    // task.
    tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 2);
    tbb::task_arena arena(2);
    thread_local int depth = 0;
    std::atomic<int> nested{0};
    arena.execute([&] {
        parallel_for(40, [&](std::uint64_t) {
            if (++depth > 1) ++nested;
            parallel_for(8, [](std::uint64_t) {
                std::this_thread::sleep_for(std::chrono::microseconds(50));
            });
            --depth;
        });
    });
    CHECK(nested == 0);
}

TEST_CASE("while a task waits for a loop of oneTBB, its thread runs no other task", "[threads]") {
    // Chunks of a selection wait for those before them: such a task would wait for itself.
    tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 4);
    tbb::task_arena arena(4);
    thread_local int depth = 0;
    std::atomic<int> nested{0};
    arena.execute([&] {
        for (int repeat = 0; repeat < 20; ++repeat)
            parallel_for(64, [&](std::uint64_t) {
                if (++depth > 1) ++nested;
                tbb::parallel_for(
                    0, 16, [](int) { std::this_thread::sleep_for(std::chrono::microseconds(50)); });
                --depth;
            });
    });
    CHECK(nested == 0);
}
