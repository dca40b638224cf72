// SPDX-License-Identifier: Apache-2.0
/// @file
/// Ranges that profilers show: NVTX, where the library is built with CUDA and the environment
/// variable GPUALGO_NVTX is not 0.
#pragma once

#include <string_view>

namespace gpu::inline v0::detail {

/// A range from here to the end of its life, in the calling thread: "gpu::reduce(interleaved)".
/// Without a profiler, nothing.
class annotation {
public:
    /// @param function what is called
    /// @param strategy the policy's name
    annotation(std::string_view function, std::string_view strategy) noexcept;
    annotation(annotation const&) = delete;
    annotation& operator=(annotation const&) = delete;
    ~annotation();
};

} // namespace gpu::inline v0::detail
