// SPDX-License-Identifier: Apache-2.0
/// Benchmarks gpu::sort and gpu::sort_by_key on a GPU against CUB and Thrust in the same process:
///
///     sort_cuda [--json FILE] [--max-bytes N]
///
/// Rows have whole calls from the host, with data on the GPU. Before each call, the numbers are
/// copied from an unsorted array, which is not timed. All peers sort in place. CUB has a double
/// buffer, whose allocation is not timed. It is copied back after an odd number of passes.
/// The column "read" is the time of a copy. Thrust is timed in rounds of its own, against our calls
/// there: it frees memory of the GPU, which could slow down the next call. For the same
/// reason, each round begins with another one.
#include "reduce_rows.cuh"

#include <gpualgo/sort.hpp>

#include <cub/device/device_radix_sort.cuh>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <random>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace {

using bench::row;

/// Stands for values in a sort of keys alone.
struct no_value {};

/// Arrays on the GPU: numbers of random bits and their values, and memory to sort them in.
template <class T>
class arrays {
public:
    arrays(std::size_t n, std::uint64_t seed) : unsorted_(n), sorted_(n), other_(n) {
        std::mt19937_64 engine(seed);
        std::vector<std::uint64_t> bits(std::size_t{1} << 22); // repeated
        for (auto& one : bits) one = engine();
        std::size_t const block = bits.size() * sizeof bits[0] / sizeof(T);
        for (std::size_t i = 0; i < n; i += block)
            bench::check(cudaMemcpy(unsorted_.get() + i, bits.data(),
                                    std::min(block, n - i) * sizeof(T), cudaMemcpyHostToDevice),
                         "cudaMemcpy");
    }
    void reset(std::size_t n) const {
        bench::check(cudaMemcpyAsync(sorted_.get(), unsorted_.get(), n * sizeof(T),
                                     cudaMemcpyDeviceToDevice),
                     "cudaMemcpyAsync");
    }
    [[nodiscard]] T* sorted() const { return sorted_.get(); }
    [[nodiscard]] T* other() const { return other_.get(); }

private:
    bench::device_array<T> unsorted_, sorted_, other_;
};

/// Waits for all work on the GPU.
void wait() { bench::check(cudaDeviceSynchronize(), "cudaDeviceSynchronize"); }

/// Times calls that alternate, each first in its turn, without what precedes each.
/// @param calls that return when their work is done
/// @param seconds that all of them may take
std::vector<bench::gpu_timing> timings(std::vector<std::function<void()>> const& calls,
                                       std::function<void()> const& before, double seconds) {
    std::vector<std::vector<double>> times(calls.size());
    auto const begin = std::chrono::steady_clock::now();
    auto const since = [](auto start) {
        return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    };
    for (int round = 0; round < 5 || (round < 101 && since(begin) < seconds); ++round)
        for (std::size_t i = 0; i < calls.size(); ++i) {
            std::size_t const k = (static_cast<std::size_t>(round) + i) % calls.size();
            before();
            wait();
            auto const start = std::chrono::steady_clock::now();
            calls[k]();
            if (round > 0) times[k].push_back(since(start) * 1e6); // the first loads modules
        }
    std::vector<bench::gpu_timing> all;
    for (auto const& t : times) all.push_back({bench::median(t), t.size(), bench::spread(t)});
    return all;
}

template <class T, class Value>
class measurement {
    static constexpr bool has_values = !std::is_same_v<Value, no_value>;

public:
    measurement(char const* type, std::size_t max_bytes, std::vector<row>& rows)
        : type_(type), capacity_(std::min(max_bytes / sizeof(T), std::size_t{1} << 28)),
          keys_(capacity_ + 1, 1), values_(capacity_ + 1, 2), rows_(rows) {}

    void run() {
        for (std::size_t const n :
             {std::size_t{1000}, std::size_t{4096}, std::size_t{10007}, std::size_t{1} << 16,
              std::size_t{1} << 20, (std::size_t{1} << 20) + 4321, std::size_t{1} << 24,
              std::size_t{1} << 28})
            if (n <= capacity_) run(n, 0);
        run((std::size_t{1} << 24) + 12345, 1);
    }

private:
    void run(std::size_t n, std::size_t offset) {
        if (n + offset > capacity_) return;
        T* const keys = keys_.sorted() + offset;
        Value* const values = values_.sorted() + offset;
        std::size_t bytes = 0;
        cub_sort(nullptr, bytes, n, offset);
        bench::device_array<std::byte> const memory(bytes);
        auto const ours = [&] {
            if constexpr (has_values) gpu::sort_by_key(gpu::automatic, keys, keys + n, values);
            else gpu::sort(gpu::automatic, keys, keys + n);
        };
        auto const unsort = [&] {
            keys_.reset(n + offset);
            values_.reset(n + offset);
        };
        auto const t = timings({ours,
                                [&] {
                                    cub_sort(memory.get(), bytes, n, offset);
                                    wait();
                                },
                                [&] {
                                    keys_.reset(n);
                                    wait();
                                }},
                               unsort, 0.15);
        auto const beside_thrust =
            timings({ours,
                     [&] {
                         if constexpr (has_values)
                             thrust::sort_by_key(thrust::device, keys, keys + n, values);
                         else thrust::sort(thrust::device, keys, keys + n);
                     }},
                    unsort, 0.1);
        char const* const name = has_values ? "sort_by_key" : "sort";
        std::size_t const moved = n * (sizeof(T) + (has_values ? sizeof(Value) : 0));
        add({"call", name, "CUB", type_, "warm", n, offset, moved, t[0], t[1], t[2]});
        add({"call", name, "Thrust", type_, "warm", n, offset, moved, beside_thrust[0],
             beside_thrust[1], t[2]});
    }

    void cub_sort(void* memory, std::size_t& bytes, std::size_t n, std::size_t offset) const {
        cub::DoubleBuffer<T> keys(keys_.sorted() + offset, keys_.other());
        auto const copy_back = [&](auto& buffer, auto* first) {
            if (memory == nullptr || buffer.Current() == first) return;
            bench::check(cudaMemcpyAsync(first, buffer.Current(), n * sizeof *first,
                                         cudaMemcpyDeviceToDevice),
                         "cudaMemcpyAsync");
        };
        if constexpr (has_values) {
            cub::DoubleBuffer<Value> values(values_.sorted() + offset, values_.other());
            bench::check(cub::DeviceRadixSort::SortPairs(memory, bytes, keys, values, n),
                         "cub::DeviceRadixSort");
            copy_back(values, values_.sorted() + offset);
        } else {
            bench::check(cub::DeviceRadixSort::SortKeys(memory, bytes, keys, n),
                         "cub::DeviceRadixSort");
        }
        copy_back(keys, keys_.sorted() + offset);
    }

    void add(row const& r) {
        rows_.push_back(r);
        bench::print(r);
    }

    char const* type_;
    std::size_t capacity_;
    arrays<T> keys_;
    arrays<Value> values_;
    std::vector<row>& rows_;
};

} // namespace

int main(int argc, char** argv) {
    std::string json;
    std::size_t max = std::size_t{2} << 30;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
        if (std::string_view(argv[i]) == "--max-bytes")
            max = std::strtoull(argv[i + 1], nullptr, 10);
    }
    bench::print_head();
    std::vector<row> rows;
    measurement<std::uint8_t, no_value>("uint8", max, rows).run();
    measurement<std::int16_t, no_value>("int16", max, rows).run();
    measurement<std::int32_t, no_value>("int32", max, rows).run();
    measurement<float, no_value>("float", max, rows).run();
    measurement<std::int64_t, no_value>("int64", max, rows).run();
    measurement<double, no_value>("double", max, rows).run();
    measurement<std::int32_t, std::int32_t>("int32, int32", max, rows).run();
    measurement<float, std::int64_t>("float, int64", max, rows).run();
    measurement<std::int64_t, std::int64_t>("int64, int64", max, rows).run();
    if (!json.empty()) bench::write_rows(json, "sort_cuda", rows, {argv, argv + argc});
}
