// SPDX-License-Identifier: Apache-2.0
#include "truncation_guard.hpp"

#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdint>
#include <system_error>
#include <utility>

namespace tool {

namespace {

std::atomic<truncation_guard*> newest = nullptr; // the list of guards
std::atomic_flag has_said;                       // printed the line: several threads may read
struct sigaction previous;                       // of SIGBUS

} // namespace

struct bus_error {
    /// Does only what a signal's handler may.
    static void handle(int signal, siginfo_t* info, void*) {
        // A signal from a process (code 0 or less) has no address.
        auto const address =
            info->si_code > 0 ? reinterpret_cast<std::uintptr_t>(info->si_addr) : 0;
        for (truncation_guard const* guard = newest; guard != nullptr; guard = guard->next_) {
            auto const begin = reinterpret_cast<std::uintptr_t>(guard->bytes_.data());
            // for addresses below, the difference wraps and is large
            if (address - begin >= guard->bytes_.size()) continue;
            // another thread is about to end the process
            while (has_said.test_and_set()) pause();
            (void)!write(STDERR_FILENO, guard->line_.data(), guard->line_.size());
            _exit(1);
        }
        uninstall();
        raise(signal);
    }

    static void install() {
        struct sigaction action {};
        action.sa_sigaction = handle;
        action.sa_flags = SA_SIGINFO;
        if (sigaction(SIGBUS, &action, &previous) != 0)
            throw std::system_error(errno, std::generic_category(), "SIGBUS cannot be handled");
    }

    static void uninstall() { sigaction(SIGBUS, &previous, nullptr); }
};

truncation_guard::truncation_guard(std::span<std::byte const> bytes, std::string line)
    : bytes_(bytes), line_(std::move(line)), next_(newest.load()) {
    if (next_ == nullptr) bus_error::install();
    newest = this;
}

truncation_guard::~truncation_guard() {
    std::atomic<truncation_guard*>* link = &newest;
    while (*link != this) link = &link->load()->next_;
    *link = next_.load();
    if (newest == nullptr) bus_error::uninstall();
}

} // namespace tool
