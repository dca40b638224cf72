// SPDX-License-Identifier: Apache-2.0
/// @file
/// The total of an empty range, where that is left on the device.
#pragma once

#include <gpualgo/kernel/function.hpp>

namespace gpu::inline v0::kernel {

/// What a launch of `assign` works on.
template <class T>
struct assign_arguments {
    T value; ///< what is written
    T* out;  ///< one element
};

/// *out = value
struct assign {
    /// One block; one thread writes.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, assign_arguments<T> arguments, Op) {
        if (context.block().thread_rank() == 0)
            context.global(arguments.out).put(0, arguments.value);
    }
};

} // namespace gpu::inline v0::kernel
