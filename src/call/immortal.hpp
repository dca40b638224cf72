// SPDX-License-Identifier: Apache-2.0
/// @file
/// Objects that other static objects may use until the process ends.
#pragma once

#include <cstddef>
#include <new>

namespace gpu::inline v0::detail {

/// The only object of type T created here: constructed on first use, never destroyed. It needs no
/// heap memory, so functions that must not throw may be the first to call.
template <class T>
T& immortal() noexcept {
    alignas(T) static std::byte memory[sizeof(T)];
    static T& object = *::new (static_cast<void*>(memory)) T;
    return object;
}

} // namespace gpu::inline v0::detail
