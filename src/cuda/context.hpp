// SPDX-License-Identifier: Apache-2.0
/// @file
/// Contexts of GPUs. `cudaDeviceReset` destroys a context with its memory, pools, streams and
/// events. CUDA gives no notice of that, and most of its functions crash if they are given a
/// destroyed object.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Identifies a context by an allocation in it, which a reset frees.
class gpu_context {
public:
    gpu_context() = default; ///< no context
    /// The context of the current GPU, created if there is none. Allocates one byte in it. Throws
    /// gpu::error.
    static gpu_context current();

    /// Whether the context has not been reset. Takes some 30 ns, and creates no context.
    [[nodiscard]] bool is_there() const noexcept;

    /// Contexts are ordered by their numbers, which are never reused.
    friend bool operator<(gpu_context a, gpu_context b) noexcept { return a.number_ < b.number_; }
    friend bool operator==(gpu_context a, gpu_context b) noexcept { return a.number_ == b.number_; }

private:
    void* allocation_ = nullptr;
    unsigned long long number_ = 0;
};

/// The context of a GPU, which must be current; created if there is none. A reset gives the GPU a
/// new context. Caches that outlive a call are therefore keyed by context: those of a destroyed
/// context are never found again. Throws gpu::error, or gpu::no_device in a forked child.
gpu_context context_of(std::uint32_t ordinal);

/// Checks whether a GPU has been reset since the last check, and records the objects that are gone;
/// see held_objects.hpp. Creates no context. Throws gpu::no_device in a forked child.
void notice_reset(std::uint32_t ordinal);

} // namespace gpu::inline v0::detail
