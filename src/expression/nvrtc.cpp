// SPDX-License-Identifier: Apache-2.0
#include "nvrtc.hpp"

#include "soname.hpp"

#include <gpualgo/error.hpp>

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

std::string given_path() {
    char const* const path = secure_getenv("GPUALGO_NVRTC");
    return path != nullptr ? path : "";
}

} // namespace

nvrtc_library const& nvrtc_library::get() {
    static auto const& library = *new nvrtc_library(given_path());
    return library;
}

nvrtc_library::nvrtc_library(std::string const& named)
    : library_(load_compiler_library(soname_of("libnvrtc"), named, "GPUALGO_NVRTC")) {
    if (library_.handle == nullptr) return;
    auto const find = [&](auto& function, char const* symbol) { library_.find(function, symbol); };
    find(create_, "nvrtcCreateProgram");
    find(destroy_, "nvrtcDestroyProgram");
    find(compile_, "nvrtcCompileProgram");
    find(ltoir_size_, "nvrtcGetLTOIRSize");
    find(ltoir_, "nvrtcGetLTOIR");
    find(cubin_size_, "nvrtcGetCUBINSize");
    find(cubin_, "nvrtcGetCUBIN");
    find(ptx_size_, "nvrtcGetPTXSize");
    find(ptx_, "nvrtcGetPTX");
    find(log_size_, "nvrtcGetProgramLogSize");
    find(log_, "nvrtcGetProgramLog");
    find(version_, "nvrtcVersion");
    find(count_architectures_, "nvrtcGetNumSupportedArchs");
    find(list_architectures_, "nvrtcGetSupportedArchs");
    find(error_string_, "nvrtcGetErrorString");
    if (!why_not().empty()) return;
    int count = 0;
    if (count_architectures_(&count) != 0 || count <= 0) {
        library_.why_not = library_.path + " names no architectures";
        return;
    }
    architectures_.resize(static_cast<std::size_t>(count));
    list_architectures_(architectures_.data());
    std::ranges::sort(architectures_);
}

std::string nvrtc_library::describe() const {
    if (!why_not().empty()) return why_not();
    int major = 0, minor = 0;
    version_(&major, &minor);
    return "NVRTC " + std::to_string(major) + "." + std::to_string(minor) + " (" + library_.path +
           ")";
}

std::string nvrtc_library::folder() const {
    return library_.path.substr(0, library_.path.rfind('/') + 1);
}

void nvrtc_library::check(int code, char const* call) const {
    if (code != 0) throw error(std::string("NVRTC: ") + call + ": " + error_string_(code));
}

std::vector<char> nvrtc_library::compile(std::string const& source,
                                         std::vector<char const*> const& options,
                                         output wanted) const {
    if (!why_not().empty())
        throw unsupported_operator("expressions on a GPU need NVRTC: " + why_not());
    program handle = nullptr;
    check(create_(&handle, source.c_str(), "expression.cu", 0, nullptr, nullptr),
          "nvrtcCreateProgram");
    struct destroyer {
        nvrtc_library const& library;
        program& handle;
        ~destroyer() { library.destroy_(&handle); }
    } const destroyer{*this, handle};
    if (int const code = compile_(handle, static_cast<int>(options.size()), options.data())) {
        std::size_t size = 0;
        std::string log;
        if (log_size_(handle, &size) == 0 && size > 1) {
            log.resize(size);
            log_(handle, log.data());
            log.resize(size - 1); // ends with a zero
        }
        throw error("NVRTC: nvrtcCompileProgram: " + std::string(error_string_(code)) + "\n" + log);
    }
    std::size_t size = 0;
    auto const get_size = wanted == output::ltoir ? ltoir_size_
                          : wanted == output::ptx ? ptx_size_
                                                  : cubin_size_;
    auto const get = wanted == output::ltoir ? ltoir_ : wanted == output::ptx ? ptx_ : cubin_;
    check(get_size(handle, &size), "size of the result");
    std::vector<char> result(size);
    check(get(handle, result.data()), "the result");
    return result;
}

} // namespace gpu::inline v0::detail
