// SPDX-License-Identifier: Apache-2.0
/// @file
/// Objects that other static objects may use until the very end of the process.
#pragma once

#include <cstddef>
#include <new>

namespace gpu::inline v0::detail {

/// The only T made here: on the first call, and never destroyed. It needs no memory of the heap, so
/// that functions which must not throw may be the first to ask.
template <class T>
T& immortal() noexcept {
    alignas(T) static std::byte memory[sizeof(T)];
    static T& object = *::new (static_cast<void*>(memory)) T;
    return object;
}

} // namespace gpu::inline v0::detail
