// SPDX-License-Identifier: Apache-2.0
/// The cache of machine code on disk: damaged, foreign, full, and used by many processes at once.
#include "expression/disk_cache.hpp"

#include "support/environment.hpp"
#include "tool/temporary_directory.hpp"

#include <catch2/catch.hpp>

#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using gpu::detail::disk_cache;

namespace {

std::vector<char> code_of(char letter, std::size_t size = 5000) {
    return std::vector<char>(size, letter);
}

/// A folder for a cache, which does not exist yet.
struct fixture {
    test::temporary_directory directory;
    std::string folder = (directory / "cache/gpualgo").native();
    disk_cache cache{folder};

    /// The only entry.
    [[nodiscard]] fs::path entry() const { return fs::directory_iterator(folder)->path(); }
};

} // namespace

TEST_CASE("disk cache: entries are found by their key") {
    fixture const f;
    CHECK(f.cache.read("a").empty());
    f.cache.write("a", code_of('a'));
    f.cache.write("b", code_of('b'));
    CHECK(f.cache.read("a") == code_of('a'));
    CHECK(disk_cache(f.folder).read("b") == code_of('b'));
    CHECK(f.cache.read("c").empty());
    CHECK(f.cache.measure().entries == 2);
    CHECK(f.cache.measure().bytes > 10000);
    std::ofstream(f.folder + "/notes.txt") << "not ours";
    CHECK(f.cache.clear().entries == 2);
    CHECK(f.cache.measure().entries == 0);
    CHECK(fs::exists(f.folder + "/notes.txt"));
    struct stat facts {};
    REQUIRE(stat(f.folder.c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777) == 0700);
}

TEST_CASE("disk cache: the folder is private, also if its name ends with a slash") {
    test::temporary_directory const directory;
    std::string const folder = (directory / "cache/gpualgo/").native();
    auto const former = umask(S_IWOTH); // others of the user's group may write to new folders
    disk_cache(folder).write("key", code_of('a'));
    umask(former);
    CHECK(disk_cache(folder).read("key") == code_of('a'));
    struct stat facts {};
    REQUIRE(stat(folder.c_str(), &facts) == 0);
    CHECK((facts.st_mode & 0777) == 0700);
}

TEST_CASE("disk cache: a damaged entry is not read, and is replaced") {
    fixture const f;
    f.cache.write("key", code_of('a'));
    auto const entry = f.entry();
    auto const size = fs::file_size(entry);
    SECTION("cut off") { fs::resize_file(entry, size - 1); }
    SECTION("longer") { fs::resize_file(entry, size + 1); }
    SECTION("empty") { fs::resize_file(entry, 0); }
    SECTION("larger than memory") { fs::resize_file(entry, std::uintmax_t{1} << 42); }
    SECTION("one bit") {
        std::fstream file(entry, std::ios::in | std::ios::out | std::ios::binary);
        file.seekp(static_cast<std::streamoff>(size / 2));
        file.put('b');
    }
    SECTION("of another key") {
        f.cache.write("other", code_of('b'));
        for (auto const& other : fs::directory_iterator(f.folder))
            if (other.path() != entry)
                fs::copy_file(other.path(), entry, fs::copy_options::overwrite_existing);
    }
    CHECK(f.cache.read("key").empty());
    f.cache.write("key", code_of('c'));
    CHECK(f.cache.read("key") == code_of('c'));
}

TEST_CASE("disk cache: files that others may have written are not read") {
    fixture const f;
    f.cache.write("key", code_of('a'));
    auto const entry = f.entry();
    SECTION("an entry that others may write to") {
        fs::permissions(entry, fs::perms::group_write, fs::perm_options::add);
        CHECK(f.cache.read("key").empty());
    }
    SECTION("a folder that others may write to") {
        fs::permissions(f.folder, fs::perms::others_write, fs::perm_options::add);
        CHECK(f.cache.read("key").empty());
        f.cache.write("more", code_of('b'));
        CHECK(f.cache.measure().entries == 1);
    }
    SECTION("a link") {
        fs::rename(entry, f.folder + "/target");
        fs::create_symlink(f.folder + "/target", entry);
        CHECK(f.cache.read("key").empty());
    }
    SECTION("an entry of another user") {
        if (geteuid() != 0 || chown(entry.c_str(), 12345, 12345) != 0) return;
        CHECK(f.cache.read("key").empty());
    }
}

TEST_CASE("disk cache: a disk that cannot be written to is no failure") {
    fixture const f;
    SECTION("the folder is a file") {
        fs::create_directories(fs::path(f.folder).parent_path());
        std::ofstream(f.folder) << "x";
        CHECK_NOTHROW(f.cache.write("key", code_of('a')));
        CHECK(f.cache.read("key").empty());
    }
    SECTION("read-only") {
        if (geteuid() == 0) return; // may write to all files
        f.cache.write("first", code_of('a'));
        fs::permissions(f.folder, fs::perms::owner_read | fs::perms::owner_exec);
        CHECK_NOTHROW(f.cache.write("key", code_of('a')));
        CHECK(f.cache.read("first") == code_of('a'));
        CHECK(f.cache.read("key").empty());
        fs::permissions(f.folder, fs::perms::owner_all);
    }
    SECTION("full") { // as a limit on the size of files
        f.cache.write("first", code_of('a', 100));
        rlimit former{};
        getrlimit(RLIMIT_FSIZE, &former);
        auto const handler = std::signal(SIGXFSZ, SIG_IGN);
        rlimit const limit{1000, former.rlim_max};
        setrlimit(RLIMIT_FSIZE, &limit);
        f.cache.write("key", code_of('b'));
        setrlimit(RLIMIT_FSIZE, &former);
        std::signal(SIGXFSZ, handler);
        CHECK(f.cache.read("key").empty());
        CHECK(f.cache.read("first") == code_of('a', 100));
        std::size_t files = 0;
        for (auto const& file : fs::directory_iterator(f.folder)) files += file.exists();
        CHECK(files == 1); // the temporary file is removed
    }
    SECTION("no folder") {
        disk_cache const none{""};
        CHECK_NOTHROW(none.write("key", code_of('a')));
        CHECK(none.read("key").empty());
        CHECK(none.clear().entries == 0);
    }
}

TEST_CASE("disk cache: the oldest entries make room") {
    fixture const f;
    disk_cache const small(f.folder, 50000);
    for (int i = 0; i < 30; ++i) {
        auto const key = "key " + std::to_string(i);
        small.write(key, code_of('a'));
        CHECK(small.measure().bytes <= 50000);
        CHECK(small.read(key) == code_of('a'));
        for (auto const& file : fs::directory_iterator(f.folder)) // the clock may be coarse
            fs::last_write_time(file, fs::last_write_time(file) - std::chrono::seconds(1));
    }
    CHECK(small.read("key 0").empty());
}

TEST_CASE("disk cache: eight processes at once") {
    fixture const f;
    std::vector<pid_t> children;
    for (int child = 0; child < 8; ++child) {
        pid_t const pid = fork();
        if (pid == 0) {
            bool right = true;
            for (int i = 0; i < 200; ++i) {
                auto const key = "key " + std::to_string(i % 10);
                auto const expected = code_of(static_cast<char>('a' + i % 10), 20000);
                auto const found = f.cache.read(key);
                right = right && (found.empty() || found == expected);
                f.cache.write(key, expected);
                right = right && f.cache.read(key) == expected;
            }
            _exit(right ? 0 : 1);
        }
        REQUIRE(pid > 0);
        children.push_back(pid);
    }
    for (pid_t const pid : children) {
        int status = 0;
        waitpid(pid, &status, 0);
        CHECK((WIFEXITED(status) && WEXITSTATUS(status) == 0));
    }
    CHECK(f.cache.measure().entries == 10);
}

TEST_CASE("disk cache: the folder is the user's choice") {
    test::environment_variable const cache("XDG_CACHE_HOME", "/x/cache"), home("HOME", "/home/y");
    {
        test::environment_variable const chosen("GPUALGO_CACHE_DIR", "/z");
        CHECK(gpu::detail::cache_folder() == "/z");
    }
    {
        test::environment_variable const none("GPUALGO_CACHE_DIR", "");
        CHECK(gpu::detail::cache_folder().empty());
    }
    CHECK(gpu::detail::cache_folder() == "/x/cache/gpualgo");
    test::environment_variable const relative("XDG_CACHE_HOME", "cache");
    CHECK(gpu::detail::cache_folder() == "/home/y/.cache/gpualgo");
}
