// SPDX-License-Identifier: Apache-2.0
/// Behaviour of the CUDA backend after a GPU was reset. The fake runtime counts calls with
/// destroyed objects, on which CUDA would crash. Each case uses a different GPU.
#include "fake_calls.hpp"
#include "fake_runtime.hpp"

#include "cuda/context.hpp"
#include "cuda/device_scope.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <numeric>
#include <vector>

using namespace gpu::detail;

namespace {

/// Resets a GPU; at the end of its lifetime checks that no destroyed object was used.
class reset_gpu {
public:
    explicit reset_gpu(std::uint32_t ordinal) : crashes_(fake_cuda::here().crashes) {
        fake_cuda::here().reset(static_cast<int>(ordinal));
    }
    reset_gpu(reset_gpu const&) = delete;
    reset_gpu& operator=(reset_gpu const&) = delete;
    ~reset_gpu() { CHECK(fake_cuda::here().crashes == crashes_); }

private:
    int crashes_;
};

gpu_context context_on(std::uint32_t ordinal) {
    device_scope const scope(ordinal);
    return context_of(ordinal);
}

bool is_allocated(void* memory) { return fake_cuda::here().device_memory.contains(memory); }

void check(std::uint32_t ordinal, void const* object) {
    cuda_backend().check_held(ordinal, object);
}

/// Whether data survives a copy to the GPU and back, through page-locked buffers.
bool copies(std::uint32_t ordinal) {
    std::vector<std::int32_t> values(std::size_t{3} << 20);
    std::iota(values.begin(), values.end(), 7);
    std::size_t const bytes = values.size() * sizeof(values[0]);
    void* const there = cuda_backend().allocate(ordinal, bytes);
    std::vector<std::int32_t> back(values.size());
    cuda_backend().copy(there, values.data(), bytes);
    cuda_backend().copy(back.data(), there, bytes);
    cuda_backend().deallocate(ordinal, there);
    return back == values;
}

} // namespace

TEST_CASE("a GPU has one context until it is reset, and no two GPUs have the same") {
    gpu_context const first = context_on(40);
    CHECK(first.is_there());
    CHECK(context_on(40) == first);
    CHECK_FALSE(context_on(41) == first);
    {
        reset_gpu const reset(40);
        CHECK_FALSE(first.is_there());
        gpu_context const second = context_on(40);
        CHECK_FALSE(second == first);
        CHECK(second.is_there());
        CHECK(context_on(40) == second);
    }
    CHECK(context_on(41).is_there());
}

TEST_CASE("after a reset, all kinds of calls work again") {
    CHECK(left_to(nullptr, 42, 1) == 1);
    CHECK(scratch_of(nullptr, 42, true) != nullptr);
    CHECK(copies(42));
    for (int i = 0; i < 3; ++i) {
        reset_gpu const reset(42);
        CHECK(left_to(nullptr, 42, 2) == 2);
        CHECK(scratch_of(nullptr, 42, true) != nullptr);
        CHECK(copies(42));
        void* const stream = cuda_backend().make_stream(42);
        CHECK(left_to(stream, 42, 3) == 3);
        cuda_backend().synchronize(42, stream);
        cuda_backend().end_stream(42, stream);
    }
}

TEST_CASE("memory from before a reset is not freed, even if a new block has its address") {
    bool const is_old_first = GENERATE(true, false);
    void* const old = cuda_backend().allocate(43, 1000);
    reset_gpu const reset(43);
    void* const fresh = cuda_backend().allocate(43, 1000);
    REQUIRE(fresh == old); // otherwise the fake shows nothing
    cuda_backend().deallocate(43, is_old_first ? old : fresh);
    CHECK(is_allocated(fresh)); // the remaining pointer may be the one in use
    cuda_backend().deallocate(43, is_old_first ? fresh : old);
    CHECK_FALSE(is_allocated(fresh));
}

TEST_CASE("freeing objects right after a reset makes no CUDA call") {
    void* const memory = cuda_backend().allocate(44, 1000);
    void* const stream = cuda_backend().make_stream(44);
    reset_gpu const reset(44);
    int const calls = fake_cuda::here().calls;
    cuda_backend().deallocate(44, memory);
    cuda_backend().end_stream(44, stream);
    CHECK(fake_cuda::here().calls == calls);
    CHECK_FALSE(fake_cuda::here().contexts.contains(44));
}

TEST_CASE("a stream from before a reset is not destroyed, even if a new one has its handle") {
    void* const old = cuda_backend().make_stream(45);
    CHECK(left_to(old, 45, 1) == 1);
    reset_gpu const reset(45);
    void* const fresh = cuda_backend().make_stream(45);
    REQUIRE(fresh == old);
    CHECK(left_to(fresh, 45, 2) == 2);
    cuda_backend().end_stream(45, old);
    CHECK(left_to(fresh, 45, 3) == 3);
    cuda_backend().end_stream(45, fresh);
    CHECK_FALSE(fake_cuda::here().streams.contains(static_cast<cudaStream_t>(fresh)));
}

TEST_CASE("using objects from before a reset is an error") {
    auto* const memory = static_cast<std::byte*>(cuda_backend().allocate(46, 1000));
    void* const stream = cuda_backend().make_stream(46);
    check(46, memory);
    check(46, stream);
    reset_gpu const reset(46);
    CHECK_THROWS_AS(check(46, memory), gpu::error);
    CHECK_THROWS_WITH(check(46, memory + 999), Catch::Contains("cudaDeviceReset"));
    CHECK_THROWS_AS(check(46, stream), gpu::error);
    CHECK_THROWS_AS(cuda_backend().synchronize(46, stream), gpu::error);
    check(46, memory + 1000); // outside the lost block
    check(46, &reset);
    CHECK_FALSE(fake_cuda::here().contexts.contains(46));
    // a new block at the same address is valid
    void* const fresh = cuda_backend().allocate(46, 1000);
    REQUIRE(fresh == memory);
    check(46, memory + 999);
    cuda_backend().deallocate(46, memory);
    cuda_backend().deallocate(46, fresh);
    cuda_backend().end_stream(46, stream);
    CHECK_THROWS_AS(check(64, memory), gpu::no_device); // CUDA lists 64 GPUs
}

TEST_CASE("resetting one GPU does not affect objects on other GPUs") {
    void* const memory = cuda_backend().allocate(47, 1000);
    void* const stream = cuda_backend().make_stream(47);
    (void)context_on(48);
    reset_gpu const reset(48);
    check(47, memory);
    check(47, stream);
    CHECK(left_to(stream, 47, 4) == 4);
    cuda_backend().end_stream(47, stream);
    cuda_backend().deallocate(47, memory);
    CHECK_FALSE(is_allocated(memory));
}

TEST_CASE("a graph from before a reset does not return its workspace") {
    auto& machine = fake_cuda::here();
    void* const stream = cuda_backend().make_stream(49);
    machine.captured = static_cast<cudaStream_t>(stream);
    CHECK(left_to(stream, 49, 1) == 1);
    machine.captured = nullptr;
    reset_gpu const reset(49);
    CHECK(left_to(nullptr, 49, 2) == 2);
    machine.end_graph();
    CHECK(left_to(nullptr, 49, 3) == 3);
    CHECK(scratch_of(nullptr, 49, true) != nullptr);
    cuda_backend().end_stream(49, stream);
}

TEST_CASE("a reset unlocks pages, and they are not unlocked again") {
    auto& machine = fake_cuda::here();
    char pages[100] = "contents";
    REQUIRE(cudaSetDevice(50) == cudaSuccess);
    REQUIRE(cudaHostRegister(pages, sizeof pages, 0) == cudaSuccess);
    REQUIRE(cudaSetDevice(0) == cudaSuccess);
    reset_gpu const reset(50);
    int const calls = machine.calls;
    cuda_backend().unlock_pages(pages);
    CHECK(machine.calls == calls);
    cuda_backend().lock_pages(pages, sizeof pages);
    CHECK(machine.registered.contains(pages));
    cuda_backend().unlock_pages(pages);
    CHECK_FALSE(machine.registered.contains(pages));
}

TEST_CASE("any CUDA call that notices a reset may fail, and the next call works") {
    auto& machine = fake_cuda::here();
    int failures = 0;
    for (int good = 0;; ++good) {
        CHECK(left_to(nullptr, 51, 1) == 1);
        reset_gpu const reset(51);
        machine.fail_after(good, cudaErrorUnknown);
        try {
            (void)left_to(nullptr, 51, 2);
        } catch (gpu::error const&) {
            ++failures;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        CHECK(left_to(nullptr, 51, 3) == 3);
        if (!reached) break;
    }
    CHECK(failures > 10);
}
