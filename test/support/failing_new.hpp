// SPDX-License-Identifier: Apache-2.0
/// @file
/// operator new of the whole program, which can be told to fail; defined in failing_new.cpp.
#pragma once

#include <cstddef>

namespace test {

/// Lets the k-th allocation from now on fail, in any thread, until the end of its life.
class failing_new {
public:
    explicit failing_new(std::size_t k);
    failing_new(failing_new const&) = delete;
    failing_new& operator=(failing_new const&) = delete;
    ~failing_new();

    /// Whether there were as many allocations.
    [[nodiscard]] bool reached() const;
};

/// Allocations that have not been given back.
std::size_t live_allocations();

} // namespace test
