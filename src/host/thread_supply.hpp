// SPDX-License-Identifier: Apache-2.0
/// @file
/// How many threads the system lets the process have.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Tries out whether the system starts the threads of a loop: `ulimit -u` or a control group may
/// forbid it. oneTBB starts them inside functions that must not throw, so that a refusal there
/// would end the process. If the system refuses some, oneTBB is limited to those that it grants,
/// for the rest of the process. Nothing is tried out twice.
/// @param wanted threads of a loop, the calling one among them
/// @return how many of them there can be, at least one
/// @throws std::bad_alloc
[[nodiscard]] std::uint64_t thread_supply(std::uint64_t wanted);

} // namespace gpu::inline v0::detail
