// SPDX-License-Identifier: Apache-2.0
/// @file
/// Memory and streams of GPUs that the program holds, by address. A reset destroys them, but not
/// the program's objects that own them, and CUDA may reuse the address. So each address is stored
/// with its context.
#pragma once

#include "context.hpp"

#include <cstddef>

namespace gpu::inline v0::detail {

/// Records an object given to the program. Throws std::bad_alloc.
void note_held(void const* object, std::size_t bytes, gpu_context context);

/// Records that the program releases an object. If several objects have had the address, lost ones
/// are released first: a live one is not destroyed while it may have an owner.
/// @return whether to destroy the object; false if a reset has destroyed it
[[nodiscard]] bool note_returned(void const* object) noexcept;

/// Records that a context and everything created in it are gone.
void note_end(gpu_context context) noexcept;

/// Throws gpu::error if an address lies in an object that is known to be gone.
void check_held(void const* address);

} // namespace gpu::inline v0::detail
