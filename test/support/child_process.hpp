// SPDX-License-Identifier: Apache-2.0
/// @file
/// A test's child processes, for what happens once in a process or ends it.
#pragma once

#include <csignal>

#include <sys/wait.h>
#include <unistd.h>

namespace test {

/// Runs `f` in a process of its own, for at most a minute.
/// @return what `f` returns, at least 0 and at most 127; minus a signal's number if that ended the
/// process
template <class F>
int in_child(F f) {
    pid_t const child = fork();
    if (child == 0) {
        std::signal(SIGABRT, SIG_DFL); // not Catch's
        alarm(60);
        _exit(f());
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}

} // namespace test
