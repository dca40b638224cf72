// SPDX-License-Identifier: Apache-2.0
#include "compiler.hpp"

#include "nvjitlink.hpp"
#include "nvrtc.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>

namespace gpu::inline v0::detail {
namespace {

std::string version_of(int capability) {
    return std::to_string(capability / 10) + "." + std::to_string(capability % 10);
}

/// The code to make for a GPU.
struct target {
    int architecture;
    bool is_ptx; ///< otherwise machine code

    /// "-arch=sm_90"
    [[nodiscard]] std::string option() const {
        return (is_ptx ? "-arch=compute_" : "-arch=sm_") + std::to_string(architecture);
    }
};

/// The code for a GPU. If the GPU is newer than NVRTC, PTX, which the driver translates. Throws if
/// the GPU is too old.
target target_of(int capability) {
    auto const& known = nvrtc_library::get().architectures(); // none if NVRTC is missing
    if (known.empty()) return {capability, false};
    auto const later = std::ranges::upper_bound(known, capability);
    if (later == known.begin())
        throw unsupported_operator(nvrtc_library::get().describe() +
                                   " compiles for compute capability " + version_of(known.front()) +
                                   " and later; this GPU has " + version_of(capability));
    return {later[-1], later[-1] != capability};
}

// The defaults change the process's stack limit, and fill ~/.nv with a cache of their own.
constexpr char const* usual[] = {
    "-std=c++17", "-fmad=false", "-minimal", "-modify-stack-limit=false", "-no-cache", "-w"};

} // namespace

kernel_image compile_kernel(std::string const& source, int capability) {
    auto const code = target_of(capability);
    std::string const option = code.option();
    std::vector<char const*> options(std::begin(usual), std::end(usual));
    for (char const* const more :
         {option.c_str(), "-ftz=false", "-prec-div=true", "-prec-sqrt=true"})
        options.push_back(more);
    return nvrtc_library::get().compile(source, options,
                                        code.is_ptx ? nvrtc_library::output::ptx
                                                    : nvrtc_library::output::machine_code);
}

kernel_image compile_with_fragment(std::string const& functions, std::span<char const> fragment,
                                   int capability) {
    auto const code = target_of(capability);
    auto const& compiler = nvrtc_library::get();
    // LTO-IR links for any later architecture
    std::string const lowest =
        "-arch=compute_" +
        std::to_string(compiler.architectures().empty() ? 0 : compiler.architectures().front());
    std::vector<char const*> options(std::begin(usual), std::end(usual));
    for (char const* const more : {lowest.c_str(), "-dlto"}) options.push_back(more);
    auto const ltoir = compiler.compile(functions, options, nvrtc_library::output::ltoir);
    // Without -fma=0 the linker contracts, whatever the compilers of the parts were told.
    std::string const option = code.option();
    std::vector<char const*> link_options{option.c_str(), "-lto",         "-fma=0",   "-ftz=0",
                                          "-prec-div=1",  "-prec-sqrt=1", "-no-cache"};
    if (code.is_ptx) link_options.push_back("-ptx");
    return nvjitlink_library::get().link(fragment, ltoir, link_options,
                                         code.is_ptx ? nvjitlink_library::output::ptx
                                                     : nvjitlink_library::output::machine_code);
}

std::string describe_compilers() {
#ifndef GPUALGO_CUDA_MAJOR
    return "none: this library is built without CUDA";
#endif
    auto const& compiler = nvrtc_library::get();
    if (!compiler.why_not().empty()) return "no NVRTC: " + compiler.why_not();
    auto const& linker = nvjitlink_library::get();
    return compiler.describe() + ", " +
           (linker.why_not().empty() ? linker.describe() : "no nvJitLink: " + linker.why_not());
}

} // namespace gpu::inline v0::detail
