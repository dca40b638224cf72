// SPDX-License-Identifier: Apache-2.0
/// @file
/// The amount of memory that the process can still allocate, according to Linux.
#pragma once

#include <cstdint>
#include <string>

namespace gpu::inline v0::detail {

/// Bytes that can be used without swapping, including clean pages of the page cache. If control
/// groups limit the memory of the process, at most the rest below the tightest limit.
/// @param root the directory that contains `proc` and `sys`
/// @return the bytes; the largest number if the system does not say
[[nodiscard]] std::uint64_t available_memory(std::string const& root = "/");

} // namespace gpu::inline v0::detail
