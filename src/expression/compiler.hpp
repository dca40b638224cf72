// SPDX-License-Identifier: Apache-2.0
/// @file
/// The run-time compiler: CUDA C++ to machine code of a GPU.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// Machine code of a GPU, as cudaLibraryLoadData takes it.
using kernel_image = std::vector<char>;

/// Compiles a whole kernel by NVRTC.
/// @param capability of the GPU: 90 is 9.0
/// @throws gpu::unsupported_operator if there is no NVRTC, or none for this GPU
[[nodiscard]] kernel_image compile_kernel(std::string const& source, int capability);

/// Compiles functions by NVRTC, and links them with a kernel by nvJitLink, which inlines them.
/// @param fragment a kernel that nvcc compiled to LTO-IR
/// @throws gpu::unsupported_operator if one of the two is missing
[[nodiscard]] kernel_image compile_with_fragment(std::string const& functions,
                                                 std::span<char const> fragment, int capability);

/// One line for users: the versions of NVRTC and nvJitLink, and where they were found, or why there
/// are none. Loads them.
[[nodiscard]] std::string describe_compilers();

} // namespace gpu::inline v0::detail
