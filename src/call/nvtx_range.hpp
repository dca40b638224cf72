// SPDX-License-Identifier: Apache-2.0
/// @file
/// Ranges that profilers show: NVTX, if the library is built with CUDA and the environment variable
/// GPUALGO_NVTX is not 0.
#pragma once

#include <string_view>

namespace gpu::inline v0::detail {

/// A range of the calling thread for the life of this object, such as "gpu::reduce(interleaved)".
/// Does nothing without a profiler.
class nvtx_range {
public:
    /// @param function the function that the program called
    /// @param strategy the policy's name
    nvtx_range(std::string_view function, std::string_view strategy) noexcept;
    nvtx_range(nvtx_range const&) = delete;
    nvtx_range& operator=(nvtx_range const&) = delete;
    ~nvtx_range();
};

} // namespace gpu::inline v0::detail
