// SPDX-License-Identifier: Apache-2.0
/// @file
/// Shared parts of the benchmarks of reductions on a GPU: the queue that launches kernels, and rows
/// of results.
#pragma once

#include "cuda_timing.cuh"
#include "results.hpp"

#include "cuda/launch.cuh"
#include <gpualgo/kernel/reduce/launches.hpp>

#include <gpualgo/gpualgo.hpp>

#include <cub/version.cuh>
#include <cuda_fp16.h>

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

namespace bench {

/// The library's queue without the final wait, so that events can enclose its launches.
class unwaited_queue {
public:
    /// @param starts_early whether kernels may start while the one ahead of them ends
    explicit unwaited_queue(cudaStream_t stream, bool starts_early = false)
        : stream_(stream), starts_early_(starts_early) {
        check(cudaMemset(arrivals_.get(), 0, sizeof(unsigned long long)), "cudaMemset");
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
    [[nodiscard]] unsigned long long* zero_word() const { return arrivals_.get(); }
    [[nodiscard]] std::size_t resident_blocks(unsigned threads) const {
        return static_cast<std::size_t>(multiprocessors_) *
               std::max(1u, gpu::detail::resident_threads / threads);
    }
    template <class Body, class Arguments, class Op>
    void launch(gpu::detail::launch_config shape, Arguments arguments, Op op) {
        cudaLaunchAttribute early{};
        early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
        early.val.programmaticStreamSerializationAllowed = 1;
        cudaLaunchConfig_t config{};
        config.gridDim = static_cast<unsigned>(shape.grid);
        config.blockDim = shape.block;
        config.dynamicSmemBytes = shape.shared_bytes;
        config.stream = stream_;
        config.attrs = &early;
        // as the library does if a call leaves its result to a stream
        config.numAttrs = starts_early_ && gpu::detail::should_start_early<Body>(arguments) ? 1 : 0;
        check(cudaLaunchKernelEx(
                  &config, &gpu::detail::run_body<Body, Arguments, Op>, arguments, op,
                  gpu::kernel::launch_memory{reinterpret_cast<unsigned*>(arrivals_.get())}),
              "cudaLaunchKernelEx");
    }
    void wait() const {}
    template <class T>
    T fetch(T const*) {
        return {};
    }

private:
    static void check(cudaError_t error, char const* what) { bench::check(error, what); }
    cudaStream_t stream_;
    bool starts_early_;
    int multiprocessors_ = 0;
    device_array<std::byte> scratch_{std::size_t{64} << 20}, result_{256};
    device_array<unsigned long long> arrivals_{1};
};

/// Microseconds of ours and of a peer.
struct row {
    std::string what;      ///< "kernel": on the GPU alone; "graph": many in a graph; "call": whole
    std::string algorithm; ///< ours
    std::string peer_name;
    std::string type;
    std::string state; ///< of the L2 cache
    std::size_t n;
    std::size_t offset; ///< elements after an address that is a multiple of 256 bytes
    std::size_t bytes;  ///< read
    gpu_timing ours, peer, read;
};

inline void print_head() {
    std::printf("%s\n%-9s %-14s %-14s %-16s %11s %6s %-6s %10s %10s %10s %7s %9s  (microseconds)\n",
                gpu::device::cuda().name().c_str(), "what", "algorithm", "peer", "type", "n",
                "offset", "L2", "gpualgo", "peer", "read", "ratio", "GB/s");
}

inline void print(row const& r) {
    std::printf("%-9s %-14s %-14s %-16s %11zu %6zu %-6s %10.2f %10.2f %10.2f %7.3f %9.1f\n",
                r.what.c_str(), r.algorithm.c_str(), r.peer_name.c_str(), r.type.c_str(), r.n,
                r.offset, r.state.c_str(), r.ours.microseconds, r.peer.microseconds,
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

/// Writes rows as a file of results.
inline void write_rows(std::string const& path, char const* benchmark, std::vector<row> const& rows,
                       std::vector<std::string> const& command) {
    int runtime = 0, driver = 0;
    cudaRuntimeGetVersion(&runtime);
    cudaDriverGetVersion(&driver);
    json list = json::array();
    for (row const& r : rows)
        list.push_back({{"what", r.what},
                        {"algorithm", r.algorithm},
                        {"peer_name", r.peer_name},
                        {"type", r.type},
                        {"n", r.n},
                        {"offset", r.offset},
                        {"l2", r.state},
                        {"gpualgo", record::rounded(r.ours.microseconds)},
                        {"peer", record::rounded(r.peer.microseconds)},
                        {"read", record::rounded(r.read.microseconds)},
                        {"runs", r.ours.runs},
                        {"spread", record::rounded(r.ours.spread, 3)},
                        {"spread_of_peer", record::rounded(r.peer.spread, 3)}});
    write_results(
        path, benchmark, gpu::device::cuda(), command,
        {{"cuda_runtime", runtime}, {"cuda_driver", driver}, {"cub", CUB_VERSION}, {"unit", "us"}},
        std::move(list));
}

} // namespace bench
