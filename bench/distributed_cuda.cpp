// SPDX-License-Identifier: Apache-2.0
/// Benchmarks of several GPUs, and of host ranges in chunks: distributed_cuda [--json FILE]
///
/// - floats that lie on two GPUs, against as many on one
/// - a host range of 4 GiB through one GPU and all, against a copy of page-locked memory
/// - partial reductions of device memory, against gpu::reduce
#include "results.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/sharded_vector.hpp>

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

void check(cudaError_t error, char const* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

/// The measured rows, printed as they are added.
class table {
public:
    /// @param bytes that each contender reads
    void add(std::string const& row, std::size_t bytes,
             std::vector<bench::contender> const& contenders) {
        auto const timings = bench::interleaved(contenders, 15, 5e-3);
        bench::json object{{"row", row}, {"bytes", bytes}, {"runs", timings[0].runs}};
        std::printf("%s, %zu MiB\n", row.c_str(), bytes >> 20);
        for (std::size_t k = 0; k < timings.size(); ++k) {
            auto const& t = timings[k];
            std::printf("  %-44s %10.1f us %9.1f GB/s  time x %.3f  speed x %.3f\n",
                        contenders[k].name.c_str(), t.seconds * 1e6,
                        static_cast<double>(bytes) / t.seconds * 1e-9, t.ratio, 1 / t.ratio);
            object[contenders[k].name] = bench::to_json(t);
        }
        std::fflush(stdout);
        rows_.push_back(std::move(object));
    }
    [[nodiscard]] bench::json const& rows() const { return rows_; }

private:
    bench::json rows_ = bench::json::array();
};

/// 2^30 floats on one GPU, and on two or more.
void sharded(table& to, gpu::device_group const& gpus) {
    std::size_t const n = std::size_t{1} << 30;
    gpu::sharded_vector<float> const one(n, 1, gpu::device_group{gpus[0]});
    gpu::sharded_vector<float> const all(n, 1, gpus);
    auto const& block = one.shards()[0];
    to.add("floats on " + std::to_string(gpus.size()) + " GPUs", n * sizeof(float),
           {{"gpu::reduce of a device_vector",
             [&] { bench::keep(gpu::reduce(block.begin(), block.end(), 0.0F)); }},
            {"sharded_vector on one GPU", [&] { bench::keep(gpu::reduce(one)); }},
            {"sharded_vector on all GPUs", [&] { bench::keep(gpu::reduce(all)); }}});
}

/// A copy from page-locked memory, without a reduction.
class pinned_copy {
public:
    pinned_copy(float const* from, std::size_t bytes) : from_(from), bytes_(bytes) {
        check(cudaMalloc(&to_, bytes), "cudaMalloc");
    }
    pinned_copy(pinned_copy const&) = delete;
    pinned_copy& operator=(pinned_copy const&) = delete;
    ~pinned_copy() { cudaFree(to_); }
    void run() const {
        check(cudaMemcpyAsync(to_, from_, bytes_, cudaMemcpyHostToDevice, nullptr),
              "cudaMemcpyAsync");
        check(cudaStreamSynchronize(nullptr), "cudaStreamSynchronize");
    }

private:
    float const* from_;
    std::size_t bytes_;
    void* to_ = nullptr;
};

void host_ranges(table& to, gpu::device_group const& gpus) {
    std::size_t const n = std::size_t{1} << 30; // 4 GiB
    gpu::pinned_vector<float> const locked(n, 1);
    std::vector<float> const plain(n, 1);
    pinned_copy const copy(locked.data(), n * sizeof(float));
    auto const one = gpu::automatic.on(gpus[0]);
    auto const all = gpu::automatic.on(gpus);
    to.add("host range", n * sizeof(float),
           {{"cudaMemcpyAsync of page-locked memory", [&] { copy.run(); }},
            {"one GPU, page-locked", [&] { bench::keep(gpu::reduce(one, locked)); }},
            {"one GPU, std::vector", [&] { bench::keep(gpu::reduce(one, plain)); }},
            {"all GPUs, page-locked", [&] { bench::keep(gpu::reduce(all, locked)); }},
            {"all GPUs, std::vector", [&] { bench::keep(gpu::reduce(all, plain)); }},
            {"the host's cores", [&] { bench::keep(gpu::reduce(plain)); }}});
}

void partials(table& to, gpu::device gpu_0) {
    for (std::size_t const n : {std::size_t{1} << 20, std::size_t{1} << 28}) {
        gpu::device_vector<float> const v(n, 1, gpu_0);
        using partial = gpu::partial_reduction<float>;
        to.add("partial reduction", n * sizeof(float),
               {{"gpu::reduce", [&] { bench::keep(gpu::reduce(v)); }},
                {"from 0 on", [&] { bench::keep(partial(0, v.begin(), v.end())); }},
                {"from 2048 on", [&] { bench::keep(partial(2048, v.begin(), v.end())); }},
                {"from 1234567 on", [&] { bench::keep(partial(1'234'567, v.begin(), v.end())); }}});
    }
}

} // namespace

int main(int argc, char** argv) {
    std::string json;
    for (int i = 1; i + 1 < argc; i += 2)
        if (std::string_view(argv[i]) == "--json") json = argv[i + 1];
    auto const gpus = gpu::device_group::all_gpus();
    table results;
    sharded(results, gpus);
    partials(results, gpus[0]);
    host_ranges(results, gpus);
    if (!json.empty())
        bench::write_results(json, "distributed_cuda", gpus[0], {argv, argv + argc},
                             {{"gpus", gpus.size()}}, results.rows());
}
