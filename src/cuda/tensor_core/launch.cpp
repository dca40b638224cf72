// SPDX-License-Identifier: Apache-2.0
#include "launch.hpp"

#include "cuda/check.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>

namespace gpu::inline v0::sm90 {

void launch(detail::cuda_queue& queue, kernel_launch const& what, void** arguments) {
    detail::check_cuda(cudaFuncSetAttribute(what.kernel,
                                            cudaFuncAttributeMaxDynamicSharedMemorySize,
                                            what.shared_bytes),
                       "cudaFuncSetAttribute");
    cudaLaunchAttribute attributes[2]{};
    attributes[0].id = cudaLaunchAttributeClusterDimension;
    attributes[0].val.clusterDim.x = static_cast<unsigned>(what.cluster);
    attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
    attributes[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    attributes[1].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = what.grid;
    config.blockDim = what.block;
    config.dynamicSmemBytes = static_cast<std::size_t>(what.shared_bytes);
    config.stream = queue.stream();
    config.attrs = attributes;
    config.numAttrs = what.may_start_early ? 2 : 1;
    detail::check_cuda(cudaLaunchKernelExC(&config, what.kernel, arguments), "cudaLaunchKernelExC");
    queue.note({what.grid, what.block, config.dynamicSmemBytes}, {what.name.data()});
}

} // namespace gpu::inline v0::sm90
