// SPDX-License-Identifier: Apache-2.0
/// @file
/// Runs functions in forked child processes.
#pragma once

#include <catch2/catch.hpp>

#include <sys/wait.h>
#include <unistd.h>

#include <functional>
#include <string>

namespace test {

/// Returns the result of a function that runs in a child process.
inline std::string in_child(std::function<std::string()> const& f) {
    int ends[2];
    REQUIRE(pipe(ends) == 0);
    pid_t const child = fork();
    REQUIRE(child >= 0);
    if (child == 0) {
        std::string const text = f();
        bool const written =
            write(ends[1], text.data(), text.size()) == static_cast<ssize_t>(text.size());
        _exit(written ? 0 : 1);
    }
    close(ends[1]);
    std::string text;
    char part[1024];
    for (ssize_t n = 0; (n = read(ends[0], part, sizeof part)) > 0;)
        text.append(part, static_cast<std::size_t>(n));
    close(ends[0]);
    int status = -1;
    REQUIRE(waitpid(child, &status, 0) == child);
    REQUIRE(status == 0);
    return text;
}

} // namespace test
