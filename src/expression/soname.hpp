// SPDX-License-Identifier: Apache-2.0
/// @file
/// The names of libraries of the CUDA toolkit.
#pragma once

#include <string>

namespace gpu::inline v0::detail {

/// "libnvrtc.so.13" of "libnvrtc", for the major version of the toolkit that compiled the kernels.
inline std::string soname_of(std::string const& library) {
#ifdef GPUALGO_CUDA_MAJOR
    return library + ".so." + std::to_string(GPUALGO_CUDA_MAJOR);
#else // without the CUDA backend it is only described
    return library + ".so";
#endif
}

} // namespace gpu::inline v0::detail
