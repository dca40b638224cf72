// SPDX-License-Identifier: Apache-2.0
#include "tool/mapped_file.hpp"

#include "temporary_directory.hpp"

#include <catch2/catch.hpp>

#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <string>
#include <system_error>

using test::quoted;
using tool::mapped_file;

namespace {

/// Root may read everything: while this lives, root is nobody.
class unprivileged {
public:
    unprivileged() : was_root_(geteuid() == 0) {
        if (was_root_) REQUIRE(seteuid(65534) == 0);
    }
    ~unprivileged() {
        if (was_root_) (void)!seteuid(0);
    }

private:
    bool was_root_;
};

} // namespace

TEST_CASE("mapped_file: the bytes of a file") {
    test::temporary_directory const directory;
    mapped_file const file(directory.file("some", std::string("a\0b\n", 4)));
    REQUIRE(file.bytes().size() == 4);
    CHECK(std::memcmp(file.bytes().data(), "a\0b\n", 4) == 0);
    CHECK(reinterpret_cast<std::uintptr_t>(file.bytes().data()) % 64 == 0);
}

TEST_CASE("mapped_file: an empty file has no bytes") {
    test::temporary_directory const directory;
    CHECK(mapped_file(directory.file("empty", "")).bytes().empty());
}

TEST_CASE("mapped_file: larger than memory") {
    test::temporary_directory const directory;
    auto const path = directory.file("sparse", "");
    std::size_t const size = std::size_t{64} << 30;
    std::filesystem::resize_file(path, size);
    mapped_file const file(path);
    REQUIRE(file.bytes().size() == size);
    CHECK(file.bytes().front() == std::byte{0});
    CHECK(file.bytes().back() == std::byte{0});
}

TEST_CASE("mapped_file: what is missing or cannot be read") {
    test::temporary_directory const directory;
    CHECK_THROWS_MATCHES(mapped_file(directory / "missing"), std::system_error,
                         Catch::Message(quoted(directory / "missing") +
                                        " cannot be opened: No such file or directory"));
    CHECK_THROWS_WITH(mapped_file(directory.file("file", "x") / "below"),
                      quoted(directory / "file/below") + " cannot be opened: Not a directory");
    CHECK_THROWS_WITH(mapped_file(""), "'' cannot be opened: No such file or directory");
}

TEST_CASE("mapped_file: what may not be read") {
    using std::filesystem::perms;
    test::temporary_directory const directory;
    auto const secret = directory.file("secret", "x");
    // nobody may enter the directory, or nobody may read the file
    auto const hidden = GENERATE(false, true);
    std::filesystem::permissions(directory / "", hidden ? perms::owner_all
                                                        : perms::owner_all | perms::group_exec |
                                                              perms::others_exec);
    std::filesystem::permissions(secret, perms::none);
    if (hidden && geteuid() != 0) return; // its owner may enter it
    unprivileged const here;
    CHECK_THROWS_MATCHES(mapped_file(secret), std::system_error,
                         Catch::Message(quoted(secret) + " cannot be opened: Permission denied"));
}

TEST_CASE("mapped_file: what is too large to be mapped") {
    int const file = memfd_create("large", 0);
    REQUIRE(ftruncate(file, off_t{1} << 60) == 0);
    std::filesystem::path const path = "/proc/self/fd/" + std::to_string(file);
    CHECK_THROWS_MATCHES(
        mapped_file(path), std::system_error,
        Catch::Message(quoted(path) + " cannot be mapped into memory: Cannot allocate memory"));
    close(file);
}

TEST_CASE("mapped_file: only regular files, and no waiting for others") {
    test::temporary_directory const directory;
    REQUIRE(mkfifo((directory / "pipe").c_str(), 0600) == 0); // opening it would wait for a writer
    int const listener = socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    std::strncpy(address.sun_path, (directory / "socket").c_str(), sizeof address.sun_path - 1);
    REQUIRE(bind(listener, reinterpret_cast<sockaddr const*>(&address), sizeof address) == 0);

    auto const [name, kind] = GENERATE(table<char const*, char const*>({{"", "a directory"},
                                                                        {"pipe", "a pipe"},
                                                                        {"socket", "a socket"},
                                                                        {"/dev/zero", "a device"},
                                                                        {"/dev/tty", "a device"}}));
    auto const path = directory / name; // what begins with a slash is itself
    CHECK_THROWS_MATCHES(
        mapped_file(path), std::invalid_argument,
        Catch::Message(quoted(path) + " is " + kind + "; only regular files can be read"));
    close(listener);
}

TEST_CASE("mapped_file: files of the kernel, which have bytes but no size") {
    CHECK_THROWS_MATCHES(
        mapped_file("/proc/self/status"), std::invalid_argument,
        Catch::Message(
            "'/proc/self/status' has bytes but no size; only files of a known size can be read"));
}

TEST_CASE("mapped_file: links lead to their file") {
    test::temporary_directory const directory;
    std::filesystem::create_symlink(directory.file("some", "abc"), directory / "link");
    CHECK(mapped_file(directory / "link").bytes().size() == 3);
    std::filesystem::create_symlink(directory / "loop", directory / "loop");
    CHECK_THROWS_WITH(mapped_file(directory / "loop"),
                      quoted(directory / "loop") +
                          " cannot be opened: Too many levels of symbolic links");
}

TEST_CASE("mapped_file: gives back what it takes") {
    test::temporary_directory const directory;
    auto const path = directory.file("some", std::string(1 << 20, 'x'));
    auto const descriptors = [] {
        return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                             std::filesystem::directory_iterator());
    };
    auto const mappings = [&] {
        std::ifstream maps("/proc/self/maps");
        std::string line;
        std::ptrdiff_t count = 0;
        while (std::getline(maps, line)) count += line.ends_with(path.native());
        return count;
    };
    auto const before = descriptors();
    {
        mapped_file const file(path);
        CHECK(descriptors() == before); // a mapping needs no descriptor
        CHECK(mappings() == 1);
    }
    CHECK(mappings() == 0);
    CHECK_THROWS_AS(mapped_file("/proc/self/status"), std::invalid_argument);
    CHECK(descriptors() == before);
}
