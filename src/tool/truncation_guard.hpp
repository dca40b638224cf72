// SPDX-License-Identifier: Apache-2.0
/// @file
/// The end of a process whose mapped file becomes shorter, or whose disk fails.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <string>

namespace tool {

/// A read of a mapped page that the file no longer has raises SIGBUS in the thread that reads.
/// While a guard lives, that ends the process with one line on stderr and status 1. A SIGBUS of
/// another cause goes to the handler from before the first guard.
///
/// Thread safety: guards are made and destroyed by one thread at a time, while no other reads a
/// guarded mapping.
class truncation_guard {
public:
    /// @param bytes the mapping
    /// @param line to print, with its line feed
    truncation_guard(std::span<std::byte const> bytes, std::string line);
    ~truncation_guard();
    truncation_guard(truncation_guard const&) = delete;
    truncation_guard& operator=(truncation_guard const&) = delete;

private:
    friend struct bus_error; // the signal's handler

    std::span<std::byte const> bytes_;
    std::string line_;
    std::atomic<truncation_guard*> next_;
};

} // namespace tool
