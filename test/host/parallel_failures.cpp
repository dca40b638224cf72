// SPDX-License-Identifier: Apache-2.0
/// Parallel loops if oneTBB gets no memory, or no threads. Each case runs in a child process:
/// oneTBB starts its threads only once.
#include "host/parallel.hpp"
#include "support/child_process.hpp"

#include <catch2/catch.hpp>
#include <tbb/global_control.h>
#include <tbb/task_arena.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <unistd.h>

namespace {

/// State of the simulated system, used by the functions below.
thread_local bool has_memory = true;
std::atomic<int> threads_left{INT_MAX};
std::atomic<int> cores{0}; // 0: the real number

template <class Function>
Function* next(char const* name) {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

using routine = void*(void*);
struct begun_thread {
    routine* run;
    void* argument;
};

/// Counts like the system: a thread that ends makes room for another.
void* run_counted(void* begun) {
    std::unique_ptr<begun_thread> const thread(static_cast<begun_thread*>(begun));
    void* const result = thread->run(thread->argument);
    ++threads_left;
    return result;
}

} // namespace

// These replace the system's functions, for oneTBB, too.
extern "C" {

int pthread_create(pthread_t* thread, pthread_attr_t const* how, routine* run, void* argument) {
    static auto* const create = next<decltype(pthread_create)>("pthread_create");
    if (threads_left.fetch_sub(1) <= 0) {
        ++threads_left;
        return EAGAIN;
    }
    return create(thread, how, &run_counted, new begun_thread{run, argument});
}

// oneTBB uses it if it finds no scalable allocator.
void* memalign(std::size_t alignment, std::size_t bytes) {
    static auto* const allocate = next<decltype(memalign)>("memalign");
    return has_memory ? allocate(alignment, bytes) : nullptr;
}

void* dlopen(char const* name, int mode) {
    static auto* const load = next<decltype(dlopen)>("dlopen");
    bool const is_allocator = name != nullptr && std::strstr(name, "tbbmalloc") != nullptr;
    return is_allocator ? nullptr : load(name, mode);
}

int sched_getaffinity(pid_t process, std::size_t bytes, cpu_set_t* set) noexcept {
    static auto* const ask = next<decltype(sched_getaffinity)>("sched_getaffinity");
    if (cores == 0) return ask(process, bytes, set);
    std::memset(set, 0, bytes);
    for (std::size_t core = 0; core < static_cast<std::size_t>(cores); ++core) CPU_SET(core, set);
    return 0;
}

long sysconf(int name) noexcept {
    static auto* const ask = next<decltype(sysconf)>("sysconf");
    return cores != 0 && name == _SC_NPROCESSORS_ONLN ? cores.load() : ask(name);
}
}

namespace {

/// @return whether a loop passes every number exactly once
bool passes_all_once(std::uint64_t count = 1000) {
    std::vector<std::atomic<int>> seen(count);
    gpu::detail::parallel_for(count, [&](std::uint64_t i) {
        for (int volatile work = 0; work < 1000;) work = work + 1;
        ++seen[i];
    });
    return std::ranges::all_of(seen, [](int times) { return times == 1; });
}

} // namespace

TEST_CASE("if oneTBB gets no memory, the calling thread passes every number once") {
    // with 3 cores, a thread without an arena slot once missed a share
    int const count = GENERATE(2, 3, 5, 7);
    CHECK(test::in_child([count] {
              cores = count;
              has_memory = false;
              bool const all = passes_all_once();
              has_memory = true;
              return all && passes_all_once();
          }) == 1);
}

TEST_CASE("loops use the threads that the system grants") {
    int const granted = GENERATE(0, 1, 2, 3, 5, 6, 7);
    CHECK(test::in_child([granted] {
              tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 7);
              tbb::task_arena arena(7);
              threads_left = granted;
              return arena.execute([granted] {
                  auto const expected = static_cast<std::uint64_t>(std::min(granted + 1, 7));
                  bool all = gpu::detail::concurrency() == expected;
                  for (int i = 0; i < 20; ++i) all = passes_all_once() && all;
                  return all && gpu::detail::concurrency() == expected;
              });
          }) == 1);
}

TEST_CASE("a larger arena, used later, needs more threads") {
    CHECK(test::in_child([] {
              tbb::global_control const allowed(tbb::global_control::max_allowed_parallelism, 7);
              threads_left = 3;
              tbb::task_arena small(3), large(7);
              bool const few = small.execute([] { return passes_all_once(); });
              return few && large.execute([] { return passes_all_once(); });
          }) == 1);
}

TEST_CASE("without threads, outside any arena") {
    CHECK(test::in_child([] {
              cores = 3;
              threads_left = 0;
              return passes_all_once() && passes_all_once();
          }) == 1);
}
