// SPDX-License-Identifier: Apache-2.0
/// @file
/// Elementwise addition, one thread per element: the example for boundary checks that diverge.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// The arrays of a launch of `add`, as pictures of `width * height` elements. Rows have no gaps
/// between them.
template <class T>
struct add_arguments {
    T const* a;         ///< the first operand
    T const* b;         ///< the second operand
    T* out;             ///< the sums
    std::size_t width;  ///< elements per row
    std::size_t height; ///< rows
    std::size_t stride; ///< distance of adjacent elements: 1, or the fields of a structure
};

/// out = a + b, in blocks of one or two dimensions. Threads beyond the picture have no work.
struct add {
    /// One thread: its element.
    template <class Context, class T>
    GPUALGO_DEVICE static void run(Context const& context, add_arguments<T> arguments) {
        auto const block = context.block();
        std::size_t const x =
            std::size_t{block.group_index().x} * block.group_dim().x + block.thread_index().x;
        std::size_t const y =
            std::size_t{block.group_index().y} * block.group_dim().y + block.thread_index().y;
        if (x < arguments.width && y < arguments.height) {
            std::size_t const i = (y * arguments.width + x) * arguments.stride;
            T const a = context.global(arguments.a).get(i);
            T const b = context.global(arguments.b).get(i);
            context.global(arguments.out).put(i, static_cast<T>(a + b));
        }
    }
};

} // namespace gpu::inline v0::kernel
