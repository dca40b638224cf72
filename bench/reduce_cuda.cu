// SPDX-License-Identifier: Apache-2.0
/// Benchmarks gpu::reduce on a GPU against CUB and Thrust in the same process:
///
///     reduce_cuda [--json FILE] [--max-bytes N]
///
/// The first table has work on the GPU by state of the L2 cache, next to the time of only reading
/// the input. The second has whole calls from the host, with data on the GPU.
#include "reduce_rows.cuh"

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using bench::peer_type;
using bench::row;

/// Elements after an address that is a multiple of 256 bytes.
template <class Value>
std::size_t offset_of(Value const* in) {
    return reinterpret_cast<std::uintptr_t>(in) % 256 / sizeof(Value);
}

/// Times only the work on the GPU.
template <class Value, class T>
void measure_kernels(char const* what, char const* type, Value const* in, std::size_t n,
                     std::vector<row>& rows) {
    using peer_value = typename peer_type<Value>::type;
    static bench::unwaited_queue queue(nullptr);
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
        rows.push_back({what, "reduce", "CUB", type, name, n, offset_of(in), n * sizeof(Value),
                        t[0], t[1], t[2]});
        bench::print(rows.back());
    }
}

/// Whole calls: the result is on the host.
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
    rows.push_back({"call",
                    "reduce",
                    "Thrust",
                    type,
                    "warm",
                    n,
                    offset_of(in),
                    n * sizeof(Value),
                    timing(0),
                    timing(1),
                    {}});
    bench::print(rows.back());
}

__global__ void fill(unsigned* words, std::size_t n) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x)
        // small numbers of any type
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
    // segments that do not share out evenly
    std::size_t const odd = (std::size_t{1} << 24) + (std::size_t{1} << 20) + 12345;
    if (odd * sizeof(Value) > largest) return;
    measure_kernels<Value, T>("kernel", type, in.get(), odd, rows);
    for (std::size_t const n : {std::size_t{1} << 14, std::size_t{1} << 24})
        measure_kernels<Value, T>("unaligned", type, in.get() + 1, n, rows);
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
    bench::print_head();
    std::vector<row> rows;
    measure<float, float>("float", max, rows);
    measure<std::int32_t, std::int32_t>("int32", max, rows);
    measure<double, double>("double", max, rows);
    measure<std::int64_t, std::int64_t>("int64", max, rows);
    measure<std::int8_t, std::int32_t>("int8 to int32", max, rows);
    measure<gpu::half, float>("half to float", max, rows);
    if (!json.empty()) bench::write_rows(json, "reduce_cuda", rows, {argv, argv + argc});
}
