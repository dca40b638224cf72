// SPDX-License-Identifier: Apache-2.0
/// @file
/// Kernels that move elements to or from the positions in an array of indices.
#pragma once

#include <gpualgo/kernel/elementwise/vectors.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// Elements of a thread, which are loaded before the first is stored.
inline constexpr unsigned moves_at_once = 8;
/// Elements that a thread gathers for one store of at least 4 bytes.
template <class T>
inline constexpr unsigned gathered_width = sizeof(T) < 4 ? 4 / sizeof(T) : 1;
/// Such stores of a thread.
template <class T>
inline constexpr unsigned gathers_at_once = moves_at_once / gathered_width<T>;

/// The arguments of gather and scatter.
template <class T, class Index>
struct permute_arguments {
    T* out;               ///< the output
    T const* in;          ///< the input
    Index const* indices; ///< n positions, in the input or in the output
    std::size_t n;        ///< elements to move
};

/// Moves the thread's elements: neighbouring threads take neighbouring elements.
/// @tparam AtOnce how many
/// @param load loads element i, or what its address depends on
/// @param store takes i and what was loaded
template <unsigned AtOnce, class Context, class Load, class Store>
GPUALGO_DEVICE void move_elements(Context const& context, std::size_t n, Load load, Store store) {
    std::size_t const first =
        context.block_rank() * elementwise_block * AtOnce + context.block().thread_rank();
    decltype(load(std::size_t())) loaded[AtOnce];
    for (unsigned k = 0; k < AtOnce; ++k)
        if (std::size_t const i = first + k * elementwise_block; i < n) loaded[k] = load(i);
    context.let_next_start();
    for (unsigned k = 0; k < AtOnce; ++k)
        if (std::size_t const i = first + k * elementwise_block; i < n) store(i, loaded[k]);
}

/// Gathers a block's elements. All positions are loaded first: otherwise bounds and alignment,
/// which are tested for each load, would make each one wait for the elements before it.
/// @param position loads the positions of element i
/// @param load loads the elements at positions
/// @param store takes i and what was loaded
template <unsigned AtOnce, class Context, class Position, class Load, class Store>
GPUALGO_DEVICE void gather_block(Context const& context, Position position, Load load,
                                 Store store) {
    std::size_t const first =
        context.block_rank() * elementwise_block * AtOnce + context.block().thread_rank();
    decltype(position(std::size_t())) positions[AtOnce];
    for (unsigned k = 0; k < AtOnce; ++k) positions[k] = position(first + k * elementwise_block);
    decltype(load(positions[0])) loaded[AtOnce];
    for (unsigned k = 0; k < AtOnce; ++k) loaded[k] = load(positions[k]);
    context.let_next_start();
    for (unsigned k = 0; k < AtOnce; ++k) store(first + k * elementwise_block, loaded[k]);
}

/// out[i] = in[indices[i]]
struct gather {
    static constexpr bool may_start_early = true; ///< by programmatic dependent launch

    /// Elements per block.
    template <class T>
    static constexpr std::size_t per_block =
        std::size_t{elementwise_block} * gathers_at_once<T>* gathered_width<T>;

    /// Runs the thread's part.
    template <class Context, class T, class Index, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context,
                                   permute_arguments<T, Index> const& arguments, Nothing) {
        auto const out = context.global(arguments.out);
        auto const in = context.global(arguments.in);
        auto const indices = context.global(arguments.indices);
        if constexpr (gathered_width<T> == 1)
            move_elements<gathers_at_once<T>>(
                context, arguments.n, [&](std::size_t i) { return in.get(indices.get(i)); },
                [&](std::size_t i, T const& x) { out.put(i, x); });
        else write_words(context, arguments);
    }

private:
    /// Gathers narrow elements: four bytes are one store.
    template <class Context, class T, class Index>
    GPUALGO_DEVICE static void write_words(Context const& context,
                                           permute_arguments<T, Index> const& arguments) {
        constexpr unsigned W = gathered_width<T>;
        auto const out = context.global(arguments.out);
        auto const in = context.global(arguments.in);
        auto const indices = context.global(arguments.indices);
        std::size_t const n = arguments.n;
        auto const address = reinterpret_cast<std::uintptr_t>(arguments.out);
        std::size_t const before = (0 - address) % sizeof(std::uint32_t) / sizeof(T);
        std::size_t const head = before < n ? before : n;
        std::size_t const words = (n - head) / W;
        auto const word_of = [&](auto const& positions) {
            std::uint32_t word = 0;
            unrolled_on_gpu<W, W>([&](unsigned k) {
                word |= std::uint32_t{in.get(positions[k])} << 8 * sizeof(T) * k;
            });
            return word;
        };
        auto const store = [&](std::size_t i, std::uint32_t word) {
            context.global(reinterpret_cast<std::uint32_t*>(arguments.out + head + i * W))
                .put(0, word);
        };
        auto const positions = indices.from(head);
        constexpr std::size_t of_block = std::size_t{elementwise_block} * gathers_at_once<T>;
        std::size_t const end = (context.block_rank() + 1) * of_block; // of the block's words
        if (end <= words && positions.template is_aligned<W>())
            gather_block<gathers_at_once<T>>(
                context, [&](std::size_t i) { return positions.template aligned_vector<W>(i * W); },
                word_of, store);
        else if (head + (end + 1) * W <= n)
            gather_block<gathers_at_once<T>>(
                context, [&](std::size_t i) { return positions.template shifted_vector<W>(i * W); },
                word_of, store);
        else
            move_elements<gathers_at_once<T>>(
                context, words,
                [&](std::size_t i) { return word_of(positions.template vector<W>(i * W)); }, store);
        unsigned const rank = context.block().thread_rank();
        std::size_t const singles = n - words * W; // before and after the words
        if (context.block_rank() != 0 || rank >= singles) return;
        std::size_t const i = rank < head ? rank : words * W + rank;
        out.put(i, in.get(indices.get(i)));
    }
};

/// out[indices[i]] = in[i]
struct scatter {
    static constexpr bool may_start_early = true; ///< by programmatic dependent launch

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
        move_elements<moves_at_once>(
            context, arguments.n,
            [&](std::size_t i) {
                return element{in.get(i), indices.get(i)};
            },
            [&](std::size_t, element const& x) { out.put(x.index, x.value); });
    }
};

} // namespace gpu::inline v0::kernel
