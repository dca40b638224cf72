// SPDX-License-Identifier: Apache-2.0
/// @file
/// Changes the current device of the calling thread for a scope.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Makes a GPU the current device of the calling thread, and restores the previous one at the end.
/// Unlike cudaSetDevice it creates no context, of some 500 MiB, on the previous one.
class device_scope {
public:
    /// Creates a context on the GPU if it has none. Throws gpu::error if that fails.
    explicit device_scope(std::uint32_t ordinal);
    device_scope(device_scope const&) = delete;
    device_scope& operator=(device_scope const&) = delete;
    ~device_scope();

private:
    int ordinal_;
    bool is_changed_ = false;
};

/// Retains the context of a GPU, or creates one, until the process ends or the GPU is reset.
/// Otherwise the context would be destroyed with the last scope. Throws gpu::error.
void keep_context(std::uint32_t ordinal);

} // namespace gpu::inline v0::detail
