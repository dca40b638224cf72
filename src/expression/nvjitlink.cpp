// SPDX-License-Identifier: Apache-2.0
#include "nvjitlink.hpp"

#include "nvrtc.hpp"
#include "soname.hpp"

#include <gpualgo/error.hpp>

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

/// nvJitLink in the folder of an NVRTC that is not in the loader's path: both are of one version.
std::string path_beside_nvrtc() {
    std::string const folder = nvrtc_library::get().folder();
    std::string const path = folder + soname_of("libnvJitLink");
    return !folder.empty() && access(path.c_str(), R_OK) == 0 ? path : "";
}

} // namespace

nvjitlink_library const& nvjitlink_library::get() {
    static auto const& library = *new nvjitlink_library(path_beside_nvrtc());
    return library;
}

nvjitlink_library::nvjitlink_library(std::string const& named)
    : library_(load_compiler_library(soname_of("libnvJitLink"), named, "GPUALGO_NVRTC")) {
    if (library_.handle == nullptr) return;
    auto const find = [&](auto& function, char const* symbol) { library_.find(function, symbol); };
    find(create_, "nvJitLinkCreate");
    find(destroy_, "nvJitLinkDestroy");
    find(add_, "nvJitLinkAddData");
    find(complete_, "nvJitLinkComplete");
    find(cubin_size_, "nvJitLinkGetLinkedCubinSize");
    find(cubin_, "nvJitLinkGetLinkedCubin");
    find(ptx_size_, "nvJitLinkGetLinkedPtxSize");
    find(ptx_, "nvJitLinkGetLinkedPtx");
    find(log_size_, "nvJitLinkGetErrorLogSize");
    find(log_, "nvJitLinkGetErrorLog");
    find(version_, "nvJitLinkVersion");
}

std::string nvjitlink_library::describe() const {
    if (!why_not().empty()) return why_not();
    unsigned major = 0, minor = 0;
    version_(&major, &minor);
    return "nvJitLink " + std::to_string(major) + "." + std::to_string(minor) + " (" +
           library_.path + ")";
}

void nvjitlink_library::check(int code, char const* call, handle linker) const {
    if (code == 0) return;
    std::size_t size = 0;
    std::string log;
    if (linker != nullptr && log_size_(linker, &size) == 0 && size > 1) {
        log.resize(size);
        log_(linker, log.data());
        log.resize(size - 1); // ends with a zero
    }
    throw error("nvJitLink: " + std::string(call) + ": error " + std::to_string(code) +
                (log.empty() ? "" : ": " + log) + ", " + describe());
}

std::vector<char> nvjitlink_library::link(std::span<char const> kernel,
                                          std::span<char const> functions,
                                          std::vector<char const*> const& options,
                                          output wanted) const {
    if (!why_not().empty())
        throw unsupported_operator("expressions in reductions on a GPU need nvJitLink: " +
                                   why_not());
    handle linker = nullptr;
    check(create_(&linker, static_cast<std::uint32_t>(options.size()), options.data()),
          "nvJitLinkCreate", linker);
    struct destroyer {
        nvjitlink_library const& library;
        handle& linker;
        ~destroyer() { library.destroy_(&linker); }
    } const destroyer{*this, linker};
    constexpr int ltoir = 3, fatbin = 4; // nvJitLinkInputType
    check(add_(linker, fatbin, kernel.data(), kernel.size(), "kernel"), "nvJitLinkAddData", linker);
    check(add_(linker, ltoir, functions.data(), functions.size(), "expression"), "nvJitLinkAddData",
          linker);
    check(complete_(linker), "nvJitLinkComplete", linker);
    std::size_t size = 0;
    bool const is_ptx = wanted == output::ptx;
    check((is_ptx ? ptx_size_ : cubin_size_)(linker, &size), "size of the result", linker);
    std::vector<char> result(size);
    check(is_ptx ? ptx_(linker, result.data()) : cubin_(linker, result.data()), "the result",
          linker);
    return result;
}

} // namespace gpu::inline v0::detail
