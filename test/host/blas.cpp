// SPDX-License-Identifier: Apache-2.0
/// The search for BLAS: present, absent and broken libraries have different messages. The build
/// provides fake libraries.
#include <host/instruction_set.hpp>
#include <host/matmul/blas.hpp>

#include <catch2/catch.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <span>
#include <string>

using Catch::Matchers::Contains;
using Catch::Matchers::Equals;
using gpu::detail::blas;
using gpu::detail::find_blas;

namespace {

// both functions, but nothing that identifies the library
constexpr char const* reference = GPUALGO_FAKE_BLAS;
constexpr char const* openblas = GPUALGO_FAKE_OPENBLAS; // both functions
constexpr char const* incomplete = GPUALGO_FAKE_SGEMM;  // no cblas_dgemm
constexpr char const* absent = "libgpualgo_no_such_blas.so.0";
constexpr std::span<char const* const> nowhere;

/// Sets an environment variable during the lifetime of the object.
class variable {
public:
    variable(char const* name, char const* value) : name_(name) { setenv(name, value, 1); }
    variable(variable const&) = delete;
    variable& operator=(variable const&) = delete;
    ~variable() { unsetenv(name_); }

private:
    char const* name_;
};

bool is_complete(blas const& found) {
    return found.sgemm.call != nullptr && found.dgemm.call != nullptr;
}
bool is_empty(blas const& found) {
    return found.sgemm.call == nullptr && found.dgemm.call == nullptr && found.sgemm.name.empty() &&
           found.dgemm.name.empty();
}

} // namespace

TEST_CASE("the library named by GPUALGO_BLAS comes first, whichever it is", "[blas]") {
    std::array const usual{openblas};
    auto const found = find_blas(reference, usual);
    CHECK(is_complete(found));
    CHECK(found.sgemm.name == std::string("cblas_sgemm (") + reference + ")");
    CHECK(found.dgemm.name == std::string("cblas_dgemm (") + reference + ")");
    CHECK(found.rejected.empty());
    CHECK_FALSE(found.ignored_name);

    auto const unnamed = find_blas(nullptr, usual);
    CHECK(is_complete(unnamed));
    CHECK_THAT(unnamed.sgemm.name, Contains(openblas));
    CHECK(unnamed.rejected.empty());
    CHECK_FALSE(unnamed.ignored_name);
    CHECK_THAT(find_blas("", usual).sgemm.name, Contains(openblas));
}

TEST_CASE("an absent library is skipped", "[blas]") {
    std::array const usual{absent, openblas};
    auto const found = find_blas(nullptr, usual);
    CHECK(is_complete(found));
    CHECK(found.rejected == std::string(absent) + " was not found");
    CHECK_FALSE(found.ignored_name);

    auto const none = find_blas("/nowhere/libblas.so", std::span(usual).first(1));
    CHECK(is_empty(none));
    CHECK(none.rejected == std::string("GPUALGO_BLAS: /nowhere/libblas.so was not found; ") +
                               absent + " was not found");
    CHECK(none.ignored_name);
}

TEST_CASE("a broken library is skipped, with another message", "[blas]") {
    std::array const usual{openblas};

    SECTION("it is not a library") {
        std::string const name = "./not_a_library.so";
        std::ofstream(name) << "this is text\n";
        auto const found = find_blas(name.c_str(), usual);
        std::remove(name.c_str());
        CHECK_THAT(found.sgemm.name, Contains(openblas));
        CHECK_THAT(found.rejected,
                   Contains("GPUALGO_BLAS: ./not_a_library.so cannot be loaded (") &&
                       Contains("file too short"));
        CHECK(found.ignored_name);
    }
    SECTION("it lacks one function") {
        auto const found = find_blas(incomplete, usual);
        CHECK_THAT(found.sgemm.name, Contains(openblas)); // not one function from each
        CHECK(found.rejected == std::string("GPUALGO_BLAS: ") + incomplete + " has no cblas_dgemm");
        CHECK(found.ignored_name);
        CHECK(is_empty(find_blas(incomplete, nowhere)));
    }
    SECTION("it lacks both") {
        auto const found = find_blas("libm.so.6", nowhere);
        CHECK(is_empty(found));
        CHECK(found.rejected == "GPUALGO_BLAS: libm.so.6 has no cblas_sgemm");
        CHECK(found.ignored_name);
    }
}

TEST_CASE("a library without kernels for this processor is skipped, unless it is named", "[blas]") {
    std::array const usual{openblas};
    {
        variable const old("FAKE_OPENBLAS_CORE", "Prescott");
        auto const found = find_blas(nullptr, usual);
        CHECK(is_empty(found) == gpu::detail::is_usable(gpu::detail::instruction_set::avx2));
        if (is_empty(found))
            CHECK(found.rejected ==
                  std::string(openblas) +
                      " does not know this processor and takes it for a Prescott");
        CHECK(is_complete(find_blas(openblas, nowhere)));
    }
    variable const current("FAKE_OPENBLAS_CORE", "SkylakeX");
    CHECK(is_complete(find_blas(nullptr, usual)));

    std::array const unknown{reference};
    auto const found = find_blas(nullptr, unknown);
    CHECK(is_empty(found));
    CHECK(found.rejected == std::string(reference) +
                                " seems to be the reference implementation, without vector code");
}

TEST_CASE("GPUALGO_BLAS=none disables BLAS", "[blas]") {
    auto const found = find_blas("none", std::array{openblas});
    CHECK(is_empty(found));
    CHECK(found.rejected == "GPUALGO_BLAS=none");
    CHECK_FALSE(found.ignored_name);
}
