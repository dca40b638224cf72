// SPDX-License-Identifier: Apache-2.0
/// @file
/// A replacement of operator new that can be told to fail; defined in failing_new.cpp.
#pragma once

#include <cstddef>

namespace test {

/// Lets the k-th allocation of the calling thread fail, from now on and during the lifetime of the
/// object. Allocations of other threads succeed: oneTBB ends the process if a thread that it starts
/// finds no memory.
class failing_new {
public:
    explicit failing_new(std::size_t k);
    failing_new(failing_new const&) = delete;
    failing_new& operator=(failing_new const&) = delete;
    ~failing_new();

    /// Whether that allocation was requested.
    [[nodiscard]] bool reached() const;
};

/// Number of allocations that have not been freed.
std::size_t live_allocations();

} // namespace test
