// SPDX-License-Identifier: Apache-2.0
/// @file
/// The part of nvJitLink's interface that is used, so that its header is not needed.
#pragma once

#include "compiler_library.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// nvJitLink's functions, or why they are missing.
class nvjitlink_library {
public:
    /// Loads nvJitLink on first use, beside NVRTC if the user named that; never unloads it.
    static nvjitlink_library const& get();
    /// @param named see `load_compiler_library`
    explicit nvjitlink_library(std::string const& named);

    /// Why nvJitLink cannot be used; empty if it can.
    [[nodiscard]] std::string const& why_not() const { return library_.why_not; }
    /// "nvJitLink 13.0 (libnvJitLink.so.13)"
    [[nodiscard]] std::string describe() const;

    /// The result of a link.
    enum class output { machine_code, ptx };
    /// Links a kernel and the functions that it calls, which are inlined.
    /// @param kernel a fatbin with LTO-IR
    /// @param functions LTO-IR of NVRTC
    /// @param wanted the result: machine code, or PTX
    /// @throws gpu::unsupported_operator if nvJitLink cannot be used; gpu::error with its log if it
    /// fails
    [[nodiscard]] std::vector<char> link(std::span<char const> kernel,
                                         std::span<char const> functions,
                                         std::vector<char const*> const& options,
                                         output wanted = output::machine_code) const;

private:
    using handle = void*;
    void check(int code, char const* call, handle linker) const;

    compiler_library library_;
    int (*create_)(handle*, std::uint32_t, char const* const*) = nullptr;
    int (*destroy_)(handle*) = nullptr;
    int (*add_)(handle, int, void const*, std::size_t, char const*) = nullptr;
    int (*complete_)(handle) = nullptr;
    int (*cubin_size_)(handle, std::size_t*) = nullptr;
    int (*cubin_)(handle, void*) = nullptr;
    int (*ptx_size_)(handle, std::size_t*) = nullptr;
    int (*ptx_)(handle, char*) = nullptr;
    int (*log_size_)(handle, std::size_t*) = nullptr;
    int (*log_)(handle, char*) = nullptr;
    int (*version_)(unsigned*, unsigned*) = nullptr;
};

} // namespace gpu::inline v0::detail
