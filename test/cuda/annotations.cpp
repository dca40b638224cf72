// SPDX-License-Identifier: Apache-2.0
/// NVTX ranges that a profiler sees. They are checked in child processes, since NVTX looks for a
/// profiler only once.
#include "support/environment.hpp"

#include <catch2/catch.hpp>

#include <array>
#include <cstdio>
#include <string>

namespace {

/// Output of the program.
std::string output() {
    std::FILE* const pipe = popen(PROFILED_PROGRAM, "r");
    REQUIRE(pipe != nullptr);
    std::string text;
    std::array<char, 256> part{};
    while (std::fgets(part.data(), part.size(), pipe) != nullptr) text += part.data();
    CHECK(pclose(pipe) == 0);
    return text;
}

} // namespace

TEST_CASE("a profiler sees one range per call, named after algorithm and policy") {
    test::environment_variable const profiler("NVTX_INJECTION64_PATH", FAKE_PROFILER);
    CHECK(output() ==
          "domain gpualgo\nbegin gpu::reduce(cg_tile<8>)\nend\nbegin gpu::matmul(automatic)\nend\n"
          "begin gpu::reduce(interleaved)\nend\ncaught\n");
}

TEST_CASE("GPUALGO_NVTX=0 turns the ranges off") {
    test::environment_variable const profiler("NVTX_INJECTION64_PATH", FAKE_PROFILER);
    test::environment_variable const off("GPUALGO_NVTX", "0");
    CHECK(output() == "caught\n");
}

TEST_CASE("without a profiler there are no ranges") { CHECK(output() == "caught\n"); }
