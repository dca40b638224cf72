// SPDX-License-Identifier: Apache-2.0
/// Resources that calls keep on a GPU between them, and do not share; on a fake runtime.
#include "fake_reductions.hpp"
#include "fake_runtime.hpp"

#include "call/backend.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

using namespace gpu::detail;

namespace {

std::int64_t reduced(std::uint32_t ordinal, std::vector<std::int32_t> const& values,
                     std::int64_t init, call_result& ran, bool named = false) {
    std::int64_t result = -1;
    reduce_request request;
    request.strategy = named ? number_of<gpu::policy::interleaved, strategies>
                             : number_of<gpu::policy::automatic, strategies>;
    request.space = static_cast<std::uint32_t>(named ? gpu::memory_space::shared
                                                     : gpu::memory_space::registers);
    request.block_size = 128;
    request.value = index_of<std::int32_t, types>;
    request.accumulator = index_of<std::int64_t, types>;
    request.first = values.data();
    request.n = values.size();
    request.init = &init;
    request.result = &result;
    cuda_backend().reduce(ordinal, request, ran);
    return result;
}

} // namespace

TEST_CASE("a warm reduction allocates nothing and synchronises once") {
    auto& machine = fake_cuda::here();
    std::vector<std::int32_t> const values(100000);
    call_result first;
    CHECK(reduced(1, values, 5, first) == 5);
    auto const blocks = machine.device_memory;
    int const calls = machine.calls;
    int const launches = machine.launches;
    int const synchronisations = machine.synchronisations;

    call_result ran;
    CHECK(reduced(1, values, 6, ran) == 6);
    // get the device, set it and set it back (2 calls each), query the capture, launch, synchronise
    CHECK(machine.calls - calls == 8);
    CHECK(machine.launches == launches + 1);
    CHECK(machine.synchronisations == synchronisations + 1);
    CHECK(machine.device_memory == blocks);
    CHECK(std::string(ran.kernel) == "reduce_canonical");
    // eight segments of 2048 elements per block, one per warp: 49 segments keep the 4
    // multiprocessors busy
    CHECK(ran.grid == 7);
    CHECK(ran.block == 256);
}

TEST_CASE("a named strategy converts first, and frees scratch that exceeds its workspace") {
    auto& machine = fake_cuda::here();
    std::vector<std::int32_t> const values(1000000); // converted: 8 MB
    call_result cold;
    CHECK(reduced(2, values, 5, cold, true) == 5);
    auto const blocks = machine.device_memory;
    call_result ran;
    CHECK(reduced(2, values, 5, ran, true) == 5);
    CHECK(machine.device_memory == blocks);
    CHECK(std::string(ran.kernel) == "convert + reduce<interleaved, shared>");
}

TEST_CASE("concurrent queues have different workspaces; later queues reuse them") {
    call_result ran;
    void* of_first = nullptr;
    void* of_second = nullptr;
    for (int round = 0; round < 2; ++round) { // with new workspaces, then with reused ones
        cuda_queue first(3, ran);
        cuda_queue second(3, ran);
        of_first = first.allocate<int>(1);
        of_second = second.allocate<int>(1);
        CHECK(of_first != of_second);
        CHECK(static_cast<void*>(first.result<int>()) != static_cast<void*>(second.result<int>()));
    }
    cuda_queue third(3, ran);
    void* const of_third = third.allocate<int>(1);
    CHECK((of_third == of_first || of_third == of_second));
    cuda_queue elsewhere(4, ran);
    void* const of_other_gpu = elsewhere.allocate<int>(1);
    CHECK(of_other_gpu != of_first);
    CHECK(of_other_gpu != of_second);
}

TEST_CASE("allocations of a queue are aligned to 256 bytes and do not overlap, within the "
          "workspace and beyond") {
    call_result ran;
    cuda_queue queue(5, ran);
    std::vector<unsigned char*> begins;
    std::vector<std::size_t> const sizes{
        1, 3, 256, 257, 1000000, 50000, 5000000, 7, cuda_workspace::scratch_bytes};
    for (auto const size : sizes) {
        begins.push_back(queue.allocate<unsigned char>(size));
        CHECK(reinterpret_cast<std::uintptr_t>(begins.back()) % 256 == 0);
        std::fill_n(begins.back(), size, static_cast<unsigned char>(begins.size()));
    }
    for (std::size_t i = 0; i < sizes.size(); ++i)
        CHECK(std::count(begins[i], begins[i] + sizes[i], static_cast<unsigned char>(i + 1)) ==
              static_cast<std::ptrdiff_t>(sizes[i]));
}

TEST_CASE("a workspace keeps the largest scratch of its calls for the next one") {
    auto& machine = fake_cuda::here();
    constexpr std::uint32_t ordinal = 8;
    constexpr std::size_t megabyte = std::size_t{1} << 20;
    call_result ran;
    auto const allocations_of = [&](std::size_t bytes) {
        int const before = machine.allocations;
        cuda_queue queue(ordinal, ran);
        std::ranges::fill(std::span(queue.allocate<char>(bytes), bytes), 'x');
        queue.wait(); // so that any call may have the workspace
        return machine.allocations - before;
    };
    (void)allocations_of(1); // makes the workspace
    CHECK(allocations_of(5 * megabyte) == 1);
    auto const blocks = machine.device_memory.size();
    CHECK(allocations_of(5 * megabyte) == 0);
    CHECK(allocations_of(2 * megabyte) == 0);
    CHECK(allocations_of(6 * megabyte) == 1);
    CHECK(allocations_of(6 * megabyte) == 0);
    CHECK(allocations_of(cuda_workspace::most_kept_bytes + 1) == 1);
    CHECK(allocations_of(cuda_workspace::most_kept_bytes + 1) == 1);
    CHECK(machine.device_memory.size() == blocks);
    {
        cuda_queue queue(ordinal, ran);
        CHECK(queue.allocate<char>(2 * megabyte) != queue.allocate<char>(2 * megabyte));
        queue.wait();
    }
    CHECK(machine.device_memory.size() == blocks);

    // memory that another workspace keeps is freed before a call fails
    {
        cuda_queue queue(ordinal, ran);
        (void)allocations_of(1); // makes another workspace
        int const allocations = machine.allocations;
        CHECK(allocations_of(5 * megabyte) == 1); // which keeps it
        CHECK(machine.device_memory.size() == blocks + 2);
        machine.fail_after(0, cudaErrorMemoryAllocation);
        (void)queue.allocate<char>(cuda_workspace::most_kept_bytes + 1);
        machine.heal();
        CHECK(machine.allocations == allocations + 2);
        CHECK(machine.device_memory.size() == blocks + 2);
        queue.wait();
    }
    CHECK(machine.device_memory.size() == blocks + 1); // that of the workspace is still there
    {
        cuda_queue queue(ordinal, ran);
        (void)queue.allocate<char>(5 * megabyte);
        (void)allocations_of(5 * megabyte);
        queue.wait();
    }
    CHECK(machine.device_memory.size() == blocks + 2); // two workspaces keep some
}

TEST_CASE("the workspace of a graph keeps what its calls need; only more is allocated by nodes") {
    auto& machine = fake_cuda::here();
    constexpr std::uint32_t ordinal = 15;
    constexpr std::size_t megabyte = std::size_t{1} << 20;
    call_result ran;
    call_options options;
    options.stream = cuda_backend().make_stream(ordinal);
    auto const call = [&](std::size_t bytes) {
        cuda_queue queue(ordinal, ran, options, cuda_queue::ending::leaves);
        return queue.allocate<char>(bytes);
    };
    auto const begin_graph = [&] { machine.captured = static_cast<cudaStream_t>(options.stream); };
    auto const end_graph = [&] {
        machine.captured = nullptr;
        machine.end_graph();
    };
    begin_graph();
    (void)call(1); // makes the workspace
    int const before = machine.allocations;
    auto const memory = machine.device_memory.size();
    char* const first = call(5 * megabyte);
    CHECK(call(8 * megabyte) == first); // a power of two
    CHECK(machine.allocations == before + 1);
    char* const second = call(9 * megabyte);
    CHECK(second != first);
    CHECK(machine.device_memory.size() == memory + 2); // the earlier calls have not run yet
    {                                                  // pieces of one call
        cuda_queue queue(ordinal, ran, options, cuda_queue::ending::leaves);
        CHECK(queue.allocate<char>(7 * megabyte) == second);
        CHECK(queue.allocate<char>(8 * megabyte) == second + 7 * megabyte);
        CHECK(queue.allocate<char>(9 * megabyte) != second); // in more memory
    }
    int const kept = machine.allocations;
    for (int i = 0; i < 2; ++i) (void)call(cuda_workspace::most_kept_for_graph + 1);
    CHECK(machine.allocations == kept + 2);
    end_graph();

    // later calls use what was kept last; the rest is freed
    CHECK(machine.device_memory.size() == memory + 3);
    (void)call(20 * megabyte);
    CHECK(machine.allocations == kept + 2);
    CHECK(machine.device_memory.size() == memory + 1);

    // if there is no memory, a captured call fails, and a later one works
    begin_graph();
    {
        cuda_queue queue(ordinal, ran, options, cuda_queue::ending::leaves);
        machine.fail_after(0, cudaErrorMemoryAllocation, true);
        CHECK_THROWS_AS(queue.allocate<char>(5 * megabyte), gpu::out_of_memory);
        machine.heal();
        char* const outer = queue.allocate<char>(5 * megabyte);
        char* const within = call(2 * megabyte); // has memory of its own
        CHECK((within < outer || within >= outer + 8 * megabyte));
    }
    end_graph();
    cuda_backend().end_stream(ordinal, options.stream);
}

TEST_CASE("streams per thread that are captured into one graph have workspaces of their own") {
    auto& machine = fake_cuda::here();
    machine.captured = cudaStreamPerThread;
    call_options options;
    options.stream = cudaStreamPerThread;
    auto const scratch = [&] {
        call_result ran;
        cuda_queue queue(14, ran, options, cuda_queue::ending::leaves);
        return queue.allocate<char>(100);
    };
    char const* const first = scratch();
    CHECK(scratch() == first);
    char const* of_other = nullptr; // branches of the graph may run at the same time
    std::thread([&] { of_other = scratch(); }).join();
    CHECK(of_other != first);
    CHECK(scratch() == first);
    machine.captured = nullptr;
    machine.end_graph();
}

TEST_CASE("containers get the memory that idle workspaces keep, before they fail") {
    auto& machine = fake_cuda::here();
    auto& backend = cuda_backend();
    constexpr std::uint32_t ordinal = 12;
    auto const keep_some = [&] {
        call_result ran;
        cuda_queue queue(ordinal, ran);
        (void)queue.allocate<char>(std::size_t{5} << 20);
        queue.wait();
    };
    void* const stream = backend.make_stream(ordinal);
    for (void* const order : {static_cast<void*>(nullptr), stream}) {
        int served = 0;
        for (int good = 0; good < 12; ++good) { // one of these calls allocates
            keep_some();
            auto const blocks = machine.device_memory.size();
            machine.fail_after(good, cudaErrorMemoryAllocation);
            void* memory = nullptr;
            try {
                memory = backend.allocate(ordinal, 1000, order);
            } catch (gpu::out_of_memory const&) {}
            machine.heal();
            if (memory == nullptr) continue;
            served += machine.device_memory.size() == blocks ? 1 : 0; // one more, and one less
            backend.deallocate(ordinal, memory, order);
        }
        CHECK(served == 1);
        keep_some();
        auto const free = machine.bytes_free;
        machine.bytes_free = 0;
        CHECK_THROWS_AS(backend.allocate(ordinal, 1000, order), gpu::out_of_memory);
        machine.bytes_free = free;
    }
    backend.end_stream(ordinal, stream);
}

TEST_CASE("memory of the caller's resource is given back after the work that uses it") {
    auto& machine = fake_cuda::here();
    static std::vector<std::string> names; // what happens, in order
    call_options options;
    options.scratch.allocate = [](void*, std::uint64_t bytes) noexcept {
        return std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    };
    options.scratch.deallocate = [](void*, void* memory, std::uint64_t) noexcept {
        names.emplace_back("deallocate");
        std::free(memory);
    };
    for (bool const waits_before : {false, true}) {
        CAPTURE(waits_before);
        names.clear();
        try {
            call_result ran;
            cuda_queue queue(5, ran, options);
            if (waits_before) queue.wait();
            machine.names_of_calls = &names;
            (void)queue.look_back(std::size_t{1} << 22, 16); // submits its clearing
            throw std::runtime_error("as a failed allocation");
        } catch (std::runtime_error const&) {}
        machine.names_of_calls = nullptr;
        auto const waits = std::ranges::find(names, "cudaStreamSynchronize");
        CHECK(waits < std::ranges::find(names, "deallocate"));
    }
}

TEST_CASE("threads reduce on one GPU concurrently") {
    std::vector<std::int32_t> const values(5000);
    std::vector<std::int64_t> wrong(4);
    std::vector<std::thread> threads;
    for (std::int64_t t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (std::int64_t i = 0; i < 500; ++i) {
                call_result ran;
                if (reduced(6, values, 1000 * t + i, ran, i % 2 == 0) != 1000 * t + i)
                    ++wrong[static_cast<std::size_t>(t)];
            }
        });
    for (auto& thread : threads) thread.join();
    CHECK(wrong == std::vector<std::int64_t>(4));
}

TEST_CASE("the calling thread's device is restored") {
    REQUIRE(cudaSetDevice(9) == cudaSuccess);
    std::vector<std::int32_t> const values(10);
    call_result ran;
    (void)reduced(7, values, 0, ran);
    void* const memory = cuda_backend().allocate(8, 100);
    cuda_backend().fill(8, memory, 25, values.data(), 4);
    cuda_backend().deallocate(8, memory);
    int device = -1;
    REQUIRE(cudaGetDevice(&device) == cudaSuccess);
    CHECK(device == 9);
    REQUIRE(cudaSetDevice(0) == cudaSuccess);
}
