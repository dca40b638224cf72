// SPDX-License-Identifier: Apache-2.0
/// Workspaces kept for streams that the library did not create, and whose end it does not see; on a
/// fake runtime.
#include "fake_calls.hpp"
#include "fake_runtime.hpp"

#include "cuda/memory.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <set>
#include <thread>
#include <vector>

using namespace gpu::detail;

namespace {

cudaStream_t make_stream() {
    cudaStream_t stream = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    return stream;
}

/// A stream whose work stays pending during the lifetime of the object.
class busy_stream {
public:
    busy_stream() : stream_(make_stream()), number_(fake_cuda::here().streams.at(stream_)) {
        fake_cuda::here().busy.insert(number_);
    }
    busy_stream(busy_stream const&) = delete;
    busy_stream& operator=(busy_stream const&) = delete;
    ~busy_stream() {
        fake_cuda::here().busy.erase(number_);
        (void)cudaStreamDestroy(stream_);
    }
    [[nodiscard]] cudaStream_t get() const { return stream_; }

private:
    cudaStream_t stream_;
    unsigned long long number_;
};

/// Number of blocks in GPU memory, except the one-byte blocks that identify contexts.
std::size_t blocks_on_gpus() {
    auto const& blocks = fake_cuda::here().device_memory;
    return static_cast<std::size_t>(std::count_if(
        blocks.begin(), blocks.end(), [](auto const& block) { return block.second > 1; }));
}

struct kept {
    std::size_t on_gpu = blocks_on_gpus();
    std::size_t on_host = fake_cuda::here().host_memory.size();
    std::size_t events = fake_cuda::here().events.size();
};

} // namespace

TEST_CASE("streams that are created and destroyed use one workspace") {
    kept const before;
    for (std::int32_t i = 0; i < 2000; ++i) {
        cudaStream_t const stream = make_stream();
        CHECK(left_to(stream, 0, i) == i);
        REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
    }
    kept const after;
    CHECK(after.on_gpu == before.on_gpu + 1);
    CHECK(after.on_host == before.on_host + 1);
    CHECK(after.events == before.events + 1);
}

TEST_CASE("threads that start and end, each on its default stream, use one workspace") {
    kept const before;
    for (int i = 0; i < 500; ++i)
        std::thread([] { (void)left_to(cudaStreamPerThread, 1, 1); }).join();
    CHECK(kept().on_gpu == before.on_gpu + 1);
}

TEST_CASE(
    "a workspace in use by a foreign stream is not shared; once idle, a bounded number is kept") {
    constexpr std::size_t streams = 100;
    kept const before;
    {
        std::vector<busy_stream> const busy(streams);
        std::set<std::byte*> scratch;
        for (auto const& stream : busy) scratch.insert(scratch_of(stream.get(), 2, false));
        CHECK(scratch.size() == streams);
        // in stream order, each stream reuses its workspace
        for (auto const& stream : busy)
            CHECK_FALSE(scratch.insert(scratch_of(stream.get(), 2, false)).second);
        CHECK(scratch.insert(scratch_of(nullptr, 2, true)).second);
        CHECK(kept().on_gpu == before.on_gpu + streams + 1);
    }
    for (int i = 0; i < 200; ++i) {
        cudaStream_t const stream = make_stream();
        (void)scratch_of(stream, 2, false);
        REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
    }
    CHECK(kept().on_gpu <= before.on_gpu + 2 * cuda_workspace::most_idle);
    CHECK(kept().on_host <= before.on_host + 2 * cuda_workspace::most_idle);
    CHECK(kept().events <= before.events + 2 * cuda_workspace::most_idle);
}

TEST_CASE("one persistent foreign stream frees the idle workspaces of others") {
    kept const before;
    busy_stream const stream;
    (void)scratch_of(stream.get(), 3, false);
    {
        std::vector<busy_stream> const busy(100);
        for (auto const& other : busy) (void)scratch_of(other.get(), 3, false);
    }
    for (int i = 0; i < 200; ++i) (void)scratch_of(stream.get(), 3, false);
    CHECK(kept().on_gpu <= before.on_gpu + 2 * cuda_workspace::most_idle);
}

TEST_CASE("a stream that the library created needs no events: its end is announced") {
    auto& machine = fake_cuda::here();
    void* const own = cuda_backend().make_stream(4);
    (void)scratch_of(own, 4, false);
    auto const recorded = [&] {
        return std::count_if(machine.events.begin(), machine.events.end(),
                             [](auto const& event) { return event.second != 0; });
    };
    auto const before = recorded();
    auto* const first = scratch_of(own, 4, false);
    CHECK(recorded() == before);
    CHECK(scratch_of(nullptr, 4, false) != first);
    cuda_backend().end_stream(4, own);
    // the next stream has another number but the same address
    cudaStream_t const foreign = make_stream();
    (void)scratch_of(foreign, 4, false);
    CHECK(recorded() == before + 1);
    REQUIRE(cudaStreamDestroy(foreign) == cudaSuccess);
}

TEST_CASE("a stream whose work has failed is forgotten, too: its address may be reused") {
    void* const own = cuda_backend().make_stream(0);
    auto* const pending = scratch_of(own, 0, false);
    fake_cuda::here().fail_after(1, cudaErrorUnknown); // cudaStreamSynchronize
    cuda_backend().end_stream(0, own);
    fake_cuda::here().heal();
    cudaStream_t const foreign = make_stream();
    REQUIRE(foreign == own);
    CHECK(scratch_of(foreign, 0, false) != pending);
    REQUIRE(cudaStreamDestroy(foreign) == cudaSuccess);
}

TEST_CASE("threads use foreign streams that are created and destroyed") {
    kept const before;
    std::vector<int> wrong(4);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < wrong.size(); ++t)
        threads.emplace_back([&, t] {
            for (std::int32_t i = 0; i < 300; ++i) {
                cudaStream_t stream = nullptr;
                wrong[t] += cudaStreamCreate(&stream) != cudaSuccess;
                wrong[t] += left_to(stream, 5, i) != i;
                wrong[t] += cudaStreamDestroy(stream) != cudaSuccess;
            }
        });
    for (auto& thread : threads) thread.join();
    CHECK(wrong == std::vector<int>(wrong.size()));
    // each thread may use one workspace for a call while it examines another
    CHECK(kept().on_gpu <= before.on_gpu + cuda_workspace::most_idle + 2 * wrong.size());
}
