// SPDX-License-Identifier: Apache-2.0
/// @file
/// The launches of scans and selections, for benchmarks in graphs.
#pragma once

#include "reduce_rows.cuh"

#include <gpualgo/kernel/look_back_memory.hpp>

#include <cstddef>

namespace bench {

/// The library's queue for kernels whose tiles go through a pipeline, without the final wait.
class pipeline_queue : public unwaited_queue {
public:
    /// @param starts_early whether kernels may start while the one ahead of them ends
    pipeline_queue(cudaStream_t stream, bool starts_early) : unwaited_queue(stream, starts_early) {
        bench::check(cudaMemset(control_.get(), 0, 8), "cudaMemset");
        bench::check(cudaMemset(words_.get(), 0, word_bytes), "cudaMemset");
    }
    [[nodiscard]] gpu::detail::look_back_memory look_back(std::size_t, std::size_t) const {
        return {control_.get(), words_.get()};
    }
    [[nodiscard]] static std::size_t most_shared_bytes() {
        int bytes = 0;
        bench::check(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, 0),
                     "cudaDeviceGetAttribute");
        return static_cast<std::size_t>(bytes);
    }
    template <class Body, class Arguments, class Op>
    void launch(gpu::detail::launch_config shape, Arguments arguments, Op op) {
        auto const set = [](cudaFuncAttribute attribute, int value) {
            bench::check(
                cudaFuncSetAttribute(&gpu::detail::run_body<Body, Arguments, Op>, attribute, value),
                "cudaFuncSetAttribute");
        };
        if (shape.shared_bytes > 48 * 1024) { // as the library does
            set(cudaFuncAttributePreferredSharedMemoryCarveout, cudaSharedmemCarveoutMaxShared);
            set(cudaFuncAttributeMaxDynamicSharedMemorySize, static_cast<int>(shape.shared_bytes));
        }
        unwaited_queue::launch<Body>(shape, arguments, op);
    }

private:
    static constexpr std::size_t word_bytes = std::size_t{32} << 20;
    device_array<unsigned long long> control_{1};
    device_array<std::byte> words_{word_bytes};
};

} // namespace bench
