// SPDX-License-Identifier: Apache-2.0
/// @file
/// Times kernels on a GPU: contenders alternate, and the L2 cache is put into a given state first.
#pragma once

#include "interleaved.hpp"

#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// Exits the program if a CUDA call failed.
inline void check(cudaError_t error, char const* what) {
    if (error == cudaSuccess) return;
    std::fprintf(stderr, "%s: %s\n", what, cudaGetErrorString(error));
    std::exit(1);
}

/// Contents of the L2 cache before a run: the input (warm), or other data, which is already written
/// back to memory (clean) or not (dirty).
enum class l2_state { warm, clean, dirty };

/// Owning array in the memory of the current GPU.
template <class T>
class device_array {
public:
    explicit device_array(std::size_t n) { check(cudaMalloc(&data_, n * sizeof(T)), "cudaMalloc"); }
    device_array(device_array const&) = delete;
    device_array& operator=(device_array const&) = delete;
    ~device_array() { cudaFree(data_); }
    [[nodiscard]] T* get() const { return data_; }

private:
    T* data_ = nullptr;
};

__global__ void read_all(uint4 const* in, std::size_t n, unsigned* out) {
    unsigned seen = 0;
    std::size_t const step = std::size_t{gridDim.x} * blockDim.x;
#pragma unroll 8
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
        uint4 const v = in[i];
        seen ^= v.x ^ v.y ^ v.z ^ v.w;
    }
    if (seen == 0x12345678u) *out = seen; // practically never true
}

/// Brings the cache into a state with a buffer several times its size.
class l2_cache {
public:
    void prepare(l2_state state, cudaStream_t stream) {
        if (state == l2_state::warm) return;
        check(cudaMemsetAsync(buffer_.get(), 0, bytes, stream), "cudaMemsetAsync");
        if (state == l2_state::clean)
            read_all<<<1024, 256, 0, stream>>>(reinterpret_cast<uint4 const*>(buffer_.get()),
                                               bytes / sizeof(uint4), out_.get());
    }

private:
    static constexpr std::size_t bytes = std::size_t{256} << 20;
    device_array<std::byte> buffer_{bytes};
    device_array<unsigned> out_{1};
};

/// One of the compared ways: `enqueue` submits its work to the stream and does not wait.
struct kernel_contender {
    std::string name;
    std::function<void(cudaStream_t)> enqueue;
};

/// Time of work on the GPU.
struct gpu_timing {
    double microseconds = 0; ///< the median
    std::size_t runs = 0;
    double spread = 0; ///< see `timing`
};

/// @return timings of the work on the GPU, in the contenders' order
inline std::vector<gpu_timing> interleaved_on_gpu(std::vector<kernel_contender> const& contenders,
                                                  l2_state state, std::size_t rounds) {
    static l2_cache cache;
    cudaStream_t const stream = nullptr;
    cudaEvent_t start{}, stop{};
    check(cudaEventCreate(&start), "cudaEventCreate");
    check(cudaEventCreate(&stop), "cudaEventCreate");
    std::vector<std::vector<double>> times(contenders.size());
    for (std::size_t round = 0; round <= rounds; ++round)
        for (std::size_t k = 0; k < contenders.size(); ++k) {
            // Earlier work keeps the GPU busy until the CPU has submitted everything, so that
            // launch overhead is not timed.
            if (state == l2_state::warm) {
                cache.prepare(l2_state::dirty, stream);
                contenders[k].enqueue(stream);
            }
            cache.prepare(state, stream);
            check(cudaEventRecord(start, stream), "cudaEventRecord");
            contenders[k].enqueue(stream);
            check(cudaEventRecord(stop, stream), "cudaEventRecord");
            check(cudaEventSynchronize(stop), "cudaEventSynchronize");
            float milliseconds = 0;
            check(cudaEventElapsedTime(&milliseconds, start, stop), "cudaEventElapsedTime");
            if (round > 0) times[k].push_back(milliseconds * 1e3); // the first round loads modules
        }
    check(cudaEventDestroy(start), "cudaEventDestroy");
    check(cudaEventDestroy(stop), "cudaEventDestroy");
    std::vector<gpu_timing> timings;
    for (auto const& t : times) timings.push_back({median(t), t.size(), spread(t)});
    return timings;
}

/// One way to do the same to inputs of a number each.
struct graph_contender {
    std::string name;
    std::function<void(cudaStream_t, std::size_t)> enqueue; ///< work on input k
};

/// Times work on the GPU in graphs, with a call for each of several inputs. Neither launches nor
/// the cache's contents are timed.
/// @param inputs of as much memory each as can be, so that none is in the cache
/// @return timings of one call, in the contenders' order
inline std::vector<gpu_timing> interleaved_in_graphs(cudaStream_t stream,
                                                     std::vector<graph_contender> const& contenders,
                                                     std::size_t inputs, std::size_t rounds) {
    static l2_cache cache;
    cudaEvent_t start{}, stop{};
    check(cudaEventCreate(&start), "cudaEventCreate");
    check(cudaEventCreate(&stop), "cudaEventCreate");
    std::vector<cudaGraphExec_t> graphs;
    for (auto const& c : contenders) {
        cudaGraph_t graph{};
        c.enqueue(stream, 0); // what is allocated at first is not captured
        check(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed),
              "cudaStreamBeginCapture");
        for (std::size_t k = 0; k < inputs; ++k) c.enqueue(stream, k);
        check(cudaStreamEndCapture(stream, &graph), "cudaStreamEndCapture");
        check(cudaGraphInstantiate(&graphs.emplace_back(), graph, 0), "cudaGraphInstantiate");
        check(cudaGraphDestroy(graph), "cudaGraphDestroy");
    }
    std::vector<std::vector<double>> times(contenders.size());
    for (std::size_t round = 0; round <= rounds; ++round)
        for (std::size_t k = 0; k < contenders.size(); ++k) {
            cache.prepare(l2_state::clean, stream);
            check(cudaEventRecord(start, stream), "cudaEventRecord");
            check(cudaGraphLaunch(graphs[k], stream), "cudaGraphLaunch");
            check(cudaEventRecord(stop, stream), "cudaEventRecord");
            check(cudaEventSynchronize(stop), "cudaEventSynchronize");
            float milliseconds = 0;
            check(cudaEventElapsedTime(&milliseconds, start, stop), "cudaEventElapsedTime");
            if (round > 0) times[k].push_back(milliseconds * 1e3 / static_cast<double>(inputs));
        }
    for (auto* const graph : graphs) check(cudaGraphExecDestroy(graph), "cudaGraphExecDestroy");
    check(cudaEventDestroy(start), "cudaEventDestroy");
    check(cudaEventDestroy(stop), "cudaEventDestroy");
    std::vector<gpu_timing> timings;
    for (auto const& t : times) timings.push_back({median(t), t.size(), spread(t)});
    return timings;
}

} // namespace bench
