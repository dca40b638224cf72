// SPDX-License-Identifier: Apache-2.0
/// Merges, searches, histograms and unique elements on a GPU against CUB and Thrust in the same
/// process: sorted_cuda [--json FILE]. In graphs of many calls, and as whole calls. Sizes and
/// addresses are even and odd. Graphs have our own kernels, also if calls of `automatic` take
/// CUB's.
#include "reduce_rows.cuh"

#include <gpualgo/binary_search.hpp>
#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/histogram.hpp>
#include <gpualgo/kernel/sorted/launches.hpp>
#include <gpualgo/merge.hpp>
#include <gpualgo/unique.hpp>

#include <cub/device/device_histogram.cuh>
#include <cub/device/device_merge.cuh>
#include <cuda/std/functional>
#include <thrust/binary_search.h>
#include <thrust/execution_policy.h>
#include <thrust/merge.h>
#include <thrust/sort.h>
#include <thrust/unique.h>

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using bench::check;
using bench::row;

/// Numbers from 0 to `range`, each as likely.
template <class Value>
__global__ void fill(Value* values, std::size_t n, float range) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x) {
        std::uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15; // splitmix64
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
        bits ^= bits >> 31;
        values[i] = static_cast<Value>(static_cast<float>(bits >> 40) * 0x1p-24f * range);
    }
}

/// A benchmark's stream, rows and the size of its input.
struct recorder {
    cudaStream_t stream;
    std::vector<row> rows;
    char const* type = "";
    std::size_t n = 0;
    std::size_t offset = 0;

    void add(char const* what, char const* state, std::string const& algorithm, char const* peer,
             std::size_t bytes, bench::gpu_timing const& ours, bench::gpu_timing const& theirs) {
        rows.push_back({what, algorithm, peer, type, state, n, offset, bytes, ours, theirs, {}});
        bench::print(rows.back());
    }

    /// In graphs of several calls.
    /// @param theirs called as theirs(temporary, bytes)
    template <class Ours, class Theirs>
    void in_graph(std::string const& algorithm, std::size_t bytes_moved, Ours ours, Theirs theirs) {
        std::size_t bytes = 0;
        theirs(nullptr, bytes);
        bench::device_array<std::byte> temporary(bytes);
        auto const t = bench::interleaved_in_graphs(
            stream,
            {{"gpualgo", [&](cudaStream_t, std::size_t) { ours(); }},
             {"CUB", [&](cudaStream_t, std::size_t) { theirs(temporary.get(), bytes); }}},
            8, 7);
        add("graph", "warm", algorithm, "CUB", bytes_moved, t[0], t[1]);
    }

    /// Whole calls.
    void calls(std::string const& algorithm, char const* peer, std::size_t bytes_moved,
               std::function<void()> ours, std::function<void()> theirs) {
        auto const t =
            bench::interleaved({{"gpualgo", std::move(ours)}, {peer, std::move(theirs)}}, 7, 1e-3);
        auto const timing = [&](std::size_t k) {
            return bench::gpu_timing{t[k].seconds * 1e6, t[k].runs, t[k].spread};
        };
        add("call", "warm", algorithm, peer, bytes_moved, timing(0), timing(1));
    }
};

constexpr std::size_t most = (std::size_t{1} << 26) + 12'345 + 16;

template <class Value>
void merges(recorder& s, Value const* a, Value const* b, Value* out) {
    using bits = gpu::detail::key_bits<Value>;
    std::size_t const n = s.n / 2;
    bench::unwaited_queue queue(s.stream, true);
    gpu::kernel::merge_arguments<bits> const arguments{.a = reinterpret_cast<bits const*>(a),
                                                       .na = n,
                                                       .b = reinterpret_cast<bits const*>(b),
                                                       .nb = n,
                                                       .out = reinterpret_cast<bits*>(out),
                                                       .splits = nullptr,
                                                       .are_warps_used = false};
    std::size_t const bytes = 4 * n * sizeof(Value);
    s.in_graph(
        "merge", bytes,
        [&] { gpu::detail::merge_arrays(queue, arguments, gpu::detail::order_for<Value>(false)); },
        [&](void* temporary, std::size_t& size) {
            check(cub::DeviceMerge::MergeKeys(temporary, size, a, static_cast<std::int64_t>(n), b,
                                              static_cast<std::int64_t>(n), out,
                                              cuda::std::less<>{}, s.stream),
                  "cub::DeviceMerge");
        });
    auto const policy = gpu::automatic.on(gpu::device::cuda());
    s.calls(
        "merge", "Thrust", bytes, [=] { gpu::merge(policy, a, a + n, b, b + n, out); },
        [=] { thrust::merge(thrust::device, a, a + n, b, b + n, out); });
}

template <class Value>
void bounds(recorder& s, Value const* sorted, Value const* values, std::uint32_t* out) {
    std::size_t const n = s.n;
    auto const policy = gpu::automatic.on(gpu::device::cuda());
    s.calls(
        "lower_bound", "Thrust", n * (sizeof(Value) + 4),
        [=] { gpu::lower_bound(policy, sorted, sorted + n, values, values + n, out); },
        [=] { thrust::lower_bound(thrust::device, sorted, sorted + n, values, values + n, out); });
}

template <class Value>
void uniques(recorder& s, Value const* runs, Value* out) {
    std::size_t const n = s.n;
    auto const policy = gpu::automatic.on(gpu::device::cuda());
    s.calls(
        "unique_copy", "Thrust", n * sizeof(Value),
        [=] { bench::keep(gpu::unique_copy(policy, runs, runs + n, out)); },
        [=] { bench::keep(thrust::unique_copy(thrust::device, runs, runs + n, out)); });
}

/// Whole calls, which wait. CUB's storage is allocated beforehand.
template <class Value>
void histogram_calls(recorder& s, std::string const& data, Value const* x, std::uint32_t* counts,
                     int bins) {
    using level = std::conditional_t<std::integral<Value>, int, Value>;
    auto const by_cub = [=, n = static_cast<std::int64_t>(s.n)](void* temporary,
                                                                std::size_t& size) {
        check(cub::DeviceHistogram::HistogramEven(temporary, size, x, counts, bins + 1, level{0},
                                                  level{128}, n),
              "cub::DeviceHistogram");
    };
    std::size_t bytes = 0;
    by_cub(nullptr, bytes);
    bench::device_array<std::byte> const temporary(bytes);
    auto const policy = gpu::automatic.on(gpu::device::cuda());
    std::size_t const n = s.n;
    s.calls(
        "histogram " + std::to_string(bins) + " " + data, "CUB", n * sizeof(Value),
        [=] {
            gpu::histogram(policy, x, x + n, counts, static_cast<std::size_t>(bins), level{0},
                           level{128});
        },
        [&, bytes]() mutable {
            by_cub(temporary.get(), bytes);
            check(cudaDeviceSynchronize(), "cudaDeviceSynchronize");
        });
}

template <class Value>
void histograms(recorder& s, std::string const& data, Value const* x, std::uint32_t* counts) {
    bench::unwaited_queue queue(s.stream, true);
    for (int const bins : {16, 128, 2048, 100'000}) {
        gpu::kernel::histogram_arguments<Value> const arguments{
            .in = x,
            .n = s.n,
            .edges = nullptr,
            .bins = {{0, 128, static_cast<std::uint32_t>(bins)}, true},
            .counts = {counts, nullptr},
            .is_cleared = false,
            .has_edges = false,
            .copies = 0};
        s.in_graph(
            "histogram " + std::to_string(bins) + " " + data, s.n * sizeof(Value),
            [&] { gpu::detail::count_by_bins(queue, arguments); },
            [&](void* temporary, std::size_t& size) {
                using level = std::conditional_t<std::integral<Value>, int, Value>;
                check(cub::DeviceHistogram::HistogramEven(temporary, size, x, counts, bins + 1,
                                                          level{0}, level{128},
                                                          static_cast<std::int64_t>(s.n), s.stream),
                      "cub::DeviceHistogram");
            });
        histogram_calls(s, data, x, counts, bins);
    }
}

template <class Value>
void measure(recorder& s, char const* type) {
    s.type = type;
    bench::device_array<Value> random(most), equal(most), sorted(most), out(most);
    bench::device_array<std::uint32_t> positions(most);
    fill<<<1024, 256>>>(random.get(), most, 128.f);
    fill<<<1024, 256>>>(equal.get(), most, 1.f);
    fill<<<1024, 256>>>(sorted.get(), most, 100.f);
    if constexpr (std::floating_point<Value>) // all in one bin
        check(cudaMemset(equal.get(), 0, most * sizeof(Value)), "cudaMemset");
    for (std::size_t const n : {std::size_t{1000}, std::size_t{100'003}, std::size_t{1} << 20,
                                std::size_t{1} << 24, (std::size_t{1} << 26) + 12'345}) {
        thrust::sort(thrust::device, sorted.get(), sorted.get() + n + 1);
        for (std::size_t const offset : {0, 1}) {
            s.n = n;
            s.offset = offset;
            auto* const x = sorted.get() + offset;
            merges<Value>(s, x, x + n / 2, out.get() + offset); // both halves are sorted
            bounds<Value>(s, x, random.get(), positions.get());
            uniques<Value>(s, x, out.get() + offset);
            histograms<Value>(s, "random", random.get() + offset, positions.get());
            histograms<Value>(s, "equal", equal.get() + offset, positions.get());
        }
        fill<<<1024, 256>>>(sorted.get(), most, 100.f);
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
    measure<float>(s, "float");
    measure<std::int32_t>(s, "int32");
    measure<std::uint8_t>(s, "uint8");
    if (!json.empty()) bench::write_rows(json, "sorted_cuda", s.rows, {argv, argv + argc});
}
