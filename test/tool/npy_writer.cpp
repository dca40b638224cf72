// SPDX-License-Identifier: Apache-2.0
#include "tool/npy_writer.hpp"

#include "temporary_directory.hpp"
#include "tool/array_file.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <system_error>
#include <vector>

namespace {

std::vector<float> const six{1, 2, 3, 4, 5, 6};

std::string bytes_of(std::filesystem::path const& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// Names in a directory.
std::ptrdiff_t files_in(std::filesystem::path const& directory) {
    return std::distance(std::filesystem::directory_iterator(directory), {});
}

} // namespace

TEST_CASE("npy_writer: the bytes that NumPy writes") {
    test::temporary_directory const directory;
    tool::write_npy(directory / "c.npy", tool::element_type::float32, 2, 3, six.data());
    std::string header = "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }";
    header.append(128 - 11 - header.size(), ' ') += '\n';
    CHECK(bytes_of(directory / "c.npy") ==
          std::string("\x93NUMPY\x01\x00\x76\x00", 10) + header +
              std::string(reinterpret_cast<char const*>(six.data()), 24));
    CHECK(files_in(directory / "") == 1);
}

TEST_CASE("npy_writer: what is written can be read, of every type and size") {
    test::temporary_directory const directory;
    std::vector<std::byte> bytes(16 * 35);
    for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<std::byte>(i);
    for (std::size_t i = 0; i < tool::all_element_facts.size(); ++i) {
        auto const type = static_cast<tool::element_type>(i);
        if (type == tool::element_type::bfloat16) continue; // below
        tool::write_npy(directory / "c.npy", type, 5, 7, bytes.data());
        auto const file = tool::open_array(directory / "c.npy");
        CHECK(file.type == type);
        CHECK(file.shape == std::vector<std::size_t>{5, 7});
        CHECK_FALSE(file.fortran_order);
        CHECK(
            std::equal(bytes.begin(),
                       bytes.begin() + static_cast<std::ptrdiff_t>(35 * tool::facts_of(type).size),
                       static_cast<std::byte const*>(file.data)));
    }
    tool::write_npy(directory / "c.npy", tool::element_type::bfloat16, 0, 7, nullptr);
    CHECK(tool::open_array(directory / "c.npy", tool::element_type::bfloat16).count == 0);
}

TEST_CASE("npy_writer: a file that cannot be written whole does not take the place of a good one") {
    test::temporary_directory const directory;
    auto const path = directory.file("c.npy", "what was there");
    rlimit old{};
    REQUIRE(getrlimit(RLIMIT_FSIZE, &old) == 0);
    auto const handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit const few{100, old.rlim_max};
    REQUIRE(setrlimit(RLIMIT_FSIZE, &few) == 0);
    CHECK_THROWS_AS(tool::write_npy(path, tool::element_type::float32, 2, 3, six.data()),
                    std::system_error);
    REQUIRE(setrlimit(RLIMIT_FSIZE, &old) == 0);
    std::signal(SIGXFSZ, handler);
    CHECK(bytes_of(path) == "what was there");
    CHECK(files_in(directory / "") == 1);
}

TEST_CASE("npy_writer: keeps links and permissions") {
    test::temporary_directory const directory;
    auto const path = directory.file("c.npy", "old");
    std::filesystem::permissions(path, std::filesystem::perms::owner_read |
                                           std::filesystem::perms::owner_write);
    std::filesystem::create_symlink(path, directory / "link.npy");
    tool::write_npy(directory / "link.npy", tool::element_type::float32, 2, 3, six.data());
    CHECK(std::filesystem::is_symlink(directory / "link.npy"));
    CHECK(tool::open_array(path).count == 6);
    CHECK(std::filesystem::status(path).permissions() ==
          (std::filesystem::perms::owner_read | std::filesystem::perms::owner_write));

    auto const mask = umask(027);
    tool::write_npy(directory / "new.npy", tool::element_type::float32, 2, 3, six.data());
    umask(mask);
    CHECK(std::filesystem::status(directory / "new.npy").permissions() ==
          static_cast<std::filesystem::perms>(0640));
}

TEST_CASE("npy_writer: what is no file is not replaced by one") {
    test::temporary_directory const directory;
    REQUIRE(mkfifo((directory / "pipe").c_str(), 0600) == 0);
    auto const name = GENERATE("", "pipe", "missing/c.npy");
    auto const before = std::filesystem::status(directory / name).type();
    CHECK_THROWS_AS(
        tool::write_npy(directory / name, tool::element_type::float32, 2, 3, six.data()),
        std::system_error);
    CHECK(std::filesystem::status(directory / name).type() == before);
}
