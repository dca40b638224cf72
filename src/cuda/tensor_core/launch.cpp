// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include "cuda/check.hpp"
#include "pace.hpp"
#include "recent.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::sm90 {
namespace {

/// A kernel in a context.
struct loaded_kernel {
    void const* kernel;
    detail::gpu_context context;
    friend bool operator==(loaded_kernel const&, loaded_kernel const&) = default;
};

} // namespace

void allow_shared_memory(void const* kernel, int bytes, detail::gpu_context context,
                         bool needs_no_cache) {
    thread_local recent<loaded_kernel, int, 16> allowed;
    auto const address = reinterpret_cast<std::uintptr_t>(kernel);
    allowed.get({kernel, context}, hash_of(address), [&] {
        detail::check_cuda(
            cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes),
            "cudaFuncSetAttribute");
        if (needs_no_cache)
            detail::check_cuda(cudaFuncSetAttribute(kernel,
                                                    cudaFuncAttributePreferredSharedMemoryCarveout,
                                                    cudaSharedmemCarveoutMaxShared),
                               "cudaFuncSetAttribute");
        return bytes;
    });
}

void launch(detail::cuda_queue& queue, kernel_launch const& one, void** arguments) {
    allow_shared_memory(one.kernel, one.shared_bytes, queue.workspace().context,
                        one.needs_no_cache);
    cudaLaunchAttribute attributes[2]{};
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim.x = static_cast<unsigned>(one.cluster);
    attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = {one.grid, static_cast<unsigned>(one.parts),
                      static_cast<unsigned>(one.products)};
    config.blockDim = one.block;
    config.dynamicSmemBytes = static_cast<std::size_t>(one.shared_bytes);
    config.stream = queue.stream();
    config.attrs = attributes;
    config.numAttrs = one.may_start_early ? 2 : 1;
    detail::check_cuda(cudaLaunchKernelExC(&config, one.kernel, arguments), "cudaLaunchKernelExC");
    queue.note({std::size_t{one.grid} * config.gridDim.y * config.gridDim.z, one.block,
                config.dynamicSmemBytes},
               {one.name.data()});
}

std::uint32_t* pace_for(detail::cuda_queue& queue, int k, int rounds, std::size_t element_bytes) {
    if (!keeps_pace(k, rounds, element_bytes)) return nullptr;
    auto* const arrivals = queue.allocate<std::uint32_t>(1);
    detail::check_cuda(cudaMemsetAsync(arrivals, 0, sizeof *arrivals, queue.stream()),
                       "cudaMemsetAsync");
    return arrivals;
}

} // namespace gpu::inline v0::sm90
