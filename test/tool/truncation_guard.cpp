// SPDX-License-Identifier: Apache-2.0
#include "tool/truncation_guard.hpp"

#include "temporary_directory.hpp"
#include "tool/mapped_file.hpp"

#include <catch2/catch.hpp>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <thread>

namespace {

struct ending {
    int status;
    std::string error; ///< what was written to stderr
};

/// @return how a process ends that does nothing but this
template <class F>
ending in_a_process(F f) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    pid_t const child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        rlimit const no_core{};
        setrlimit(RLIMIT_CORE, &no_core);
        dup2(ends[1], STDERR_FILENO);
        alarm(20); // a handler that returns to the same fault would do so for ever
        f();
        _exit(0);
    }
    close(ends[1]);
    ending result{};
    char buffer[4096];
    for (ssize_t n; (n = read(ends[0], buffer, sizeof buffer)) > 0;)
        result.error.append(buffer, static_cast<std::size_t>(n));
    close(ends[0]);
    waitpid(child, &result.status, 0);
    return result;
}

/// Reads a file's last byte.
void touch(tool::mapped_file const& file) {
    (void)*static_cast<std::byte const volatile*>(&file.bytes().back());
}

} // namespace

TEST_CASE("truncation_guard: a file that becomes shorter ends the process in words") {
    test::temporary_directory const directory;
    auto const path = directory.file("some", std::string(100000, 'x'));
    auto const other = directory.file("other", std::string(100000, 'x'));
    auto const truncate_and_read = [&](bool in_thread) {
        tool::mapped_file const first(other);
        tool::mapped_file const file(path);
        { tool::mapped_file const gone(other); }
        tool::mapped_file const last(other);
        touch(file);
        std::filesystem::resize_file(path, 5000);
        if (in_thread) std::thread(touch, std::cref(file)).join();
        else touch(file);
    };
    auto const in_thread = GENERATE(false, true);
    auto const [status, error] = in_a_process([&] { truncate_and_read(in_thread); });
    CHECK(error == "gpualgo: '" + path.native() +
                       "' became shorter, or its disk failed, while it was read\n");
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 1);
}

TEST_CASE("truncation_guard: a SIGBUS of another cause meets what handled it before") {
    test::temporary_directory const directory;
    auto const path = directory.file("some", std::string(100000, 'x'));
    // by a process; or raised by reading an unguarded mapping
    auto const sent = GENERATE(false, true);
    auto const [status, error] = in_a_process([&] {
        signal(SIGBUS, [](int) {
            (void)!write(STDERR_FILENO, "before", 6);
            _exit(7);
        });
        tool::mapped_file const file(path);
        int const descriptor = open(path.c_str(), O_RDONLY);
        auto const unguarded = static_cast<char const volatile*>(
            mmap(nullptr, 100000, PROT_READ, MAP_PRIVATE, descriptor, 0));
        std::filesystem::resize_file(path, 5000);
        if (sent) raise(SIGBUS);
        else (void)unguarded[99999];
    });
    CHECK(error == "before");
    REQUIRE(WIFEXITED(status));
    CHECK(WEXITSTATUS(status) == 7);
}

TEST_CASE("truncation_guard: a SIGBUS that a process sends has no address, though bytes lie where "
          "one would be") {
    auto const [status, error] = in_a_process([&] {
        signal(SIGBUS, SIG_DFL); // sanitizers handle it
        tool::truncation_guard const everything({reinterpret_cast<std::byte const*>(1), SIZE_MAX},
                                                "everything\n");
        raise(SIGBUS);
    });
    CHECK(error.empty());
    CHECK(WIFSIGNALED(status));
}

TEST_CASE("truncation_guard: leaves nothing behind") {
    std::string const bytes(100, 'x');
    auto const [status, error] = in_a_process([&] {
        signal(SIGBUS, SIG_DFL); // sanitizers handle it
        {
            tool::truncation_guard const first(std::as_bytes(std::span(bytes)), "first\n");
            tool::truncation_guard const second(std::as_bytes(std::span(bytes)), "second\n");
        }
        struct sigaction now {};
        sigaction(SIGBUS, nullptr, &now);
        if (now.sa_handler != SIG_DFL) _exit(2);
        raise(SIGBUS);
    });
    CHECK(error.empty());
    REQUIRE(WIFSIGNALED(status));
    CHECK(WTERMSIG(status) == SIGBUS);
}
