// SPDX-License-Identifier: Apache-2.0
/// @file
/// Moves values to the places of sorted keys: numbers elements, copies them, gathers them by their
/// numbers, and takes keys out of structures.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The largest unit in which values are moved.
struct alignas(16) wide_word {
    std::uint64_t half[2]; ///< the bytes
};

/// The arguments of `number_elements`.
template <class Index>
struct number_arguments {
    Index* out;    ///< receives 0, 1, 2 ...
    std::size_t n; ///< how many
};

/// Writes the index of each element.
struct number_elements {
    /// Runs the thread's part.
    template <class Context, class Index, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, number_arguments<Index> arguments,
                                   Nothing) {
        auto const out = context.global(arguments.out);
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        for (std::size_t i = context.block_rank() * context.block().num_threads() +
                             context.block().thread_rank();
             i < arguments.n; i += threads)
            out.put(i, static_cast<Index>(i));
    }
};

/// The arguments of `gather_words`.
template <class Word, class Index>
struct gather_arguments {
    Word const* in;       ///< the values
    Word* out;            ///< receives value `indices[i]` in place i; not the same memory
    Index const* indices; ///< null if the values are copied in their order
    std::size_t n;        ///< words of all values
    std::size_t words;    ///< words of a value
};

/// Gathers values that consist of words.
struct gather_words {
    /// Runs the thread's part.
    template <class Context, class Word, class Index, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, gather_arguments<Word, Index> arguments,
                                   Nothing) {
        auto const in = context.global(arguments.in);
        auto const out = context.global(arguments.out);
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        std::size_t const first =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        if (arguments.indices == nullptr) {
            for (std::size_t i = first; i < arguments.n; i += threads) out.put(i, in.get(i));
            return;
        }
        auto const indices = context.global(arguments.indices);
        for (std::size_t i = first; i < arguments.n; i += threads) {
            std::size_t const value = i / arguments.words;
            std::size_t const from = indices.get(value);
            out.put(i, in.get(from * arguments.words + (i - value * arguments.words)));
        }
    }
};

/// The arguments of `take_fields`.
/// @tparam Word the unit that is read: Bits, or bytes if fields are not aligned
template <class Bits, class Word>
struct field_arguments {
    Word const* in;   ///< the first field
    Bits* out;        ///< receives the fields side by side
    std::size_t n;    ///< how many, at least one
    std::size_t step; ///< from a field to the next one, in words
};

/// Copies a field of each structure of an array.
struct take_fields {
    /// Runs the thread's part.
    template <class Context, class Bits, class Word, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, field_arguments<Bits, Word> arguments,
                                   Nothing) {
        auto const in = context.global(arguments.in);
        auto const out = context.global(arguments.out);
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        for (std::size_t i = context.block_rank() * context.block().num_threads() +
                             context.block().thread_rank();
             i < arguments.n; i += threads) {
            if constexpr (sizeof(Word) == sizeof(Bits)) {
                out.put(i, in.get(i * arguments.step));
            } else {
                Bits field = 0;
                for (unsigned k = 0; k < sizeof(Bits); ++k)
                    field |= static_cast<Bits>(Bits{in.get(i * arguments.step + k)} << 8 * k);
                out.put(i, field);
            }
        }
    }
};

} // namespace gpu::inline v0::kernel
