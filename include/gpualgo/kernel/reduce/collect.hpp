// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies bytes of a few arrays at once, for the host. One launch takes less time than a copy by
/// the driver, and may start while the kernel ahead of it ends.
#pragma once

#include <gpualgo/kernel/function.hpp>

#include <cstddef>

namespace gpu::inline v0::kernel {

/// An array and a copy of it. Both begin equally far from a multiple of 16 bytes.
struct collected_bytes {
    unsigned char const* from; ///< the array
    unsigned char* to;         ///< the copy
    std::size_t size;          ///< its bytes
    std::size_t before;        ///< bytes from a multiple of 16 to the first one

    /// @return pieces between multiples of 16 bytes, of which the array has a part
    [[nodiscard]] GPUALGO_FUNCTION std::size_t pieces() const {
        return size == 0 ? 0 : (before + size + 15) / 16;
    }
};

/// The arguments of `collect`.
struct collect_arguments {
    static constexpr unsigned most = 5; ///< arrays
    collected_bytes arrays[most];       ///< those without bytes are not there
};

/// Copies all arrays. Each thread copies a piece.
struct collect {
    static constexpr bool finishes = true;        ///< calls the context's `finish`
    static constexpr bool may_start_early = true; ///< waits for the kernel that writes an array

    /// Runs the thread's part.
    template <class Context, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, collect_arguments const& arguments,
                                   Nothing) {
        std::size_t piece =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        for (auto const& array : arguments.arrays) {
            std::size_t const pieces = array.pieces();
            if (piece < pieces) {
                copy_piece(context, array, piece);
                break;
            }
            piece -= pieces;
        }
        if (context.is_last_block() && context.block().thread_rank() == 0) context.finish();
    }

private:
    template <class Context>
    GPUALGO_DEVICE static void copy_piece(Context const& context, collected_bytes const& array,
                                          std::size_t piece) {
        auto const from = context.global(array.from);
        auto const to = context.global(array.to);
        std::size_t const begin = piece == 0 ? 0 : piece * 16 - array.before;
        std::size_t const boundary = (piece + 1) * 16 - array.before;
        std::size_t const end = boundary < array.size ? boundary : array.size;
        if (end - begin < 16) {
            for (std::size_t i = begin; i < end; ++i) to.put(i, from.get(i));
            return;
        }
        auto const vector = from.template aligned_vector<16>(begin);
        unsigned char bytes[16];
        for (unsigned v = 0; v < 16; ++v) bytes[v] = vector[v];
        to.template put_vector<16>(begin, bytes);
    }
};

} // namespace gpu::inline v0::kernel
