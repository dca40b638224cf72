// SPDX-License-Identifier: Apache-2.0
/// @file
/// The number of threads that the system lets the process have.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Tests whether the system starts the threads of a loop: `ulimit -u` or a control group may forbid
/// it. oneTBB starts them in functions that must not throw, so a refusal there would terminate the
/// process. If the system refuses some, oneTBB is limited to the granted number for the rest of the
/// process. No number is tested twice.
/// @param wanted threads of a loop, including the caller
/// @return the number of them that can exist, at least one
/// @throws std::bad_alloc
[[nodiscard]] std::uint64_t thread_supply(std::uint64_t wanted);

} // namespace gpu::inline v0::detail
