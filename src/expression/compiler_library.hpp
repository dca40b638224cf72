// SPDX-License-Identifier: Apache-2.0
/// @file
/// Finds NVRTC and nvJitLink, NVIDIA's run-time compiler and linker, without linking them.
#pragma once

#include <string>
#include <vector>

#include <dlfcn.h>

namespace gpu::inline v0::detail {

/// A shared library, or why there is none.
struct compiler_library {
    void* handle = nullptr; ///< null if none was found
    std::string path;       ///< the name under which it was found
    std::string why_not;    ///< "libnvrtc.so.13 was not found (tried ...)"

    /// Finds a function of the library; `why_not` says if the first one is missing.
    template <class F>
    void find(F*& function, char const* symbol) {
        function = reinterpret_cast<F*>(dlsym(handle, symbol));
        if (function == nullptr && why_not.empty()) why_not = path + " has no " + symbol;
    }
};

/// The paths under which a library of the CUDA toolkit may be found, after its SONAME: the toolkit,
/// Debian's packages, and wheels of PyPI.
/// @param name "libnvrtc.so.13"
[[nodiscard]] std::vector<std::string> usual_paths(std::string const& name);

/// Loads the first of several libraries that exists. It is never unloaded.
/// @param named a path that the user gave, which is tried alone; empty if there is none
/// @param variable the environment variable that names it, for messages
[[nodiscard]] compiler_library
load_compiler_library(std::string const& name, std::string const& named, char const* variable);

} // namespace gpu::inline v0::detail
