// SPDX-License-Identifier: Apache-2.0
/// The functions of CUDA that warm calls use, all of them: the whole library on a fake runtime.
#include "fake_products.hpp"
#include "fake_runtime.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

namespace {

using names = std::vector<std::string>;

/// The functions that a call uses, in their order, after calls that may allocate.
template <class F>
names used_by(F call) {
    for (int i = 0; i < 3; ++i) call();
    names used;
    fake_cuda::here().names_of_calls = &used;
    call();
    fake_cuda::here().names_of_calls = nullptr;
    return used;
}

/// Calls on the current GPU, and their data.
struct calls {
    gpu::device device = gpu::device::cuda(0);
    gpu::device_vector<float> a{64, 1.f, device}, b{64, 1.f, device}, c{64, 1.f, device};
    gpu::matrix<float> x{8, 8, device}, y{8, 8, device}, z{8, 8, device};
    gpu::device_vector<int> range{1000, 1, device}, out{1, 0, device};
    gpu::report ran;

    calls() {
        REQUIRE(cudaSetDevice(0) == cudaSuccess);
        (void)test::cublas();
    }
    /// A product of matrices whose device only the driver knows.
    template <class Policy>
    void multiply_views(Policy const& policy) {
        gpu::matmul_into(policy, gpu::matrix_view<float const>(a.data(), 8, 8),
                         gpu::matrix_view<float const>(b.data(), 8, 8),
                         gpu::matrix_view<float>(c.data(), 8, 8));
    }
    /// A product of matrices that know their device.
    template <class Policy>
    void multiply(Policy const& policy) {
        gpu::matmul_into(policy, x, y, z);
    }
    template <class Policy>
    void reduce(Policy const& policy) {
        gpu::reduce_into(policy, range.begin(), range.end(), out.begin(), 0, std::plus<>());
    }
};

/// Nanoseconds of the processor for a call.
template <class F>
double time_of(F call) {
    constexpr int count = 1'000'000;
    std::clock_t const start = std::clock();
    for (int i = 0; i < count; ++i) call();
    return static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC * 1e9 / count;
}

} // namespace

TEST_CASE("a warm matmul_into asks CUDA for each fact once: context, device, capture") {
    calls on_gpu;
    gpu::stream const stream(on_gpu.device);
    names const by_tiles{
        "cuPointerGetAttributes", // whether a reset has destroyed the context
        "cudaGetDevice",
        "cudaThreadExchangeStreamCaptureMode", // first uses of kernels may allocate
        "cudaStreamGetCaptureInfo",
        "cudaLaunchKernel",
        "cudaThreadExchangeStreamCaptureMode",
    };
    for (auto const& policy : {gpu::register_tile, gpu::register_tile.block_size(256)})
        CHECK(used_by([&] { on_gpu.multiply(policy.on(stream)); }) == by_tiles);
    // cuBLAS launches by itself; the handle is still set to the stream
    names const by_cublas{
        "cuPointerGetAttributes",
        "cudaGetDevice",
        "cudaThreadExchangeStreamCaptureMode",
        "cudaStreamGetCaptureInfo",
        "cudaThreadExchangeStreamCaptureMode",
    };
    CHECK(used_by([&] { on_gpu.multiply(gpu::automatic.on(stream).report_to(on_gpu.ran)); }) ==
          by_cublas);
    CHECK(on_gpu.ran.kernel == "cublasGemmEx");
    // the default stream never ends, so that it needs no event
    CHECK(used_by([&] { on_gpu.multiply(gpu::automatic); }) == by_cublas);
}

TEST_CASE("plain pointers take a look-up each, and a foreign stream its id and an event") {
    calls on_gpu;
    cudaStream_t foreign{};
    REQUIRE(cudaStreamCreate(&foreign) == cudaSuccess);
    CHECK(used_by([&] {
              on_gpu.multiply_views(gpu::automatic.on(gpu::stream_view(on_gpu.device, foreign)));
          }) == names{
                    "cuPointerGetAttributes", // A
                    "cuPointerGetAttributes", // B
                    "cuPointerGetAttributes", // C
                    "cuPointerGetAttributes",
                    "cudaGetDevice",
                    "cudaThreadExchangeStreamCaptureMode",
                    "cudaStreamGetCaptureInfo",
                    "cudaStreamGetId", // CUDA may have given its handle to another stream
                    "cudaEventRecord", // says when any call may have the workspace
                    "cudaThreadExchangeStreamCaptureMode",
                });
    REQUIRE(cudaStreamDestroy(foreign) == cudaSuccess);
}

TEST_CASE("a warm reduce_into, too; a call that waits synchronises once") {
    calls on_gpu;
    gpu::stream const stream(on_gpu.device);
    CHECK(used_by([&] { on_gpu.reduce(gpu::automatic.on(stream)); }) ==
          names{
              "cuPointerGetAttributes",
              "cudaGetDevice",
              "cudaThreadExchangeStreamCaptureMode",
              "cudaStreamGetCaptureInfo",
              "cudaLaunchKernelExC",
              "cudaThreadExchangeStreamCaptureMode",
          });
    CHECK(used_by([&] { (void)gpu::reduce(gpu::automatic.on(stream), on_gpu.range); }) ==
          names{
              "cuPointerGetAttributes",
              "cudaGetDevice",
              "cudaThreadExchangeStreamCaptureMode",
              "cudaStreamIsCapturing",
              "cudaLaunchKernel",
              "cudaStreamSynchronize",
              "cudaThreadExchangeStreamCaptureMode",
          });
}

TEST_CASE("the capture is asked for once per captured call, and the graph gets one workspace") {
    auto& machine = fake_cuda::here();
    calls on_gpu;
    gpu::stream const stream(on_gpu.device);
    on_gpu.reduce(gpu::automatic.on(stream));
    machine.captured = static_cast<cudaStream_t>(stream.native_handle());
    auto const used = used_by([&] { on_gpu.reduce(gpu::automatic.on(stream)); });
    machine.captured = nullptr;
    machine.end_graph();
    CHECK(used == names{
                      "cuPointerGetAttributes",
                      "cudaGetDevice",
                      "cudaThreadExchangeStreamCaptureMode",
                      "cudaStreamGetCaptureInfo",
                      "cudaLaunchKernelExC",
                      "cudaThreadExchangeStreamCaptureMode",
                  });
}

TEST_CASE("a reset between two calls is noticed by the second") {
    gpu::device const device = gpu::device::cuda(7);
    gpu::device_vector<int> const range(1000, 1, device);
    CHECK_NOTHROW(gpu::reduce(gpu::automatic, range));
    fake_cuda::here().reset(7);
    CHECK_THROWS_WITH(gpu::reduce(gpu::automatic, range),
                      Catch::Contains("before cudaDeviceReset"));
}

TEST_CASE("the time of a call on the host, with the fake's functions for CUDA's", "[.time]") {
    calls on_gpu;
    gpu::stream const stream(on_gpu.device);
    std::printf("nanoseconds: matmul_into(register_tile) %.0f",
                time_of([&] { on_gpu.multiply_views(gpu::register_tile.on(stream)); }));
    std::printf(", reduce_into %.0f\n", time_of([&] { on_gpu.reduce(gpu::automatic.on(stream)); }));
}
