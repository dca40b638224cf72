// SPDX-License-Identifier: Apache-2.0
/// @file
/// Kernels that move elements to or from the positions in an array of indices.
#pragma once

#include <gpualgo/kernel/elementwise/vectors.hpp>
#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// Elements of a thread, which are loaded before the first is stored.
inline constexpr unsigned moves_at_once = 8;

/// The arguments of gather and scatter.
template <class T, class Index>
struct permute_arguments {
    T* out;               ///< the output
    T const* in;          ///< the input
    Index const* indices; ///< n positions, in the input or in the output
    std::size_t n;        ///< elements to move
};

/// Calls move(i) for the thread's elements: neighbouring threads take neighbouring elements.
/// @param load loads element i, or what its address depends on
/// @param store takes i and what was loaded
template <class Context, class Load, class Store>
GPUALGO_DEVICE void move_elements(Context const& context, std::size_t n, Load load, Store store) {
    std::size_t const first =
        context.block_rank() * elementwise_block * moves_at_once + context.block().thread_rank();
    decltype(load(std::size_t())) loaded[moves_at_once];
    for (unsigned k = 0; k < moves_at_once; ++k)
        if (std::size_t const i = first + k * elementwise_block; i < n) loaded[k] = load(i);
    context.let_next_start();
    for (unsigned k = 0; k < moves_at_once; ++k)
        if (std::size_t const i = first + k * elementwise_block; i < n) store(i, loaded[k]);
}

/// out[i] = in[indices[i]]
struct gather {
    static constexpr bool lets_next_start = true; ///< calls the context's function of that name

    /// Runs the thread's part.
    template <class Context, class T, class Index, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context,
                                   permute_arguments<T, Index> const& arguments, Nothing) {
        auto const out = context.global(arguments.out);
        auto const in = context.global(arguments.in);
        auto const indices = context.global(arguments.indices);
        move_elements(
            context, arguments.n, [&](std::size_t i) { return in.get(indices.get(i)); },
            [&](std::size_t i, T const& x) { out.put(i, x); });
    }
};

/// out[indices[i]] = in[i]
struct scatter {
    static constexpr bool lets_next_start = true; ///< calls the context's function of that name

    /// Runs the thread's part.
    template <class Context, class T, class Index, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context,
                                   permute_arguments<T, Index> const& arguments, Nothing) {
        struct element {
            T value;
            Index index;
        };
        auto const out = context.global(arguments.out);
        auto const in = context.global(arguments.in);
        auto const indices = context.global(arguments.indices);
        move_elements(
            context, arguments.n,
            [&](std::size_t i) {
                return element{in.get(i), indices.get(i)};
            },
            [&](std::size_t, element const& x) { out.put(x.index, x.value); });
    }
};

} // namespace gpu::inline v0::kernel
