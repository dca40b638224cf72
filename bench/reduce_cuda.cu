// SPDX-License-Identifier: Apache-2.0
/// Benchmarks gpu::reduce on a GPU against CUB and Thrust in the same process:
///
///     reduce_cuda [--json FILE] [--max-bytes N]
///
/// The first table has work on the GPU by state of the L2 cache, next to the time of only reading
/// the input. The second has whole calls from the host, with data on the GPU.
#include "cuda_timing.cuh"
#include "results.hpp"

#include "cuda/launch.cuh"
#include <gpualgo/kernel/reduce/launches.hpp>

#include <gpualgo/gpualgo.hpp>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <cuda_fp16.h>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

/// The library's queue without the final wait, so that events can enclose its launches.
class unwaited_queue {
public:
    explicit unwaited_queue(cudaStream_t stream) : stream_(stream) {
        check(cudaMemset(arrivals_.get(), 0, sizeof(unsigned)), "cudaMemset");
        check(cudaDeviceGetAttribute(&multiprocessors_, cudaDevAttrMultiProcessorCount, 0),
              "cudaDeviceGetAttribute");
    }
    template <class T>
    T* allocate(std::size_t) {
        return reinterpret_cast<T*>(scratch_.get());
    }
    template <class T>
    T* result() {
        return reinterpret_cast<T*>(result_.get());
    }
    [[nodiscard]] std::size_t resident_blocks(unsigned threads) const {
        return static_cast<std::size_t>(multiprocessors_) *
               std::max(1u, gpu::detail::resident_threads / threads);
    }
    template <class Body, class Arguments, class Op>
    void launch(gpu::detail::launch_config shape, Arguments arguments, Op op) {
        gpu::detail::run_body<Body>
            <<<static_cast<unsigned>(shape.grid), shape.block, shape.shared_bytes, stream_>>>(
                arguments, op, gpu::kernel::launch_memory{arrivals_.get()});
    }
    template <class T>
    T fetch(T const*) {
        return {};
    }

private:
    static void check(cudaError_t error, char const* what) { bench::check(error, what); }
    cudaStream_t stream_;
    int multiprocessors_ = 0;
    bench::device_array<std::byte> scratch_{std::size_t{1} << 20}, result_{256};
    bench::device_array<unsigned> arrivals_{1};
};

struct row {
    std::string what, type, state;
    std::size_t n, bytes;
    bench::gpu_timing ours, peer, read;
};

void print(row const& r) {
    std::printf("%-9s %-14s %11zu %-6s %10.2f %10.2f %10.2f %7.3f %9.1f\n", r.what.c_str(),
                r.type.c_str(), r.n, r.state.c_str(), r.ours.microseconds, r.peer.microseconds,
                r.read.microseconds, r.peer.microseconds / r.ours.microseconds,
                static_cast<double>(r.bytes) / r.ours.microseconds * 1e-3);
    std::fflush(stdout);
}

/// CUB's and Thrust's counterparts of our types.
template <class T>
struct peer_type {
    using type = T;
};
template <>
struct peer_type<gpu::half> {
    using type = __half;
};

/// Times only the work on the GPU.
template <class Value, class T>
void measure_kernels(char const* what, char const* type, Value const* in, std::size_t n,
                     std::vector<row>& rows) {
    using peer_value = typename peer_type<Value>::type;
    static unwaited_queue queue(nullptr);
    bench::device_array<T> out(1);
    bench::device_array<unsigned> seen(1);
    auto const* const peer_in = reinterpret_cast<peer_value const*>(in);
    std::size_t temporary_bytes = 0;
    auto const cub_reduce = [&](void* temporary, cudaStream_t stream) {
        bench::check(cub::DeviceReduce::Reduce(temporary, temporary_bytes, peer_in, out.get(), n,
                                               cuda::std::plus<T>{}, T{}, stream),
                     "cub::DeviceReduce");
    };
    cub_reduce(nullptr, nullptr);
    bench::device_array<std::byte> temporary(temporary_bytes);
    std::vector<bench::kernel_contender> const contenders{
        {"gpu::reduce",
         [&](cudaStream_t) {
             gpu::detail::reduce_automatic(queue, in, n, T{}, gpu::kernel::plus{});
         }},
        {"CUB", [&](cudaStream_t stream) { cub_reduce(temporary.get(), stream); }},
        {"read", [&](cudaStream_t stream) {
             bench::read_all<<<132 * 8, 256, 0, stream>>>(
                 reinterpret_cast<uint4 const*>(reinterpret_cast<std::uintptr_t>(in) / 16 * 16),
                 n * sizeof(Value) / 16, seen.get());
         }}};
    for (auto const& [state, name] : {std::pair{bench::l2_state::warm, "warm"},
                                      {bench::l2_state::clean, "clean"},
                                      {bench::l2_state::dirty, "dirty"}}) {
        auto const t = bench::interleaved_on_gpu(
            contenders, state, n * sizeof(Value) > (std::size_t{1} << 30) ? 9 : 25);
        rows.push_back({what, type, name, n, n * sizeof(Value), t[0], t[1], t[2]});
        print(rows.back());
    }
}

/// Times whole calls; the result is on the host.
template <class Value, class T>
void measure_calls(char const* type, Value const* in, std::size_t n, std::vector<row>& rows) {
    using peer_value = typename peer_type<Value>::type;
    auto const device = gpu::device::cuda();
    auto const* const peer_in = reinterpret_cast<peer_value const*>(in);
    auto const policy = gpu::automatic.on(device);
    auto const t = bench::interleaved(
        {{"gpu::reduce", [&] { bench::keep(gpu::reduce(policy, in, in + n, T{})); }},
         {"thrust",
          [&] { bench::keep(thrust::reduce(thrust::device, peer_in, peer_in + n, T{})); }}},
        31, 2e-3);
    auto const timing = [&](std::size_t k) {
        return bench::gpu_timing{t[k].seconds * 1e6, t[k].runs, t[k].spread};
    };
    rows.push_back({"call", type, "warm", n, n * sizeof(Value), timing(0), timing(1), {}});
    print(rows.back());
}

__global__ void fill(unsigned* words, std::size_t n) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x)
        // small numbers in every type
        words[i] = static_cast<unsigned>(i * 2654435761u) & 0x3c073c07u;
}

template <class Value, class T>
void measure(char const* type, std::size_t max_bytes, std::vector<row>& rows) {
    std::size_t const largest = std::min(max_bytes, (std::size_t{1} << 31) * sizeof(Value));
    bench::device_array<Value> const in(largest / sizeof(Value));
    fill<<<1024, 256>>>(reinterpret_cast<unsigned*>(in.get()), largest / sizeof(unsigned));
    for (std::size_t n = std::size_t{1} << 10; n * sizeof(Value) <= largest;
         n *= n == (std::size_t{1} << 30) ? 2 : 4) {
        measure_kernels<Value, T>("kernel", type, in.get(), n, rows);
        measure_calls<Value, T>(type, in.get(), n, rows);
    }
    // the number of segments is not a multiple of the number of blocks
    std::size_t const odd = (std::size_t{1} << 24) + (std::size_t{1} << 20) + 12345;
    if (odd * sizeof(Value) > largest) return;
    measure_kernels<Value, T>("kernel", type, in.get(), odd, rows);
    for (std::size_t const n : {std::size_t{1} << 14, std::size_t{1} << 24})
        measure_kernels<Value, T>("unaligned", type, in.get() + 1, n, rows);
}

void write_json(std::string const& path, std::vector<row> const& rows,
                std::vector<std::string> const& command) {
    int runtime = 0, driver = 0;
    cudaRuntimeGetVersion(&runtime);
    cudaDriverGetVersion(&driver);
    bench::json list = bench::json::array();
    for (row const& r : rows)
        list.push_back({{"what", r.what},
                        {"type", r.type},
                        {"n", r.n},
                        {"l2", r.state},
                        {"gpualgo", record::rounded(r.ours.microseconds)},
                        {"peer", record::rounded(r.peer.microseconds)},
                        {"read", record::rounded(r.read.microseconds)},
                        {"runs", r.ours.runs},
                        {"spread", record::rounded(r.ours.spread, 3)},
                        {"spread_of_peer", record::rounded(r.peer.spread, 3)}});
    bench::write_results(
        path, "reduce_cuda", gpu::device::cuda(), command,
        {{"cuda_runtime", runtime}, {"cuda_driver", driver}, {"cub", CUB_VERSION}, {"unit", "us"}},
        std::move(list));
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    std::size_t max = std::size_t{8} << 30;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
        if (std::string_view(argv[i]) == "--max-bytes")
            max = std::strtoull(argv[i + 1], nullptr, 10);
    }
    std::printf("%s\n%-9s %-14s %11s %-6s %10s %10s %10s %7s %9s  (microseconds)\n",
                gpu::device::cuda().name().c_str(), "what", "type", "n", "L2", "gpualgo", "peer",
                "read", "ratio", "GB/s");
    std::vector<row> rows;
    measure<float, float>("float", max, rows);
    measure<std::int32_t, std::int32_t>("int32", max, rows);
    measure<double, double>("double", max, rows);
    measure<std::int64_t, std::int64_t>("int64", max, rows);
    measure<std::int8_t, std::int32_t>("int8 to int32", max, rows);
    measure<gpu::half, float>("half to float", max, rows);
    if (!json.empty()) write_json(json, rows, {argv, argv + argc});
}
