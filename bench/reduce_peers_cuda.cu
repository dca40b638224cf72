// SPDX-License-Identifier: Apache-2.0
/// Reductions on a GPU against CUB, cuBLAS and Thrust in the same process, of odd sizes and at odd
/// addresses: reduce_peers_cuda [--json FILE]. In graphs of many calls, and as whole calls.
#include "reduce_rows.cuh"

#include <gpualgo/extrema.hpp>
#include <gpualgo/kernel/elementwise.hpp>
#include <gpualgo/kernel/transforms.hpp>
#include <gpualgo/transform_reduce.hpp>

#include <cub/device/device_reduce.cuh>
#include <cublas_v2.h>
#include <cuda/std/functional>
#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/reduce.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using bench::check;
using bench::row;

/// Ends the program if a call of cuBLAS fails.
void check(cublasStatus_t status, char const* what) {
    if (status == CUBLAS_STATUS_SUCCESS) return;
    std::fprintf(stderr, "%s: status %d\n", what, static_cast<int>(status));
    std::exit(1);
}

/// Numbers from 1 to 2, or all integers.
template <class Value>
__global__ void fill(Value* values, std::size_t n) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x) {
        auto const mixed = static_cast<unsigned>((i ^ i >> 15) * 2654435761u);
        if constexpr (std::integral<Value>) values[i] = static_cast<Value>(mixed);
        else values[i] = static_cast<Value>(1.0F + static_cast<float>(mixed >> 9) * 0x1p-23F);
    }
}

/// Inputs of some size for each call of a graph, which together are more than the cache holds.
template <class Value>
class inputs {
public:
    inputs() : values_(total / sizeof(Value)) {
        fill<<<1024, 256>>>(values_.get(), total / sizeof(Value));
    }
    /// How many of n elements there are.
    [[nodiscard]] static std::size_t count(std::size_t n) {
        return std::clamp<std::size_t>(total / (n * sizeof(Value) + 8192), 2, 64);
    }
    /// Input k, at an offset.
    [[nodiscard]] Value const* at(std::size_t k, std::size_t n, std::size_t offset) const {
        return values_.get() + total / sizeof(Value) / count(n) / 4096 * 4096 * k + offset;
    }

private:
    static constexpr std::size_t total = std::size_t{768} << 20;
    bench::device_array<Value> values_;
};

/// A handle of cuBLAS.
class blas {
public:
    explicit blas(cudaStream_t stream, cublasPointerMode_t mode) {
        check(cublasCreate(&handle_), "cublasCreate");
        check(cublasSetStream(handle_, stream), "cublasSetStream");
        check(cublasSetPointerMode(handle_, mode), "cublasSetPointerMode");
    }
    blas(blas const&) = delete;
    blas& operator=(blas const&) = delete;
    ~blas() { cublasDestroy(handle_); }

    void dot(std::size_t n, float const* x, float const* y, float* out) {
        check(cublasSdot(handle_, static_cast<int>(n), x, 1, y, 1, out), "cublasSdot");
    }
    void dot(std::size_t n, double const* x, double const* y, double* out) {
        check(cublasDdot(handle_, static_cast<int>(n), x, 1, y, 1, out), "cublasDdot");
    }
    void asum(std::size_t n, float const* x, float* out) {
        check(cublasSasum(handle_, static_cast<int>(n), x, 1, out), "cublasSasum");
    }
    void asum(std::size_t n, double const* x, double* out) {
        check(cublasDasum(handle_, static_cast<int>(n), x, 1, out), "cublasDasum");
    }

private:
    cublasHandle_t handle_{};
};

/// A benchmark's stream and rows.
struct recorder {
    cudaStream_t stream;
    std::vector<row> rows;

    void add(row const& r) {
        rows.push_back(r);
        bench::print(r);
    }
};

constexpr std::size_t sizes[] = {1000,
                                 std::size_t{1} << 14,
                                 100'000,
                                 100'003,
                                 std::size_t{1} << 20,
                                 3'000'001,
                                 std::size_t{1} << 24,
                                 (std::size_t{1} << 24) + (std::size_t{1} << 20) + 12'345};

template <class Value, class T>
void reduce_in_graphs(recorder& s, char const* type, inputs<Value> const& in, std::size_t n,
                      std::size_t offset) {
    using peer_value = typename bench::peer_type<Value>::type;
    bench::unwaited_queue queue(s.stream, true);
    bench::device_array<T> out(1);
    std::size_t bytes = 0;
    auto const cub_reduce = [&](void* temporary, std::size_t k) {
        check(cub::DeviceReduce::Reduce(
                  temporary, bytes, reinterpret_cast<peer_value const*>(in.at(k, n, offset)),
                  out.get(), static_cast<std::uint32_t>(n), cuda::std::plus<T>{}, T{}, s.stream),
              "cub::DeviceReduce");
    };
    cub_reduce(nullptr, 0);
    bench::device_array<std::byte> temporary(bytes);
    auto const t = bench::interleaved_in_graphs(
        s.stream,
        {{"gpu::reduce",
          [&](cudaStream_t, std::size_t k) {
              gpu::detail::reduce_automatic(queue, in.at(k, n, offset), n, T{},
                                            gpu::kernel::plus{});
          }},
         {"CUB", [&](cudaStream_t, std::size_t k) { cub_reduce(temporary.get(), k); }}},
        in.count(n), 15);
    s.add({"graph", "reduce", "CUB", type, "clean", n, offset, n * sizeof(Value), t[0], t[1], {}});
}

template <class T>
void level_1_in_graphs(recorder& s, char const* type, inputs<T> const& in, std::size_t n,
                       std::size_t offset) {
    using gpu::kernel::transform_to;
    bench::unwaited_queue queue(s.stream, true);
    blas library(s.stream, CUBLAS_POINTER_MODE_DEVICE);
    bench::device_array<T> out(1);
    std::size_t const half = n / 2;
    auto const second = [&](std::size_t k) { return in.at(k, n, offset) + (n - half); };
    auto const dot = bench::interleaved_in_graphs(
        s.stream,
        {{"gpu::transform_reduce",
          [&](cudaStream_t, std::size_t k) {
              using product = gpu::kernel::multiplies;
              gpu::detail::reduce_automatic(
                  queue, gpu::kernel::pairs<T>{in.at(k, n, offset), second(k)}, half, T{},
                  gpu::kernel::plus{}, transform_to<T, product>{product{}});
          }},
         {"cuBLAS",
          [&](cudaStream_t, std::size_t k) {
              library.dot(half, in.at(k, n, offset), second(k), out.get());
          }}},
        in.count(n), 15);
    s.add(
        {"graph", "dot", "cuBLAS", type, "clean", half, offset, n * sizeof(T), dot[0], dot[1], {}});
    auto const asum = bench::interleaved_in_graphs(
        s.stream,
        {{"gpu::transform_reduce",
          [&](cudaStream_t, std::size_t k) {
              using absolute = gpu::kernel::absolute;
              gpu::detail::reduce_automatic(queue, in.at(k, n, offset), n, T{}, gpu::kernel::plus{},
                                            transform_to<T, absolute>{absolute{}});
          }},
         {"cuBLAS",
          [&](cudaStream_t, std::size_t k) { library.asum(n, in.at(k, n, offset), out.get()); }}},
        in.count(n), 15);
    s.add(
        {"graph", "asum", "cuBLAS", type, "clean", n, offset, n * sizeof(T), asum[0], asum[1], {}});
}

/// Adds a row of two whole calls, ours first.
void add_calls(recorder& s, char const* algorithm, char const* peer, char const* type,
               std::size_t n, std::size_t offset, std::size_t bytes, std::function<void()> ours,
               std::function<void()> theirs) {
    auto const t =
        bench::interleaved({{"gpualgo", std::move(ours)}, {peer, std::move(theirs)}}, 15, 1e-3);
    auto const timing = [&](std::size_t k) {
        return bench::gpu_timing{t[k].seconds * 1e6, t[k].runs, t[k].spread};
    };
    s.add({"call", algorithm, peer, type, "warm", n, offset, bytes, timing(0), timing(1), {}});
}

template <class T>
void calls(recorder& s, char const* type, inputs<T> const& in, std::size_t n, std::size_t offset) {
    auto const policy = gpu::automatic.on(gpu::device::cuda());
    T const* const x = in.at(0, n, offset);
    add_calls(
        s, "reduce", "Thrust", type, n, offset, n * sizeof(T),
        [=] { bench::keep(gpu::reduce(policy, x, x + n, T{})); },
        [=] { bench::keep(thrust::reduce(thrust::device, x, x + n, T{})); });
    add_calls(
        s, "min_element", "Thrust", type, n, offset, n * sizeof(T),
        [=] { bench::keep(gpu::min_element(policy, x, x + n)); },
        [=] { bench::keep(thrust::min_element(thrust::device, x, x + n)); });
    add_calls(
        s, "minmax_element", "Thrust", type, n, offset, n * sizeof(T),
        [=] { bench::keep(gpu::minmax_element(policy, x, x + n)); },
        [=] { bench::keep(thrust::minmax_element(thrust::device, x, x + n)); });
    if constexpr (std::floating_point<T>) {
        static blas library(nullptr, CUBLAS_POINTER_MODE_HOST);
        std::size_t const half = n / 2;
        T const* const y = x + (n - half);
        add_calls(
            s, "dot", "cuBLAS", type, half, offset, n * sizeof(T),
            [=] {
                bench::keep(gpu::transform_reduce(policy, x, x + half, y, T{}, gpu::plus<>(),
                                                  gpu::multiplies<>()));
            },
            [=] {
                T result{};
                library.dot(half, x, y, &result);
                bench::keep(result);
            });
        add_calls(
            s, "asum", "cuBLAS", type, n, offset, n * sizeof(T),
            [=] {
                bench::keep(
                    gpu::transform_reduce(policy, x, x + n, T{}, gpu::plus<>(), gpu::absolute<>()));
            },
            [=] {
                T result{};
                library.asum(n, x, &result);
                bench::keep(result);
            });
    }
}

template <class Value, class T = Value>
void measure(recorder& s, char const* type) {
    inputs<Value> const in;
    for (std::size_t const n : sizes)
        for (std::size_t const offset : {0, 1, 3}) {
            if (offset == 3 && n != 100'003 && n != std::size_t{1} << 20) continue;
            reduce_in_graphs<Value, T>(s, type, in, n, offset);
            if constexpr (std::floating_point<Value> && std::same_as<Value, T>)
                if (offset < 3) level_1_in_graphs<T>(s, type, in, n, offset);
            if constexpr (std::same_as<Value, T>)
                if (offset < 3) calls<T>(s, type, in, n, offset);
        }
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
    recorder s{};
    check(cudaStreamCreate(&s.stream), "cudaStreamCreate");
    bench::print_head();
    measure<std::int32_t>(s, "int32");
    measure<float>(s, "float");
    measure<double>(s, "double");
    measure<std::int64_t>(s, "int64");
    measure<float, double>(s, "float to double");
    measure<std::int32_t, double>(s, "int32 to double");
    measure<std::int8_t, std::int32_t>(s, "int8 to int32");
    measure<gpu::half, float>(s, "half to float");
    if (!json.empty()) bench::write_rows(json, "reduce_peers_cuda", s.rows, {argv, argv + argc});
}
