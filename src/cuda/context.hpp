// SPDX-License-Identifier: Apache-2.0
/// @file
/// Contexts of GPUs. `cudaDeviceReset` ends a context, and all that was made in it: memory, pools,
/// streams, events. CUDA tells nobody, and most of its functions crash if they are given what is
/// gone.
#pragma once

#include <cstdint>

namespace gpu::inline v0::detail {

/// Names a context by an allocation in it, which a reset frees.
class gpu_context {
public:
    gpu_context() = default; ///< none
    /// The context of the current GPU. Makes the allocation, and the context if there is none.
    /// Throws gpu::error.
    static gpu_context current();

    /// Whether the context has not been reset. Takes some 30 ns, and makes no other context.
    [[nodiscard]] bool is_there() const noexcept;

    /// Contexts are in the order of their numbers, which are never used again.
    friend bool operator<(gpu_context a, gpu_context b) noexcept { return a.number_ < b.number_; }
    friend bool operator==(gpu_context a, gpu_context b) noexcept { return a.number_ == b.number_; }

private:
    void* allocation_ = nullptr;
    unsigned long long number_ = 0;
};

/// The context of a GPU, which must be current; made if there is none. After a reset it is another
/// one: whatever is kept from call to call is kept by its context, and never found again if that is
/// gone. Throws gpu::error, or gpu::no_device in a child that was forked.
gpu_context context_of(std::uint32_t ordinal);

/// Finds out whether a GPU has been reset since it was last looked at, and notes what that has
/// ended; see held_objects.hpp. Makes no context. Throws gpu::no_device in a child that was forked.
void notice_reset(std::uint32_t ordinal);

} // namespace gpu::inline v0::detail
