// SPDX-License-Identifier: Apache-2.0
#include "cuda/launch.cuh"
#include "cuda/sort/sort.hpp"
#include "cuda/top_k/top_k.hpp"

namespace gpu::inline v0::detail {

namespace {

/// The sort of GPUs. Other limits were not measured.
struct gpu_sorts {
    static constexpr top_k_limits limits{std::size_t{8} << 20, std::size_t{1} << 15};
    static void sort(cuda_queue& queue, sort_request const& request) {
        sort_on_gpu(queue, request);
    }
};

} // namespace

top_k_table<cuda_queue> make_top_k() { return make_top_k_table<cuda_queue, gpu_sorts>(); }

} // namespace gpu::inline v0::detail
