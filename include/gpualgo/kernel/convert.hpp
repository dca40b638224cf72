// SPDX-License-Identifier: Apache-2.0
/// @file
/// Conversion of elements to the accumulator's type, for strategies that are compiled for one type
/// only.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// What a launch of `convert` works on.
template <class Value, class T>
struct convert_arguments {
    Value const* in; ///< the input
    std::size_t n;   ///< its elements
    T* out;          ///< as many elements
};

/// out[i] = T(in[i])
struct convert {
    /// One block of a loop over the grid.
    template <class Context, class Value, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, convert_arguments<Value, T> arguments,
                                   Op) {
        auto const in = context.global(arguments.in);
        auto const out = context.global(arguments.out);
        std::size_t const threads = context.block().num_threads();
        for (std::size_t i = context.block_rank() * threads + context.block().thread_rank();
             i < arguments.n; i += context.num_blocks() * threads)
            out.put(i, static_cast<T>(in.get(i)));
    }
};

} // namespace gpu::inline v0::kernel
