// SPDX-License-Identifier: Apache-2.0
/// @file
/// Child processes, to test effects that happen once per process or end it.
#pragma once

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace test {

/// Runs `f` in a child process, for at most a minute.
/// @return the result of `f`, which must be 0 to 127; or the negative number of the signal that
/// ended the process
template <class F>
int in_child(F f) {
    pid_t const child = fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL); // removes Catch's handler
        alarm(60);
        _exit(f());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

} // namespace test
