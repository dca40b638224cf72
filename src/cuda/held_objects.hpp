// SPDX-License-Identifier: Apache-2.0
/// @file
/// What programs hold of GPUs: memory, and streams, by their addresses. A reset ends it, but not
/// the objects of the program that hold it; and CUDA may give the address to something new. So each
/// address is noted with its context.
#pragma once

#include "context.hpp"

#include <cstddef>

namespace gpu::inline v0::detail {

/// Notes what a program is given. Throws std::bad_alloc.
void note_held(void const* object, std::size_t bytes, gpu_context context);

/// Notes that a program gives something back. If several objects have had the address, those that
/// are gone come first: what is there is not destroyed while somebody may hold it.
/// @return whether it is to be destroyed; otherwise a reset has done that
[[nodiscard]] bool note_returned(void const* object) noexcept;

/// Notes that a context is gone, and all that was made in it.
void note_end(gpu_context context) noexcept;

/// Throws gpu::error if an address lies in something that is gone, as far as that was noted.
void check_held(void const* address);

} // namespace gpu::inline v0::detail
