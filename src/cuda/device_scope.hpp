// SPDX-License-Identifier: Apache-2.0
/// @file
/// The calling thread's current device, changed for a while.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Makes a GPU the current device of the calling thread, and the former one again at the end. The
/// former one gets no context by this: cudaSetDevice would make one there, of some 500 MiB.
class device_scope {
public:
    /// Makes a context on the GPU if it has none. Throws gpu::error if that fails.
    explicit device_scope(std::uint32_t ordinal);
    device_scope(device_scope const&) = delete;
    device_scope& operator=(device_scope const&) = delete;
    ~device_scope();

private:
    int ordinal_;
    bool is_changed_ = false;
};

/// Keeps the context that a GPU has, or makes one, until the process ends or the GPU is reset: the
/// context must not go with the last scope. Throws gpu::error.
void keep_context(std::uint32_t ordinal);

} // namespace gpu::inline v0::detail
