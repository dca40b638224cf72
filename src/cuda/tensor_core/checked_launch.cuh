// SPDX-License-Identifier: Apache-2.0
/// @file
/// Launches of kernels whose failure is that of the launch. `<<<>>>` with cudaGetLastError would
/// report an older error of the thread.
#pragma once

#include "cuda/check.hpp"

#include <cstddef>

namespace gpu::inline v0::sm90 {

/// The shape and the stream of a launch.
struct launch_on {
    cudaStream_t stream;
    unsigned blocks;
    unsigned threads; ///< per block
    std::size_t shared_bytes = 0;
    bool may_start_early = false; ///< the kernel itself waits for the previous kernel
};

/// Launches a kernel. Throws gpu::error.
/// @param name of the kernel, for messages
template <class... Parameters, class... Arguments>
void launch_checked(launch_on const& where, char const* name, void (*kernel)(Parameters...),
                    Arguments const&... arguments) {
    cudaLaunchConfig_t config{};
    config.gridDim = where.blocks;
    config.blockDim = where.threads;
    config.dynamicSmemBytes = where.shared_bytes;
    config.stream = where.stream;
    cudaLaunchAttribute early{};
    early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    early.val.programmaticStreamSerializationAllowed = 1;
    config.attrs = &early;
    config.numAttrs = where.may_start_early ? 1 : 0;
    detail::check_cuda(cudaLaunchKernelEx(&config, kernel, arguments...), name);
}

} // namespace gpu::inline v0::sm90
