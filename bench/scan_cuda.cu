// SPDX-License-Identifier: Apache-2.0
/// Benchmarks gpu::inclusive_scan and gpu::exclusive_scan on a GPU against CUB and Thrust in the
/// same process:
///
///     scan_cuda [--json FILE] [--max-bytes N]
///
/// "graph" rows have launches alone, in graphs over several inputs, so that none is in the cache.
/// "call" rows have whole calls from the host, with data on the GPU. "stream" rows have calls that
/// do not wait, one of many on a stream. The column "read" is the time of a copy, the least that a
/// scan can take.
#include "pipeline_queue.cuh"
#include "reduce_rows.cuh"

#include <gpualgo/kernel/scan/launches.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>

#include <cub/device/device_scan.cuh>
#include <cuda/std/functional>
#include <thrust/execution_policy.h>
#include <thrust/scan.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

namespace {

using bench::row;

template <class T>
class measurement {
public:
    measurement(char const* type, std::size_t max_bytes, std::vector<row>& rows)
        : type_(type), capacity_(max_bytes / sizeof(T)), in_(capacity_ + 4), out_(capacity_ + 4),
          rows_(rows) {
        bench::check(cudaStreamCreate(&stream_), "cudaStreamCreate");
        std::vector<T> values(std::size_t{1} << 16);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<T>(i * 2654435761u % 17);
        for (std::size_t i = 0; i < capacity_; i += values.size())
            bench::check(cudaMemcpy(in_.get() + i, values.data(),
                                    std::min(values.size(), capacity_ - i) * sizeof(T),
                                    cudaMemcpyHostToDevice),
                         "cudaMemcpy");
    }
    measurement(measurement const&) = delete;
    measurement& operator=(measurement const&) = delete;
    ~measurement() { cudaStreamDestroy(stream_); }

    void run() {
        for (std::size_t n = std::size_t{1} << 10; n <= capacity_ / 2; n *= 4) {
            in_graphs(n, 0, false);
            calls(n);
            in_stream_order(n);
        }
        in_graphs(std::size_t{1} << 22, 0, true);
        in_graphs((std::size_t{1} << 24) + 12345, 0, false);
        for (std::size_t const n :
             {std::size_t{1} << 14, std::size_t{1} << 20, std::size_t{1} << 24})
            in_graphs(n, 1, false);
    }

private:
    /// @param offset of the input from an aligned address; that of the output is twice as much
    void in_graphs(std::size_t n, std::size_t offset, bool is_exclusive) {
        if (n > capacity_ / 2) return;
        bench::pipeline_queue queue(stream_, true); // as of `scan_into`
        std::size_t const step = (n + 63) / 64 * 64;
        std::size_t const inputs = std::clamp<std::size_t>(capacity_ / step, 1, 64);
        T const init{};
        std::size_t bytes = 0;
        auto const in = [&](std::size_t k) { return in_.get() + k * step + offset; };
        auto const out = [&](std::size_t k) { return out_.get() + k * step + 2 * offset; };
        auto const cub_scan = [&](void* memory, cudaStream_t stream, std::size_t k) {
            cuda::std::plus<> const add{};
            bench::check(is_exclusive ? cub::DeviceScan::ExclusiveScan(memory, bytes, in(k), out(k),
                                                                       add, init, n, stream)
                                      : cub::DeviceScan::InclusiveScan(memory, bytes, in(k), out(k),
                                                                       add, n, stream),
                         "cub::DeviceScan");
        };
        cub_scan(nullptr, stream_, 0);
        bench::device_array<std::byte> const memory(bytes);
        std::vector<bench::graph_contender> const contenders{
            {"gpu::inclusive_scan",
             [&](cudaStream_t, std::size_t k) {
                 gpu::detail::scan_automatic(queue,
                                             gpu::detail::scan_problem<T, T>{in(k), out(k), n, init,
                                                                             is_exclusive,
                                                                             is_exclusive},
                                             gpu::kernel::plus{});
             }},
            {"CUB", [&](cudaStream_t stream, std::size_t k) { cub_scan(memory.get(), stream, k); }},
            {"copy", [&](cudaStream_t stream, std::size_t k) {
                 bench::check(cudaMemcpyAsync(out(k), in(k), n * sizeof(T),
                                              cudaMemcpyDeviceToDevice, stream),
                              "cudaMemcpyAsync");
             }}};
        auto const t = bench::interleaved_in_graphs(
            stream_, contenders, inputs, n * sizeof(T) > (std::size_t{1} << 28) ? 7 : 15);
        add({"graph", is_exclusive ? "exclusive_scan" : "inclusive_scan", "CUB", type_, "clean", n,
             offset, 2 * n * sizeof(T), t[0], t[1], t[2]});
    }

    void calls(std::size_t n) {
        auto const policy = gpu::automatic.on(gpu::device::cuda());
        T const* const in = in_.get();
        T* const out = out_.get();
        auto const t = bench::interleaved(
            {{"gpu::inclusive_scan", [&] { gpu::inclusive_scan(policy, in, in + n, out); }},
             {"thrust", [&] { thrust::inclusive_scan(thrust::device, in, in + n, out); }}},
            31, 2e-3);
        auto const timing = [&](std::size_t k) {
            return bench::gpu_timing{t[k].seconds * 1e6, t[k].runs, t[k].spread};
        };
        add({"call",
             "inclusive_scan",
             "Thrust",
             type_,
             "warm",
             n,
             0,
             2 * n * sizeof(T),
             timing(0),
             timing(1),
             {}});
    }

    /// Calls that do not wait, several in a row. CUB's storage is allocated beforehand.
    void in_stream_order(std::size_t n) {
        constexpr int calls = 16;
        auto const policy = gpu::automatic.on(gpu::stream_view(gpu::device::cuda(), stream_));
        T const* const in = in_.get();
        T* const out = out_.get();
        std::size_t bytes = 0;
        auto const cub_scan = [&](void* memory) {
            bench::check(cub::DeviceScan::InclusiveScan(memory, bytes, in, out, cuda::std::plus<>{},
                                                        n, stream_),
                         "cub::DeviceScan");
        };
        cub_scan(nullptr);
        bench::device_array<std::byte> const memory(bytes);
        auto const repeated = [&](auto call) {
            return [this, call] {
                for (int i = 0; i < calls; ++i) call();
                bench::check(cudaStreamSynchronize(stream_), "cudaStreamSynchronize");
            };
        };
        auto const t = bench::interleaved({{"gpu::inclusive_scan_into", repeated([&] {
                                                gpu::inclusive_scan_into(policy, in, in + n, out);
                                            })},
                                           {"CUB", repeated([&] { cub_scan(memory.get()); })}},
                                          15, 2e-3);
        auto const timing = [&](std::size_t k) {
            return bench::gpu_timing{t[k].seconds * 1e6 / calls, t[k].runs, t[k].spread};
        };
        add({"stream",
             "inclusive_scan_into",
             "CUB",
             type_,
             "warm",
             n,
             0,
             2 * n * sizeof(T),
             timing(0),
             timing(1),
             {}});
    }

    void add(row const& r) {
        rows_.push_back(r);
        bench::print(r);
    }

    char const* type_;
    std::size_t capacity_;
    bench::device_array<T> in_, out_;
    std::vector<row>& rows_;
    cudaStream_t stream_ = nullptr;
};

} // namespace

int main(int argc, char** argv) {
    std::string json;
    std::size_t max = std::size_t{4} << 30;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
        if (std::string_view(argv[i]) == "--max-bytes")
            max = std::strtoull(argv[i + 1], nullptr, 10);
    }
    bench::print_head();
    std::vector<row> rows;
    measurement<float>("float", max, rows).run();
    measurement<std::int32_t>("int32", max, rows).run();
    measurement<double>("double", max, rows).run();
    measurement<std::int64_t>("int64", max, rows).run();
    measurement<std::int8_t>("int8", max, rows).run();
    if (!json.empty()) bench::write_rows(json, "scan_cuda", rows, {argv, argv + argc});
}
