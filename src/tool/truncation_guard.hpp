// SPDX-License-Identifier: Apache-2.0
/// @file
/// What happens where a mapped file becomes shorter, or its disk fails, while it is read.
#pragma once

#include <atomic>
#include <cstddef>
#include <span>
#include <string>

namespace tool {

/// Reading a page of a mapping that is no longer behind it raises SIGBUS, in whichever thread
/// reads, and nothing that was computed is worth keeping. While a guard lives, that ends the
/// process with one line on stderr and status 1; a SIGBUS of another cause meets what handled it
/// before the first guard.
///
/// Thread safety: guards are made and destroyed by one thread at a time, while no other reads a
/// guarded mapping.
class truncation_guard {
public:
    /// @param bytes the mapping
    /// @param line what to print, with its line feed
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
