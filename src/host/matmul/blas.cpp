// SPDX-License-Identifier: Apache-2.0
#include "blas.hpp"

#include "host/instruction_set.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace gpu::inline v0::detail {
namespace {

/// Why a library could not be loaded. Only the text of dlerror tells whether the library itself or
/// one of its dependencies is missing.
std::string load_error(std::string const& name) {
    char const* const words = dlerror();
    std::string_view const text = words != nullptr ? words : "the loader gives no reason";
    return text.starts_with(name + ": cannot open shared object file: No such file")
               ? name + " was not found"
               : name + " cannot be loaded (" + std::string(text) + ")";
}

/// Why a library that the user did not name is too slow to use; empty if it is not.
std::string weakness(void* library, std::string const& name) {
    // OpenBLAS's names of processors without AVX. On a processor that it does not know, it uses the
    // kernels of one of these.
    constexpr std::string_view without_avx[] = {
        "Katmai",       "Coppermine", "Northwood",  "Prescott", "Banias", "Atom",
        "Core2",        "Penryn",     "Dunnington", "Nehalem",  "Athlon", "Opteron",
        "Opteron_SSE3", "Barcelona",  "Bobcat",     "Nano"};
    // One symbol of each BLAS with vector kernels: OpenBLAS, BLIS, MKL, ATLAS, FlexiBLAS.
    constexpr char const* signs[] = {"openblas_get_corename", "bli_info_get_version_str",
                                     "MKL_Get_Version", "ATL_buildinfo", "flexiblas_get_version"};

    if (auto const core =
            reinterpret_cast<char const* (*)()>(dlsym(library, "openblas_get_corename"));
        core != nullptr) {
        bool const outdated =
            is_usable(instruction_set::avx2) &&
            std::ranges::find(without_avx, std::string_view(core())) != std::end(without_avx);
        return outdated ? name + " does not know this processor and takes it for a " + core() : "";
    }
    bool const is_known = std::ranges::any_of(
        signs, [&](char const* sign) { return dlsym(library, sign) != nullptr; });
    return is_known ? "" : name + " seems to be the reference implementation, without vector code";
}

/// Tries one library. Returns why it cannot be used; empty if it can.
std::string load(std::string const& name, bool is_named, blas& found) {
    void* const library = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (library == nullptr) return load_error(name);
    auto const sgemm = reinterpret_cast<gemm_function<float>>(dlsym(library, "cblas_sgemm"));
    auto const dgemm = reinterpret_cast<gemm_function<double>>(dlsym(library, "cblas_dgemm"));
    if (sgemm == nullptr || dgemm == nullptr)
        return name + " has no " + (sgemm == nullptr ? "cblas_sgemm" : "cblas_dgemm");
    if (auto why = is_named ? "" : weakness(library, name); !why.empty()) return why;
    found.sgemm = {sgemm, "cblas_sgemm (" + name + ")"};
    found.dgemm = {dgemm, "cblas_dgemm (" + name + ")"};
    return "";
}

} // namespace

blas find_blas(char const* named, std::span<char const* const> usual) {
    blas found;
    std::string const wish = named != nullptr ? named : "";
    if (wish == "none") {
        found.rejected = "GPUALGO_BLAS=none";
        return found;
    }
    auto const serves = [&](std::string const& name, bool is_named) {
        std::string const why = load(name, is_named, found);
        if (!why.empty())
            found.rejected +=
                (found.rejected.empty() ? "" : "; ") + (is_named ? "GPUALGO_BLAS: " + why : why);
        return why.empty();
    };
    if (!wish.empty()) {
        if (serves(wish, true)) return found;
        found.ignored_name = true;
    }
    for (std::string const name : usual)
        if (serves(name, false)) break;
    return found;
}

blas const& installed_blas() {
    // never destroyed: used until the process ends
    static blas const& found = *new blas(find_blas(secure_getenv("GPUALGO_BLAS")));
    return found;
}

} // namespace gpu::inline v0::detail
