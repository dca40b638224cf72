// SPDX-License-Identifier: Apache-2.0
/// Products that do not wait, on a fake runtime and a fake cuBLAS whose products are pending until
/// their stream is synchronised.
#include "fake_products.hpp"

#include "cuda/matmul/cublas_lease.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace gpu::detail;
using test::cublas;
using test::float_call;
using test::last_product;

namespace {

/// Calls of functions that set a handle's stream or workspace, so far.
int settings() {
    std::lock_guard const lock(cublas().mutex);
    return cublas().settings;
}

} // namespace

TEST_CASE("a product in stream order neither waits nor, after the first one, allocates") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    void* const stream = cuda_backend().make_stream(30);
    float_call call(4, 5, 6);
    call.submit(30, stream);
    CHECK(call.is_right(call.c));
    auto const* const workspace = last_product().workspace;
    auto const blocks = machine.device_memory;
    int const waits = machine.synchronisations;
    int const set = settings();
    for (int i = 0; i < 3; ++i) {
        call.submit(30, stream);
        CHECK(last_product().workspace == workspace);
        CHECK(last_product().stream == static_cast<cudaStream_t>(stream));
    }
    CHECK(machine.synchronisations == waits);
    CHECK(machine.device_memory == blocks);
    CHECK(settings() == set); // the handle is still set to the stream and the workspace
    CHECK(std::string(call.ran.kernel).ends_with("cublasGemmEx"));
    cuda_backend().end_stream(30, stream);
}

TEST_CASE("pending products of several streams and threads share neither handle nor workspace") {
    int const shared_handles = cublas().shared_handles;
    int const shared_workspaces = cublas().shared_workspaces;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([] {
            void* const streams[] = {cuda_backend().make_stream(31),
                                     cuda_backend().make_stream(31)};
            float_call call(3, 4, 5);
            for (int i = 0; i < 100; ++i) {
                call.submit(31, streams[i % 2]);
                if (i % 10 == 0) call.run(31, streams[i % 2]); // products that wait take part
            }
            for (void* const stream : streams) cuda_backend().end_stream(31, stream);
        });
    for (auto& thread : threads) thread.join();
    CHECK(cublas().shared_handles == shared_handles);
    CHECK(cublas().shared_workspaces == shared_workspaces);
}

TEST_CASE("products are captured into a graph, one workspace per stream, until the graph ends") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    void* const stream = cuda_backend().make_stream(32);
    void* const other = cuda_backend().make_stream(32);
    float_call call(4, 5, 6);
    machine.captured = static_cast<cudaStream_t>(stream);
    call.submit(32, stream);
    auto const* const of_graph = last_product().workspace;
    auto const blocks = machine.device_memory;
    call.submit(32, stream);
    CHECK(last_product().workspace == of_graph);
    CHECK(machine.device_memory == blocks);
    machine.captured = nullptr;
    CHECK(machine.broken_captures == 0);

    call.submit(32, stream); // the graph may run meanwhile
    auto const* const of_stream = last_product().workspace;
    CHECK(of_stream != of_graph);
    call.submit(32, other);
    CHECK(last_product().workspace != of_graph);
    CHECK(last_product().workspace != of_stream);
    machine.end_graph();
    void* const last = cuda_backend().make_stream(32);
    call.submit(32, last);
    CHECK(last_product().workspace == of_graph);
    for (void* const ended : {stream, other, last}) cuda_backend().end_stream(32, ended);
}

TEST_CASE("any CUDA call that a captured product makes may fail, and nothing leaks") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    int failures = 0;
    for (int good = 0;; ++good) {
        std::uint32_t const ordinal = 33 + static_cast<std::uint32_t>(good) % 20;
        void* const stream = cuda_backend().make_stream(ordinal);
        float_call call(4, 5, 6);
        machine.captured = static_cast<cudaStream_t>(stream);
        machine.fail_after(good, cudaErrorUnknown);
        bool thrown = false;
        try {
            call.submit(ordinal, stream);
        } catch (gpu::error const&) {
            thrown = true;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        machine.captured = nullptr;
        machine.end_graph();
        failures += thrown;
        REQUIRE(cudaSetDevice(0) == cudaSuccess);
        call.run(ordinal, stream);
        CHECK(call.is_right(call.c));
        cuda_backend().end_stream(ordinal, stream);
        if (!reached) break;
    }
    CHECK(failures > 4);
}

TEST_CASE("the last of many idle workspaces takes its memory for cuBLAS along") {
    auto& machine = fake_cuda::here();
    (void)cublas();
    constexpr std::size_t streams = cuda_workspace::most_idle + 5;
    std::vector<void*> all;
    for (std::size_t i = 0; i < streams; ++i) {
        all.push_back(cuda_backend().make_stream(59));
        float_call(4, 5, 6).submit(59, all.back());
    }
    auto const count = [&] {
        std::size_t blocks = 0;
        for (auto const& [memory, bytes] : machine.device_memory)
            blocks += bytes == cublas_workspace::bytes;
        return blocks;
    };
    auto const before = count();
    CHECK(before >= streams);
    for (void* const stream : all) cuda_backend().end_stream(59, stream);
    CHECK(count() == before - 5);
}
