// SPDX-License-Identifier: Apache-2.0
/// @file
/// The part of NVRTC's interface that is used, so that its header is not needed.
#pragma once

#include "compiler_library.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// NVRTC's functions, or why they are missing.
class nvrtc_library {
public:
    /// Loads NVRTC on first use; never unloads it.
    static nvrtc_library const& get();
    /// @param named see `load_compiler_library`
    explicit nvrtc_library(std::string const& named);

    /// Why NVRTC cannot be used; empty if it can.
    [[nodiscard]] std::string const& why_not() const { return library_.why_not; }
    /// "NVRTC 13.0 (libnvrtc.so.13)"
    [[nodiscard]] std::string describe() const;
    /// The folder of the library, with a slash; empty if the loader chose it.
    [[nodiscard]] std::string folder() const;
    /// The architectures that it compiles for, in order: 75, 80 ...
    [[nodiscard]] std::vector<int> const& architectures() const { return architectures_; }

    /// The result of a compilation.
    enum class output { machine_code, ltoir, ptx };
    /// Compiles a source. Throws gpu::unsupported_operator if NVRTC cannot be used, and gpu::error
    /// with its log if it fails.
    [[nodiscard]] std::vector<char> compile(std::string const& source,
                                            std::vector<char const*> const& options,
                                            output wanted) const;

private:
    using program = void*;
    void check(int code, char const* call) const;

    compiler_library library_;
    std::vector<int> architectures_;
    int (*create_)(program*, char const*, char const*, int, char const* const*,
                   char const* const*) = nullptr;
    int (*destroy_)(program*) = nullptr;
    int (*compile_)(program, int, char const* const*) = nullptr;
    int (*ltoir_size_)(program, std::size_t*) = nullptr;
    int (*ltoir_)(program, char*) = nullptr;
    int (*cubin_size_)(program, std::size_t*) = nullptr;
    int (*cubin_)(program, char*) = nullptr;
    int (*ptx_size_)(program, std::size_t*) = nullptr;
    int (*ptx_)(program, char*) = nullptr;
    int (*log_size_)(program, std::size_t*) = nullptr;
    int (*log_)(program, char*) = nullptr;
    int (*version_)(int*, int*) = nullptr;
    int (*count_architectures_)(int*) = nullptr;
    int (*list_architectures_)(int*) = nullptr;
    char const* (*error_string_)(int) = nullptr;
};

} // namespace gpu::inline v0::detail
