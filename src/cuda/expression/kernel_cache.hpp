// SPDX-License-Identifier: Apache-2.0
/// @file
/// Kernels that were made at run time, by their source.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>

namespace gpu::inline v0::detail {

/// A kernel to be made.
struct kernel_recipe {
    char const* name;               ///< of its entry
    std::string source;             ///< CUDA C++
    std::span<char const> fragment; ///< to link the source with; empty if the source is a kernel
};

/// The kernel for a key: from memory, from the disk, or compiled.
/// @param key is different for different recipes and capabilities; cheap to make, unlike the recipe
/// @param capability of the GPU: 90 is 9.0
/// @param recipe called if the kernel is not in memory
[[nodiscard]] cudaKernel_t find_kernel(std::string_view key, int capability,
                                       std::function<kernel_recipe()> const& recipe);

} // namespace gpu::inline v0::detail
