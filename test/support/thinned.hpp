// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tests take fewer cases under ThreadSanitizer: most instructions take ten times as long there,
/// and a switch of fibers takes some microseconds.
#pragma once

#include <array>
#include <cstdint>

namespace test {

/// One of `thinned` cases runs. Launches run on one thread of the host and on several, or only on
/// several.
#if defined(__SANITIZE_THREAD__)
inline constexpr unsigned thinned = 20;
inline constexpr std::array one_and_several_threads{true};
#else
inline constexpr unsigned thinned = 1;
inline constexpr std::array one_and_several_threads{false, true};
#endif

/// How many of n orders of blocks and threads are tried.
constexpr std::uint64_t orders(std::uint64_t n) { return thinned > 1 ? 1 : n; }

} // namespace test
