// SPDX-License-Identifier: Apache-2.0
#include "failing_new.hpp"

#include <atomic>
#include <cstdlib>
#include <limits>
#include <new>

namespace {

constexpr std::size_t never = std::numeric_limits<std::size_t>::max() / 2;
thread_local std::size_t until_failure = never;
std::atomic<std::size_t> live{0};

void* allocate(std::size_t bytes, std::size_t alignment) noexcept {
    if (--until_failure == 0) return nullptr;
    void* const memory = bytes < never
                             ? std::aligned_alloc(alignment, (bytes / alignment + 1) * alignment)
                             : nullptr;
    if (memory != nullptr) ++live;
    return memory;
}

void* allocate_or_throw(std::size_t bytes, std::size_t alignment) {
    if (void* const memory = allocate(bytes, alignment)) return memory;
    throw std::bad_alloc();
}

void deallocate(void* memory) noexcept {
    if (memory != nullptr) --live;
    std::free(memory);
}

constexpr std::size_t usual = __STDCPP_DEFAULT_NEW_ALIGNMENT__;

} // namespace

void* operator new(std::size_t bytes) { return allocate_or_throw(bytes, usual); }
void* operator new(std::size_t bytes, std::nothrow_t const&) noexcept {
    return allocate(bytes, usual);
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate_or_throw(bytes, static_cast<std::size_t>(alignment));
}
void* operator new(std::size_t bytes, std::align_val_t alignment, std::nothrow_t const&) noexcept {
    return allocate(bytes, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { deallocate(memory); }
void operator delete(void* memory, std::size_t) noexcept { deallocate(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { deallocate(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { deallocate(memory); }

namespace test {

failing_new::failing_new(std::size_t k) { until_failure = k; }
failing_new::~failing_new() { until_failure = never; }
bool failing_new::reached() const { return until_failure == 0 || until_failure > never; }
std::size_t live_allocations() { return live; }

} // namespace test
