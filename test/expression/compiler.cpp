// SPDX-License-Identifier: Apache-2.0
/// Run-time compilers that are missing or broken: messages say what was looked for, and where.
#include "expression/compiler.hpp"

#include "expression/nvjitlink.hpp"
#include "expression/nvrtc.hpp"
#include "tool/temporary_directory.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using Catch::Contains;
using namespace gpu::detail;

TEST_CASE("a compiler that is not there") {
    compiler_library const none = load_compiler_library("libnone.so.99", "", "GPUALGO_NVRTC");
    CHECK(none.handle == nullptr);
    CHECK_THAT(none.why_not, Contains("libnone.so.99") && Contains("/usr/local/cuda") &&
                                 Contains("PyPI") && Contains("GPUALGO_NVRTC may name it"));
    CHECK(load_compiler_library("libm.so.6", "", "GPUALGO_NVRTC").path == "libm.so.6");
}

TEST_CASE("a named compiler that cannot be used") {
    test::temporary_directory const folder;
    auto const broken = folder.file("libnvrtc.so.13", "no library").native();
    std::vector<char const*> const options;
    auto const compile = [&](nvrtc_library const& library) {
        (void)library.compile("", options, nvrtc_library::output::ltoir);
    };
    nvrtc_library const missing("/nowhere/libnvrtc.so.13");
    CHECK_THAT(missing.why_not(), Contains("GPUALGO_NVRTC: /nowhere/libnvrtc.so.13"));
    CHECK_THROWS_AS(compile(missing), gpu::unsupported_operator);
    CHECK_THROWS_WITH(compile(missing), Contains("need NVRTC") && Contains("No such file"));
    nvrtc_library const damaged(broken);
    CHECK_THAT(damaged.why_not(), Contains(broken + " cannot be loaded"));
    CHECK_THROWS_AS(compile(damaged), gpu::unsupported_operator);
    nvrtc_library const another("libm.so.6");
    CHECK(another.why_not() == "libm.so.6 has no nvrtcCreateProgram");
    CHECK(another.describe() == another.why_not());
    CHECK_THROWS_AS(compile(another), gpu::unsupported_operator);

    nvjitlink_library const linker("libm.so.6");
    CHECK(linker.why_not() == "libm.so.6 has no nvJitLinkCreate");
    CHECK_THROWS_AS(linker.link({}, {}, options), gpu::unsupported_operator);
    CHECK_THROWS_WITH(linker.link({}, {}, options), Contains("need nvJitLink"));
}
