// SPDX-License-Identifier: Apache-2.0
/// Workspaces and streams, captures, and copies through page-locked memory, on a fake runtime.
#include "fake_calls.hpp"
#include "fake_runtime.hpp"

#include "call/backend.hpp"
#include "cuda/staging.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <numeric>
#include <thread>
#include <vector>

using namespace gpu::detail;

TEST_CASE("a warm call with its result on a stream neither waits nor allocates") {
    auto& machine = fake_cuda::here();
    void* const stream = cuda_backend().make_stream(10);
    CHECK(left_to(stream, 10, 4) == 4);
    auto const blocks = machine.device_memory;
    auto const pinned = machine.host_memory;
    int const synchronisations = machine.synchronisations;
    CHECK(left_to(stream, 10, 5) == 5);
    CHECK(left_to(stream, 10, 6, 0) == 6);
    CHECK(machine.synchronisations == synchronisations);
    CHECK(machine.device_memory == blocks);
    CHECK(machine.host_memory == pinned);
    cuda_backend().end_stream(10, stream);
}

TEST_CASE("a reduction that leaves its result to a stream may start while the kernel ahead ends") {
    auto& machine = fake_cuda::here();
    void* const stream = cuda_backend().make_stream(10);
    int const early = machine.early_launches;
    CHECK(left_to(stream, 10, 4) == 4);
    CHECK(machine.early_launches == early + 1);
    scratch_of(stream, 10, true); // the host waits: no kernel is ahead
    CHECK(machine.early_launches == early + 1);
    cuda_backend().end_stream(10, stream);
}

TEST_CASE("a workspace in use by a stream is not shared") {
    void* const a = cuda_backend().make_stream(11);
    void* const b = cuda_backend().make_stream(11);
    auto* const of_a = scratch_of(a, 11, false);
    CHECK(scratch_of(a, 11, false) == of_a); // in stream order
    auto* const of_b = scratch_of(b, 11, false);
    CHECK(of_b != of_a);
    // a call that waits may use any workspace that is idle or of its stream
    auto* const waited = scratch_of(b, 11, true);
    CHECK(waited != of_a);
    cuda_backend().end_stream(11, a); // waits for its work
    auto* const later = scratch_of(b, 11, true);
    CHECK((later == of_a || later == waited));

    void* const c = cuda_backend().make_stream(11); // at the address of a destroyed stream
    auto* const of_c = scratch_of(c, 11, false);
    CHECK(of_c != of_b);
    cuda_backend().end_stream(11, b);
    cuda_backend().end_stream(11, c);
}

TEST_CASE("a graph keeps its workspace until it is destroyed") {
    auto& machine = fake_cuda::here();
    void* const stream = cuda_backend().make_stream(12);
    machine.captured = static_cast<cudaStream_t>(stream);
    auto* const of_graph = scratch_of(stream, 12, false);
    CHECK(machine.objects_of_graph.size() == 1);
    CHECK(scratch_of(stream, 12, false) == of_graph); // calls on one stream run one by one
    CHECK(machine.objects_of_graph.size() == 1);
    // a call within another one has scratch of its own
    std::byte* within = nullptr;
    {
        call_result ran;
        call_options options;
        options.stream = stream;
        cuda_queue outer(12, ran, options, cuda_queue::ending::leaves);
        CHECK(outer.allocate<std::byte>(1) == of_graph);
        within = scratch_of(stream, 12, false);
        CHECK(within != of_graph);
        CHECK(scratch_of(stream, 12, false) == within);
        CHECK(machine.objects_of_graph.size() == 2);
    }
    // the same graph may run its branches concurrently
    void* const branch = cuda_backend().make_stream(12);
    machine.captured = static_cast<cudaStream_t>(branch);
    auto* const second = scratch_of(branch, 12, false);
    CHECK(second != of_graph);
    CHECK(machine.objects_of_graph.size() == 3);
    machine.captured = nullptr;
    auto* const third = scratch_of(stream, 12, false);
    CHECK(third != of_graph);
    CHECK(third != second);
    machine.end_graph();
    call_result ran;
    cuda_queue one(12, ran);
    cuda_queue two(12, ran);
    cuda_queue three(12, ran);
    std::vector<std::byte*> const free{three.allocate<std::byte>(1), two.allocate<std::byte>(1),
                                       one.allocate<std::byte>(1)};
    CHECK(free == std::vector<std::byte*>{of_graph, within, second});
    cuda_backend().end_stream(12, branch);
    cuda_backend().end_stream(12, stream);
}

TEST_CASE("any CUDA call that a captured reduction makes may fail") {
    auto& machine = fake_cuda::here();
    int failures = 0;
    for (int good = 0;; ++good) {
        std::uint32_t const ordinal = 20 + static_cast<std::uint32_t>(good);
        auto const device_blocks = machine.device_memory.size();
        auto const streams = machine.streams.size();
        void* const stream = cuda_backend().make_stream(ordinal);
        machine.captured = static_cast<cudaStream_t>(stream);
        machine.fail_after(good, cudaErrorUnknown);
        std::int32_t left = 3;
        try {
            left = left_to(stream, ordinal, 3); // not in CHECK, which would catch the exception
        } catch (gpu::error const&) {
            ++failures;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        machine.captured = nullptr;
        machine.end_graph();
        CHECK(left == 3);
        REQUIRE(cudaSetDevice(0) == cudaSuccess);
        CHECK(left_to(stream, ordinal, 9) == 9);
        CHECK(machine.device_memory.size() == device_blocks + 2); // one workspace and one context
        cuda_backend().end_stream(ordinal, stream);
        CHECK(machine.streams.size() == streams + 1); // the library's stream of the GPU
        if (!reached) break;
    }
    CHECK(failures > 8);
}

TEST_CASE("large copies go through page-locked memory, in both directions") {
    auto& machine = fake_cuda::here();
    // 8 MiB hold 2^21 elements
    for (std::size_t const n : {std::size_t{100}, std::size_t{1} << 18, (std::size_t{2} << 20) + 1,
                                (std::size_t{7} << 20) + 13}) {
        std::vector<std::int32_t> values(n);
        std::iota(values.begin(), values.end(), 5);
        auto const pinned = machine.host_memory.size();
        void* const there = cuda_backend().allocate(13, n * 4);
        cuda_backend().copy(there, values.data(), n * 4);
        std::vector<std::int32_t> back(n + 1, -1);
        cuda_backend().copy(back.data(), there, n * 4);
        CHECK(back.back() == -1);
        back.pop_back();
        CHECK(back == values);
        // buffers are allocated only once
        CHECK(machine.host_memory.size() == (n == std::size_t{1} << 18 ? pinned + 2 : pinned));
        cuda_backend().deallocate(13, there);
    }
}

TEST_CASE("any CUDA call that a staged copy makes may fail, and the next copy works") {
    auto& machine = fake_cuda::here();
    std::size_t const bytes = std::size_t{20} << 20;
    std::vector<char> const source(bytes, 'x');
    int failures = 0;
    std::uint32_t ordinal = 14;
    void* const there = cuda_backend().allocate(ordinal, bytes);
    auto const pinned = machine.host_memory.size();
    for (int good = 0;; ++good) {
        machine.fail_after(good, cudaErrorUnknown);
        std::vector<char> back(bytes);
        try {
            cuda_backend().copy(there, source.data(), bytes);
            cuda_backend().copy(back.data(), there, bytes);
            CHECK(back == source);
        } catch (gpu::error const&) {
            ++failures;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        REQUIRE(cudaSetDevice(0) == cudaSuccess);
        CHECK(machine.host_memory.size() <= pinned + 2);
        if (!reached) break;
    }
    CHECK(failures > 15);
    cuda_backend().deallocate(ordinal, there);
}

TEST_CASE("threads enqueue reductions on one stream and on several") {
    void* const common = cuda_backend().make_stream(15);
    std::vector<int> wrong(4);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            void* const own = cuda_backend().make_stream(15);
            for (std::int32_t i = 0; i < 200; ++i)
                wrong[t] += left_to(i % 2 == 0 ? own : common, 15, i) != i;
            cuda_backend().end_stream(15, own);
        });
    for (auto& thread : threads) thread.join();
    CHECK(wrong == std::vector<int>(4));
    cuda_backend().end_stream(15, common);
}
