// SPDX-License-Identifier: Apache-2.0
/// Allocations of products, and their failures.
#include "matmul_experiment.hpp"

#include <catch2/catch.hpp>

#include <atomic>
#include <cstdlib>
#include <new>

using namespace gpu::detail;
using namespace test;

namespace {

std::atomic<int> allocations{0};
std::atomic<bool> refuse{false};

void* counted(std::size_t bytes, std::size_t alignment) noexcept {
    ++allocations;
    return refuse ? nullptr
                  : std::aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

void* counted_or_throw(std::size_t bytes, std::size_t alignment) {
    if (void* const memory = counted(bytes, alignment)) return memory;
    throw std::bad_alloc();
}

constexpr std::size_t usual = alignof(std::max_align_t);

} // namespace

void* operator new(std::size_t bytes) { return counted_or_throw(bytes, usual); }
void* operator new(std::size_t bytes, std::nothrow_t const&) noexcept {
    return counted(bytes, usual);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return counted_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace {

template <class T>
struct square_product {
    explicit square_product(std::int64_t size)
        : a(size, size, {}), b(size, size, {}), c(size, size, {}) {
        auto const one = [](std::int64_t, std::int64_t) { return 1; };
        a.fill(one);
        b.fill(one);
        c.fill(one);
    }
    void run(instruction_set set) { multiply<T, T>(1, a, b, 1, c, set); }

    guarded_matrix<T> a, b, c;
};

} // namespace

TEMPLATE_TEST_CASE("small products allocate nothing", "[matmul]", float, std::int32_t, gpu::half) {
    for (auto const set : usable_sets())
        for (std::int64_t const size : {1, 8, 32, 64}) {
            square_product<TestType> x(size);
            allocations = 0;
            x.run(set);
            int const counted = allocations; // before CHECK allocates
            INFO(name_of(set) << ", size " << size);
            CHECK(counted == 0);
        }
}

TEST_CASE("a product without memory leaves C unchanged", "[matmul]") {
    for (auto const set : usable_sets()) {
        square_product<float> x(300);
        auto const before = x.c;
        allocations = 0;
        refuse = true;
        bool thrown = false;
        try {
            x.run(set);
        } catch (std::bad_alloc const&) {
            thrown = true;
        }
        refuse = false;
        int const counted = allocations;
        INFO(name_of(set));
        CHECK(thrown);
        CHECK(counted == 1);
        CHECK(x.c == before);
        x.run(set); // the next call works
        CHECK(x.c(299, 299) == 301);
    }
}
