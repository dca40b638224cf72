// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tests on the simulated device take fewer cases under ThreadSanitizer, under which a switch of
/// fibers takes some microseconds.
#pragma once

#include <cstdint>

namespace test {

/// One of `thinned` cases runs.
#if defined(__SANITIZE_THREAD__)
inline constexpr unsigned thinned = 20;
#else
inline constexpr unsigned thinned = 1;
#endif

/// How many of n orders of blocks and threads are tried.
constexpr std::uint64_t orders(std::uint64_t n) { return thinned > 1 ? 1 : n; }

} // namespace test
