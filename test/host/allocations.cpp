// SPDX-License-Identifier: Apache-2.0
/// Small reductions allocate nothing; large ones allocate less than a hundredth of their input.
#include "host/reduce/reductions.hpp"

#include <gpualgo/abi/reduce_lists.hpp>

#include <catch2/catch.hpp>

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <vector>

namespace {
std::atomic<std::size_t> allocations{0}, bytes_allocated{0};

void note(std::size_t bytes) {
    ++allocations;
    bytes_allocated += bytes;
}
} // namespace

// All allocations come from here, or from operator new below. Sanitizers have their own malloc.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && defined(__GLIBC__)
extern "C" void* __libc_malloc(std::size_t bytes);
extern "C" void* malloc(std::size_t bytes) {
    note(bytes);
    return __libc_malloc(bytes);
}
#endif

void* operator new(std::size_t bytes, std::nothrow_t const&) noexcept {
    note(bytes);
    return std::malloc(bytes);
}
void* operator new(std::size_t bytes) {
    if (void* const memory = operator new(bytes, std::nothrow)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace gpu::detail;

namespace {

template <class T>
T sum_on_host(std::vector<T> const& x) {
    T result, init{};
    reduce_request request;
    request.value = request.accumulator = index_of<T, types>;
    request.operation = index_of<gpu::kernel::plus, operators>;
    request.first = x.data();
    request.n = x.size();
    request.init = &init;
    request.result = &result;
    reduce_on_host(request, best_instruction_set());
    return result;
}

} // namespace

TEST_CASE("the test counts allocations") {
    auto const before = allocations.load();
    std::vector<int> const x(3);
    CHECK(allocations > before);
    CHECK(x.size() == 3);
}

TEMPLATE_TEST_CASE("up to 2^16 elements nothing is allocated", "", std::int32_t, float, double) {
    for (std::size_t const n : {1u, 100u, 128u, 2048u, 5000u, 1u << 16}) {
        std::vector<TestType> const x(n, TestType(1));
        auto const before = allocations.load();
        TestType const sum = sum_on_host(x);
        auto const after = allocations.load();
        CHECK(after == before);
        CHECK(sum == static_cast<TestType>(n));
    }
}

TEST_CASE("large inputs allocate less than a hundredth of their size") {
    std::vector<float> const x(1 << 22, 1.0f);
    sum_on_host(x); // the first call creates the threads
    auto const before = bytes_allocated.load();
    CHECK(sum_on_host(x) == 1 << 22);
    CHECK(bytes_allocated - before <= x.size() * sizeof(float) / 100);
}
