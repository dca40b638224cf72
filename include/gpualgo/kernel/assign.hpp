// SPDX-License-Identifier: Apache-2.0
/// @file
/// Stores the result of an empty reduction if the result stays on the device.
#pragma once

#include <gpualgo/kernel/function.hpp>

namespace gpu::inline v0::kernel {

/// The arguments of `assign`.
template <class T>
struct assign_arguments {
    T value; ///< the value to write
    T* out;  ///< one element
};

/// *out = value
struct assign {
    /// Launched as one block, of which thread 0 writes.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, assign_arguments<T> arguments, Op) {
        if (context.block().thread_rank() == 0)
            context.global(arguments.out).put(0, arguments.value);
    }
};

} // namespace gpu::inline v0::kernel
