// SPDX-License-Identifier: Apache-2.0
/// @file
/// How much memory the process can still take, by what Linux says.
#pragma once

#include <cstdint>
#include <string>

namespace gpu::inline v0::detail {

/// Bytes that can be used without paging, the page cache's clean pages among them. If control
/// groups limit the memory of the process, it is at most what the tightest limit leaves.
/// @param root a folder with the system's `proc` and `sys` in it
/// @return the bytes; the greatest number if the system says nothing
[[nodiscard]] std::uint64_t available_memory(std::string const& root = "/");

} // namespace gpu::inline v0::detail
