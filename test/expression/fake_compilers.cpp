// SPDX-License-Identifier: Apache-2.0
/// Run-time compilers that are fake: older than the GPU, too old, and with errors. Each case is a
/// process, which loads its compilers once.
#include "cuda/in_child.hpp"
#include "expression/compiler.hpp"
#include "expression/nvrtc.hpp"
#include "tool/temporary_directory.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstdlib>
#include <filesystem>
#include <string>

using Catch::Contains;
using namespace gpu::detail;

namespace {

std::string to_text(kernel_image const& code) { return {code.begin(), code.end()}; }

/// @return the result of `f`, or its exception, in a process in which GPUALGO_NVRTC names a library
std::string with_compiler(char const* library, char const* architecture,
                          std::string (*f)(int capability), int capability) {
    return test::in_child([=]() -> std::string {
        setenv("FAKE_ARCHITECTURE", architecture, 1);
        test::temporary_directory const folder;
        std::string const nvrtc = (folder / "libnvrtc.so").native();
        std::filesystem::create_symlink(library, nvrtc);
        // beside NVRTC, by the name of any version
        for (char const* const name :
             {"libnvJitLink.so", "libnvJitLink.so.12", "libnvJitLink.so.13", "libnvJitLink.so.14"})
            std::filesystem::create_symlink(library, folder / name);
        setenv("GPUALGO_NVRTC", nvrtc.c_str(), 1);
        try {
            return f(capability);
        } catch (gpu::unsupported_operator const& e) {
            return std::string("unsupported: ") + e.what();
        } catch (gpu::error const& e) {
            return std::string("error: ") + e.what();
        }
    });
}

std::string transform(int capability) { return to_text(compile_kernel("a kernel", capability)); }
std::string reduction(int capability) {
    return to_text(compile_with_fragment("functions", std::string_view("a fragment"), capability));
}

} // namespace

TEST_CASE("kernels are compiled for the GPU, with no contraction") {
    auto const one = with_compiler(FAKE_COMPILER, "90", &transform, 90);
    CHECK_THAT(one, Contains("-arch=sm_90") && Contains("-fmad=false") && !Contains(" ptx"));
    auto const linked = with_compiler(FAKE_COMPILER, "90", &reduction, 80);
    CHECK_THAT(linked, Contains("nvjitlink") && Contains("-arch=sm_80") && Contains("-fma=0") &&
                           !Contains("-ptx"));
}

TEST_CASE("a GPU that is newer than its compiler gets PTX") {
    CHECK_THAT(with_compiler(FAKE_COMPILER, "90", &transform, 103),
               Contains("-arch=compute_90") && Contains(" ptx"));
    CHECK_THAT(with_compiler(FAKE_COMPILER, "90", &reduction, 103),
               Contains("-arch=compute_90") && Contains("-ptx") && Contains(" ptx"));
    CHECK_THAT(with_compiler(FAKE_COMPILER, "120", &transform, 103), // between two of them
               Contains("-arch=compute_80"));
}

TEST_CASE("a GPU that is older than all that its compiler knows is refused") {
    CHECK_THAT(with_compiler(FAKE_COMPILER, "90", &transform, 75),
               Contains("unsupported: NVRTC 13.7") &&
                   Contains("compiles for compute capability 8.0 and later; this GPU has 7.5"));
}

TEST_CASE("a compiler that is too old is refused") {
    auto const said = with_compiler(OLD_COMPILER, "90", &transform, 90);
    CHECK_THAT(said, Contains("unsupported: expressions on a GPU need NVRTC") &&
                         Contains("has no nvrtcGetLTOIRSize"));
}

TEST_CASE("errors of compilers are shown with their logs") {
    auto const compile = [](int capability) {
        return to_text(compile_kernel("wrong", capability));
    };
    CHECK(with_compiler(FAKE_COMPILER, "90", compile, 90) ==
          "error: NVRTC: nvrtcCompileProgram: NVRTC_ERROR_COMPILATION\n"
          "gpu::source(1): error: this is wrong");
    auto const link = [](int capability) {
        return to_text(compile_with_fragment("f", std::string_view("damaged"), capability));
    };
    CHECK_THAT(with_compiler(FAKE_COMPILER, "90", link, 90),
               Contains("error: nvJitLink: nvJitLinkComplete: error 3: gpu::source(1)") &&
                   Contains("nvJitLink 13.7"));
}
