// SPDX-License-Identifier: Apache-2.0
/// Foreign streams on a GPU, and captures of streams while other threads work. Without a GPU,
/// checks that calls say so.
#include "on_gpu.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <atomic>
#include <cstddef>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using test::rough_numbers;
using test::same_bits;
using test::the_gpu;

namespace {

std::size_t free_bytes() {
    std::size_t free = 0;
    std::size_t total = 0;
    REQUIRE(cudaMemGetInfo(&free, &total) == cudaSuccess);
    return free;
}

constexpr std::size_t megabyte = std::size_t{1} << 20;

/// Captures a stream in another thread while f runs in this one.
/// @return the result of the capture
template <class F>
cudaError_t captured_meanwhile(cudaStream_t stream, F f) {
    std::atomic<bool> begun = false;
    std::atomic<bool> done = false;
    cudaError_t code = cudaErrorUnknown;
    std::thread capturing([&] {
        cudaError_t const began = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
        begun = true;
        while (!done) std::this_thread::yield();
        cudaGraph_t graph{};
        code = cudaStreamEndCapture(stream, &graph);
        if (code == cudaSuccess) code = began;
        if (graph != nullptr) (void)cudaGraphDestroy(graph);
    });
    while (!begun) std::this_thread::yield();
    try {
        f();
    } catch (...) {
        done = true;
        capturing.join();
        throw;
    }
    done = true;
    capturing.join();
    return code;
}

template <class F>
std::string message_of(F f) {
    try {
        f();
    } catch (gpu::error const& e) {
        return e.what();
    }
    return "";
}

/// Bytes that the driver itself keeps after `count` streams existed at once.
std::size_t bytes_kept_by_driver(std::size_t count) {
    std::size_t const before = free_bytes();
    void* memory{};
    REQUIRE(cudaMalloc(&memory, 1 << 20) == cudaSuccess);
    std::vector<cudaStream_t> streams(count);
    for (auto& stream : streams) {
        REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
        REQUIRE(cudaMemsetAsync(memory, 1, 1 << 20, stream) == cudaSuccess);
    }
    for (auto* const stream : streams) REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(cudaFree(memory) == cudaSuccess);
    std::size_t const after = free_bytes();
    return before > after ? before - after : 0;
}

} // namespace

TEST_CASE("2000 streams that are created and destroyed leak no memory") {
    auto const device = the_gpu();
    if (!device) return;
    auto const values = rough_numbers(100'000, 1);
    gpu::device_vector<float> const x(values, *device);
    gpu::device_vector<float> total(1, *device);
    gpu::reduce_into(gpu::automatic, x.begin(), x.end(), total.begin()); // warm-up
    float const expected = gpu::reduce(values);
    std::size_t const of_driver = bytes_kept_by_driver(2000);
    for (bool const all_at_once : {false, true}) {
        std::size_t const before = free_bytes();
        std::vector<cudaStream_t> streams;
        for (int i = 0; i < 2000; ++i) {
            cudaStream_t stream{};
            REQUIRE(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
            gpu::reduce_into(gpu::automatic.on(gpu::stream_view(*device, stream)), x.begin(),
                             x.end(), total.begin());
            if (all_at_once) streams.push_back(stream);
            else REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
        }
        for (auto* const stream : streams) REQUIRE(cudaStreamDestroy(stream) == cudaSuccess);
        REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
        CHECK(same_bits(total.to_host()[0], expected));
        std::size_t const after = free_bytes();
        INFO("all at once: " << all_at_once);
        INFO("the driver kept " << of_driver / megabyte << " MiB for streams before");
        INFO((before - after) / megabyte << " MiB are gone");
        CHECK(after + 256 * megabyte > before);
    }
}

TEST_CASE("500 threads, each on its default stream, leak no memory") {
    auto const device = the_gpu();
    if (!device) return;
    gpu::device_vector<float> const x(100'000, 1.0F, *device);
    gpu::device_vector<float> total(1, *device);
    gpu::reduce_into(gpu::automatic, x.begin(), x.end(), total.begin()); // warm-up
    std::size_t const before = free_bytes();
    gpu::stream_view const own(*device, cudaStreamPerThread);
    for (int i = 0; i < 500; ++i)
        std::thread([&] {
            gpu::reduce_into(gpu::automatic.on(own), x.begin(), x.end(), total.begin());
            own.synchronize();
        }).join();
    CHECK(total[0] == 100'000);
    std::size_t const after = free_bytes();
    INFO((before - after) / megabyte << " MiB are gone");
    CHECK(after + 128 * megabyte > before);
}

TEST_CASE(
    "while another thread captures a stream, calls on other streams work, or say why they do not") {
    auto const device = the_gpu();
    if (!device) return;
    auto const values = rough_numbers(1'000'000, 2);
    gpu::device_vector<float> const x(values, *device);
    gpu::matrix<float> const a(64, 64, *device);
    gpu::matrix<float> c(64, 64, *device);
    gpu::matmul(gpu::automatic, a, a, c); // loads cuBLAS
    gpu::stream const stream(*device);
    gpu::stream const captured(*device);
    std::optional<gpu::device_vector<float>> ends_meanwhile(std::in_place, 1000, *device);
    float const expected = gpu::reduce(values);

    cudaError_t const code =
        captured_meanwhile(static_cast<cudaStream_t>(captured.native_handle()), [&] {
            CHECK(same_bits(gpu::reduce(gpu::automatic.on(stream), x), expected));
            gpu::stream const made_meanwhile(*device);
            CHECK(same_bits(gpu::reduce(gpu::automatic.on(made_meanwhile), x), expected));
            CHECK_NOTHROW(gpu::matmul(gpu::automatic.on(stream), a, a, c));
            gpu::device_vector<float> const empty(1000, gpu::uninitialized, *device);
            ends_meanwhile.reset();
            CHECK_NOTHROW(gpu::pinned_vector<float>(1000));

            auto const says_why = Catch::Contains("the default stream cannot be used while another "
                                                  "stream is captured");
            CHECK_THAT(message_of([&] { (void)gpu::reduce(x); }), says_why);
            CHECK_THAT(message_of([&] { gpu::device_vector<float>(1000, *device); }), says_why);
            CHECK_THAT(message_of([&] { (void)x.to_host(); }), says_why);
            CHECK_THAT(message_of([&] { gpu::matmul(gpu::automatic.on(captured), a, a, c); }),
                       Catch::Contains("the stream is being captured into a graph"));
        });
    CHECK(code == cudaSuccess);
    CHECK(same_bits(gpu::reduce(x), expected));
    gpu::device_vector<float> const after(1000, *device);
}

TEST_CASE("capturing a non-blocking stream leaves the default stream usable") {
    auto const device = the_gpu();
    if (!device) return;
    auto const values = rough_numbers(1'000'000, 3);
    gpu::device_vector<float> const x(values, *device);
    float const expected = gpu::reduce(values);
    cudaStream_t captured{};
    REQUIRE(cudaStreamCreateWithFlags(&captured, cudaStreamNonBlocking) == cudaSuccess);
    cudaError_t const code = captured_meanwhile(captured, [&] {
        CHECK(same_bits(gpu::reduce(x), expected));
        gpu::device_vector<float> const y(values, *device);
        CHECK(same_bits(gpu::reduce(y), expected));
    });
    CHECK(code == cudaSuccess);
    CHECK(cudaStreamDestroy(captured) == cudaSuccess);
}
