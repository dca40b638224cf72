// SPDX-License-Identifier: Apache-2.0
/// Reductions by key on a GPU against CUB and Thrust in one process: reduce_by_key_cuda [--json
/// FILE]. Whole calls, which return the number of runs, of odd sizes and at odd addresses. CUB's
/// temporary storage is allocated beforehand.
#include "cuda_timing.cuh"
#include "find_rows.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/reduce_by_key.hpp>

#include <cub/device/device_reduce.cuh>
#include <cuda/std/functional>
#include <thrust/execution_policy.h>
#include <thrust/reduce.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace {

using bench::check;
using bench::keep;

/// Keys of runs that are `length` long on average: between one and nearly twice as many.
template <class Key>
__global__ void fill_keys(Key* keys, std::size_t n, std::size_t length) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x) {
        std::size_t const pair = i / (2 * length), place = i % (2 * length);
        // the pair's first run has 1 to 2 length - 1 elements
        std::size_t const first = 1 + pair * 2654435761u % (2 * length - 1);
        keys[i] = static_cast<Key>(2 * pair + (place >= first ? 1 : 0));
    }
}

template <class Value>
__global__ void fill_values(Value* values, std::size_t n) {
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n;
         i += std::size_t{gridDim.x} * blockDim.x)
        values[i] = static_cast<Value>(i % 17);
}

/// Pointers to the pairs, and to room for as many.
template <class Key, class Value>
struct arrays {
    Key *keys, *keys_out;
    Value *values, *totals;
    std::size_t n;
};

template <class Key, class Value>
bench::find_row make_row(arrays<Key, Value> const& x, std::string what, char const* type,
                         bench::device_array<int>& runs, bench::device_array<std::byte>& memory,
                         std::size_t bytes) {
    bench::find_row row{std::move(what), type, x.n, x.n * (sizeof(Key) + sizeof(Value))};
    auto const n = static_cast<int>(x.n);
    row.contenders = {
        {"gpualgo",
         [=] {
             keep(gpu::reduce_by_key(gpu::automatic.on(gpu::device::cuda()), x.keys, x.keys + n,
                                     x.values, x.keys_out, x.totals));
         }},
        {"CUB",
         [=, &runs, &memory] {
             std::size_t size = bytes;
             check(cub::DeviceReduce::ReduceByKey(memory.get(), size, x.keys, x.keys_out, x.values,
                                                  x.totals, runs.get(), cuda::std::plus<>{}, n),
                   "cub::DeviceReduce::ReduceByKey");
             int count = 0;
             check(cudaMemcpy(&count, runs.get(), sizeof count, cudaMemcpyDeviceToHost),
                   "cudaMemcpy");
             keep(count);
         }},
        {"Thrust", [=] {
             keep(thrust::reduce_by_key(thrust::device, x.keys, x.keys + n, x.values, x.keys_out,
                                        x.totals));
         }}};
    return row;
}

template <class Key, class Value>
void measure(std::vector<bench::find_row>& rows, char const* type) {
    constexpr std::size_t most = (std::size_t{1} << 26) + 3;
    bench::device_array<Key> keys(most + 1), keys_out(most + 1);
    bench::device_array<Value> values(most + 1), totals(most + 1);
    bench::device_array<int> runs(1);
    std::size_t bytes = 0;
    check(cub::DeviceReduce::ReduceByKey(nullptr, bytes, keys.get(), keys_out.get(), values.get(),
                                         totals.get(), runs.get(), cuda::std::plus<>{},
                                         static_cast<int>(most)),
          "cub::DeviceReduce::ReduceByKey");
    bench::device_array<std::byte> memory(bytes);
    fill_values<<<1024, 256>>>(values.get(), most + 1);
    for (std::size_t const n :
         {std::size_t{10'007}, (std::size_t{1} << 20) + 3, (std::size_t{1} << 24) + 3, most})
        for (std::size_t const length : {std::size_t{1}, std::size_t{8}, std::size_t{1000}, n}) {
            fill_keys<<<1024, 256>>>(keys.get(), most + 1, length);
            check(cudaDeviceSynchronize(), "fill_keys");
            std::size_t const offset = length == 8 ? 1 : 0;
            arrays<Key, Value> const x{keys.get() + offset, keys_out.get() + offset,
                                       values.get() + offset, totals.get() + offset, n};
            auto row = make_row(x,
                                "runs of " + (length == n ? "all" : std::to_string(length)) +
                                    (offset == 0 ? "" : ", unaligned"),
                                type, runs, memory, bytes);
            row.run();
            rows.push_back(std::move(row));
        }
}

} // namespace

int main(int argc, char** argv) {
    std::vector<bench::find_row> rows;
    measure<std::int32_t, float>(rows, "int32, float");
    measure<std::int32_t, std::int32_t>(rows, "int32, int32");
    measure<std::int64_t, double>(rows, "int64, double");
    bench::write_find_rows(argc, argv, "reduce_by_key_cuda", gpu::device::cuda(), rows);
}
