// SPDX-License-Identifier: Apache-2.0
/// Behaviour of programs without a GPU, for each possible reason. Starts driver_probe with a fake
/// libcuda.so.1.
#include <catch2/catch.hpp>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>

#include <unistd.h>

using Catch::Contains;
using Catch::StartsWith;

namespace {

/// The lines that the probe prints, by name.
std::map<std::string, std::string> probed(std::string const& library_path,
                                          std::string const& environment,
                                          std::string const& argument = "") {
    std::string const command = "env -u GPUALGO_DEVICE -u GPUALGO_STRICT LD_LIBRARY_PATH='" +
                                library_path + "' " + environment + " '" DRIVER_PROBE "' " +
                                argument;
    INFO(command);
    std::FILE* const pipe = popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    std::map<std::string, std::string> lines;
    char line[4096];
    while (std::fgets(line, sizeof line, pipe) != nullptr) {
        std::string const text(line, std::string(line).find_last_not_of('\n') + 1);
        auto const middle = text.find(" = ");
        REQUIRE(middle != std::string::npos);
        lines[text.substr(0, middle)] = text.substr(middle + 3);
    }
    REQUIRE(pclose(pipe) == 0);
    return lines;
}

std::map<std::string, std::string> with_fake(std::string const& environment,
                                             std::string const& argument = "") {
    return probed(FAKE_DRIVER_DIRECTORY, environment, argument);
}

/// Checks that without a GPU everything works except asking for one, which fails with `words`.
void check_host_with(std::map<std::string, std::string> seen, std::string const& code,
                     std::string const& words) {
    CHECK(seen["preferred"] == "host");
    CHECK_THAT(seen["host.why"], StartsWith("cuda:0 cannot be used: ") && Contains(words));
    CHECK_THAT(seen["cuda"], StartsWith("no_device " + code + ": ") && Contains(words));
    CHECK(seen["devices"] == "host simulated ");
    CHECK_THAT(seen["reduce"], StartsWith("2000 on host; ") && Contains(words));
}

/// A directory whose libcuda.so.1 cannot be loaded. The loader then stops searching, even if a
/// driver is installed.
class no_driver {
public:
    no_driver()
        : path_(std::filesystem::temp_directory_path() /
                ("gpualgo_no_driver_" + std::to_string(getpid()))) {
        std::filesystem::create_directory(path_);
        std::ofstream(path_ / "libcuda.so.1").flush();
    }
    no_driver(no_driver const&) = delete;
    no_driver& operator=(no_driver const&) = delete;
    ~no_driver() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    [[nodiscard]] std::string path() const { return path_.string(); }

private:
    std::filesystem::path path_;
};

} // namespace

TEST_CASE("no driver") {
    check_host_with(probed(no_driver().path(), ""), "35", "there is no NVIDIA driver");
}

TEST_CASE("a driver that is too old, with both versions") {
    auto const seen = with_fake("FAKE_DRIVER_VERSION=11040");
    check_host_with(
        seen, "35",
        "the NVIDIA driver is too old: it is for CUDA 11.4, this library needs one for CUDA 1");
}

TEST_CASE("a driver, but no GPU") {
    check_host_with(with_fake("FAKE_DRIVER_INIT=100"), "100",
                    "there is an NVIDIA driver for CUDA 13.0, but no GPU");
}

TEST_CASE("a driver that cannot be initialised, with CUDA's message") {
    check_host_with(with_fake("FAKE_DRIVER_INIT=999"), "999",
                    "CUDA cannot be initialised: unknown error (cudaErrorUnknown, 999)");
    check_host_with(with_fake("FAKE_DRIVER_INIT=803"), "803",
                    "(cudaErrorSystemDriverMismatch, 803)");
}

TEST_CASE("GPUALGO_DEVICE requires a GPU, or excludes it") {
    auto insisting = with_fake("FAKE_DRIVER_INIT=100 GPUALGO_DEVICE=cuda");
    CHECK_THAT(insisting["preferred"], StartsWith("no_device 100: ") && Contains("but no GPU"));
    CHECK_THAT(insisting["reduce"], StartsWith("no_device 100: "));
    CHECK_THAT(with_fake("FAKE_DRIVER_INIT=100 GPUALGO_DEVICE=cuda:3")["preferred"],
               Contains("cuda:3 cannot be used"));
    CHECK(with_fake("FAKE_DRIVER_INIT=100 GPUALGO_DEVICE=simulated")["preferred"] == "simulated");

    auto content = with_fake("FAKE_DRIVER_INIT=100 GPUALGO_DEVICE=host");
    CHECK(content["preferred"] == "host");
    // running on a requested device is no fall back
    CHECK_THAT(content["reduce"], StartsWith("2000 on host; ") && !Contains("no GPU"));
    CHECK_THAT(with_fake("GPUALGO_DEVICE=gpu")["preferred"],
               StartsWith("invalid_argument: ") && Contains("'gpu'"));
}

TEST_CASE("GPUALGO_STRICT turns falling back into an error") {
    auto seen = with_fake("FAKE_DRIVER_INIT=100 GPUALGO_STRICT=1");
    CHECK_THAT(seen["preferred"], StartsWith("no_device") && Contains("GPUALGO_STRICT=1"));
    CHECK_THAT(seen["reduce"],
               StartsWith("no_device") && Contains("GPUALGO_STRICT") && Contains("but no GPU"));
    CHECK_THAT(with_fake("FAKE_DRIVER_INIT=100 GPUALGO_STRICT=0")["reduce"],
               StartsWith("2000 on host"));
}

TEST_CASE("a program that does not ask for a GPU does not load the driver") {
    CHECK(with_fake("")["automatic"] == "3000, and no driver was loaded");
}

TEST_CASE("a pointer belongs to a GPU if the program has loaded a driver that says so") {
    // asked before the driver is loaded, or only afterwards
    for (std::string const first : {"before", "behind"}) {
        auto seen = with_fake("", "pointers " + first);
        CHECK(seen["before"] == (first == "before" ? "host" : ""));
        CHECK(seen["uninitialised"] == "host");
        CHECK(seen["device"] == "cuda:2");
        CHECK(seen["managed"] == "host"); // the host can read it
        CHECK(seen["stack"] == "host");
    }
}

TEST_CASE("a pointer belongs to a GPU if two threads are the first to ask") {
    auto seen = with_fake("", "pointers at-once");
    CHECK(seen["first"] == "cuda:2");
    CHECK(seen["second"] == "cuda:2");
}
