// SPDX-License-Identifier: Apache-2.0
#include "compiler.hpp"

#include "nvjitlink.hpp"
#include "nvrtc.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>

namespace gpu::inline v0::detail {
namespace {

/// Throws if NVRTC is missing, or older than the GPU.
void check_architecture(int capability) {
    auto const& known = nvrtc_library::get().architectures();
    if (known.empty() || std::ranges::find(known, capability) != known.end()) return;
    throw unsupported_operator(
        nvrtc_library::get().describe() + " does not compile for this GPU, of compute capability " +
        std::to_string(capability / 10) + "." + std::to_string(capability % 10));
}

// The defaults change the process's stack limit, and fill ~/.nv with a cache of their own.
constexpr char const* usual[] = {
    "-std=c++17", "-fmad=false", "-minimal", "-modify-stack-limit=false", "-no-cache", "-w"};

} // namespace

kernel_image compile_kernel(std::string const& source, int capability) {
    check_architecture(capability);
    std::string const architecture = "-arch=sm_" + std::to_string(capability);
    std::vector<char const*> options(std::begin(usual), std::end(usual));
    for (char const* const more :
         {architecture.c_str(), "-ftz=false", "-prec-div=true", "-prec-sqrt=true"})
        options.push_back(more);
    return nvrtc_library::get().compile(source, options, nvrtc_library::output::machine_code);
}

kernel_image compile_with_fragment(std::string const& functions, std::span<char const> fragment,
                                   int capability) {
    check_architecture(capability);
    auto const& compiler = nvrtc_library::get();
    // LTO-IR links for any later architecture
    std::string const lowest =
        "-arch=compute_" +
        std::to_string(compiler.architectures().empty() ? 0 : compiler.architectures().front());
    std::vector<char const*> options(std::begin(usual), std::end(usual));
    for (char const* const more : {lowest.c_str(), "-dlto"}) options.push_back(more);
    auto const ltoir = compiler.compile(functions, options, nvrtc_library::output::ltoir);
    // Without -fma=0 the linker contracts, whatever the compilers of the parts were told.
    std::string const architecture = "-arch=sm_" + std::to_string(capability);
    return nvjitlink_library::get().link(fragment, ltoir,
                                         {architecture.c_str(), "-lto", "-fma=0", "-ftz=0",
                                          "-prec-div=1", "-prec-sqrt=1", "-no-cache"});
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
