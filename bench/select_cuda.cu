// SPDX-License-Identifier: Apache-2.0
/// Selections on a GPU against CUB and Thrust in the same process: select_cuda [--json FILE]. In
/// graphs of many calls, and as whole calls. The data is random, of odd sizes and at odd addresses,
/// with several shares of selected elements.
#include "pipeline_queue.cuh"
#include "reduce_rows.cuh"

#include <gpualgo/copy_if.hpp>
#include <gpualgo/count.hpp>
#include <gpualgo/kernel/select/launches.hpp>

#include <cub/device/device_partition.cuh>
#include <cub/device/device_reduce.cuh>
#include <cub/device/device_select.cuh>
#include <cuda/std/functional>
#include <thrust/copy.h>
#include <thrust/count.h>
#include <thrust/execution_policy.h>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using bench::check;
using bench::row;

/// Numbers of which each is as likely: all of an integer type, or from 0 to 1.
template <class Value>
__global__ void fill(Value* values, std::size_t n) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x) {
        std::uint64_t bits = (i + 1) * 0x9e3779b97f4a7c15; // splitmix64
        bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9;
        bits = (bits ^ bits >> 27) * 0x94d049bb133111eb;
        bits ^= bits >> 31;
        if constexpr (std::integral<Value>) values[i] = static_cast<Value>(bits);
        else values[i] = static_cast<Value>(bits >> 40) * static_cast<Value>(0x1p-24);
    }
}

/// The limit below which a share of the numbers is.
template <class Value>
Value limit_of(double share) {
    if constexpr (!std::integral<Value>) return static_cast<Value>(share);
    using limits = std::numeric_limits<Value>;
    double const range = std::ldexp(1.0, limits::digits + (std::signed_integral<Value> ? 1 : 0));
    return static_cast<Value>(static_cast<double>(limits::lowest()) + share * range);
}

/// The predicate of the peers.
template <class Value>
struct is_below {
    Value limit;
    __host__ __device__ bool operator()(Value x) const { return x < limit; }
};

/// Inputs and outputs of some size for each call of a graph, together more than the cache holds.
template <class Value>
class buffers {
public:
    buffers()
        : in_(total / sizeof(Value)), out_(total / sizeof(Value)), others_(total / sizeof(Value)) {
        fill<<<1024, 256>>>(in_.get(), total / sizeof(Value));
    }
    /// How many of n elements there are.
    [[nodiscard]] static std::size_t count(std::size_t n) {
        return std::clamp<std::size_t>(total / (n * sizeof(Value) + 65536), 1, 64);
    }
    [[nodiscard]] Value const* in(std::size_t k, std::size_t n, std::size_t offset) const {
        return in_.get() + place(k, n) + offset;
    }
    [[nodiscard]] Value* out(std::size_t k, std::size_t n, std::size_t offset) const {
        return out_.get() + place(k, n) + offset;
    }
    /// The output of elements that are not selected.
    [[nodiscard]] Value* others(std::size_t k, std::size_t n, std::size_t offset) const {
        return others_.get() + place(k, n) + offset;
    }

private:
    static constexpr std::size_t total = std::size_t{1} << 30;
    static std::size_t place(std::size_t k, std::size_t n) {
        return total / sizeof(Value) / count(n) / 4096 * 4096 * k;
    }
    bench::device_array<Value> in_, out_, others_;
};

/// A measurement's parameters.
struct experiment {
    char const* type;
    std::size_t n;
    std::size_t offset;
    double share; ///< of selected elements
};

/// A benchmark's stream and rows.
struct recorder {
    cudaStream_t stream;
    std::vector<row> rows;

    /// @param written elements written per element read
    void add(char const* what, char const* state, std::string const& algorithm, char const* peer,
             experiment const& e, std::size_t size, double written, bench::gpu_timing const& ours,
             bench::gpu_timing const& theirs) {
        auto const bytes =
            static_cast<std::size_t>(static_cast<double>(e.n * size) * (1 + written));
        std::string const name = algorithm + " " + std::to_string(e.share).substr(0, 4);
        rows.push_back({what, name, peer, e.type, state, e.n, e.offset, bytes, ours, theirs, {}});
        bench::print(rows.back());
    }
};

template <class Value>
using bits_of = gpu::detail::key_bits<Value>;

/// The arguments of our kernels.
template <class Value>
gpu::kernel::select_arguments<bits_of<Value>> arguments(Value const* in, std::size_t n, Value* out,
                                                        Value* others) {
    using bits = bits_of<Value>;
    return {.in = reinterpret_cast<bits const*>(in),
            .n = n,
            .selected = {reinterpret_cast<bits*>(out), n},
            .others = {reinterpret_cast<bits*>(others), n},
            .words = nullptr,
            .out = nullptr};
}

template <class Value>
void in_graphs(recorder& s, buffers<Value> const& data, experiment const& e) {
    bench::pipeline_queue queue(s.stream, false); // calls wait: none starts early
    bench::device_array<unsigned long long> total(2);
    Value const limit = limit_of<Value>(e.share);
    auto const test = gpu::detail::test_for<Value>(gpu::less_than(limit));
    is_below<Value> const below{limit};
    auto const n = static_cast<std::int64_t>(e.n);
    auto const in = [&](std::size_t k) { return data.in(k, e.n, e.offset); };
    auto const out = [&](std::size_t k) { return data.out(k, e.n, e.offset); };
    auto const measure = [&](char const* algorithm, char const* peer, double written, auto ours,
                             auto theirs) {
        std::size_t bytes = 0;
        theirs(nullptr, bytes, 0);
        bench::device_array<std::byte> temporary(bytes);
        auto const t = bench::interleaved_in_graphs(
            s.stream,
            {{"gpualgo", [&](cudaStream_t, std::size_t k) { ours(k); }},
             {peer, [&](cudaStream_t, std::size_t k) { theirs(temporary.get(), bytes, k); }}},
            data.count(e.n), 15);
        s.add("graph", "clean", algorithm, peer, e, sizeof(Value), written, t[0], t[1]);
    };
    auto const cub_select = [&](void* temporary, std::size_t& bytes, std::size_t k) {
        check(
            cub::DeviceSelect::If(temporary, bytes, in(k), out(k), total.get(), n, below, s.stream),
            "cub::DeviceSelect");
    };
    measure(
        "copy_if", "CUB", e.share,
        [&](std::size_t k) {
            (void)gpu::detail::select_in_order<false>(
                queue, arguments<Value>(in(k), e.n, out(k), nullptr), test);
        },
        cub_select);
    measure(
        "partition_copy", "CUB", 1,
        [&](std::size_t k) {
            (void)gpu::detail::select_in_order<true>(
                queue, arguments<Value>(in(k), e.n, out(k), data.others(k, e.n, e.offset)), test);
        },
        [&](void* temporary, std::size_t& bytes, std::size_t k) {
            check(cub::DevicePartition::If(temporary, bytes, in(k), out(k), total.get(), n, below,
                                           s.stream),
                  "cub::DevicePartition");
        });
    measure(
        "by_warps", "CUB", e.share,
        [&](std::size_t k) {
            (void)gpu::detail::select_by_warps<false>(
                queue, arguments<Value>(in(k), e.n, out(k), nullptr), 256, test);
        },
        cub_select);
    measure(
        "count_if", "CUB", 0,
        [&](std::size_t k) {
            (void)gpu::detail::count_selected(queue, arguments<Value>(in(k), e.n, nullptr, nullptr),
                                              test);
        },
        [&](void* temporary, std::size_t& bytes, std::size_t k) {
            check(cub::DeviceReduce::TransformReduce(temporary, bytes, in(k), total.get(), n,
                                                     cuda::std::plus<>{}, below, 0ull, s.stream),
                  "cub::DeviceReduce");
        });
}

template <class Value>
void calls(recorder& s, buffers<Value> const& data, experiment const& e) {
    auto const policy = gpu::automatic.on(gpu::device::cuda());
    Value const* const x = data.in(0, e.n, e.offset);
    Value* const out = data.out(0, e.n, e.offset);
    std::size_t const n = e.n;
    Value const limit = limit_of<Value>(e.share);
    is_below<Value> const below{limit};
    auto const measure = [&](char const* algorithm, double written, std::function<void()> ours,
                             std::function<void()> theirs) {
        auto const t = bench::interleaved(
            {{"gpualgo", std::move(ours)}, {"Thrust", std::move(theirs)}}, 15, 1e-3);
        auto const timing = [&](std::size_t k) {
            return bench::gpu_timing{t[k].seconds * 1e6, t[k].runs, t[k].spread};
        };
        s.add("call", "warm", algorithm, "Thrust", e, sizeof(Value), written, timing(0), timing(1));
    };
    measure(
        "copy_if", e.share,
        [=] { bench::keep(gpu::copy_if(policy, x, x + n, out, gpu::less_than(limit))); },
        [=] { bench::keep(thrust::copy_if(thrust::device, x, x + n, out, below)); });
    measure(
        "count_if", 0, [=] { bench::keep(gpu::count_if(policy, x, x + n, gpu::less_than(limit))); },
        [=] { bench::keep(thrust::count_if(thrust::device, x, x + n, below)); });
}

constexpr std::size_t sizes[] = {1000,
                                 100'003,
                                 std::size_t{1} << 20,
                                 3'000'001,
                                 std::size_t{1} << 24,
                                 (std::size_t{1} << 26) + 12'345};

template <class Value>
void measure(recorder& s, char const* type) {
    buffers<Value> const data;
    for (std::size_t const n : sizes)
        for (std::size_t const offset : {0, 1})
            for (double const share : {0.01, 0.5, 0.99}) {
                experiment const e{type, n, offset, share};
                in_graphs<Value>(s, data, e);
                calls<Value>(s, data, e);
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
    measure<double>(s, "double");
    measure<std::int16_t>(s, "int16");
    measure<std::int8_t>(s, "int8");
    if (!json.empty()) bench::write_rows(json, "select_cuda", s.rows, {argv, argv + argc});
}
