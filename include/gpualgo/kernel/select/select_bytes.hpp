// SPDX-License-Identifier: Apache-2.0
/// @file
/// Copies the selected elements of one byte in their order. The steps are those of select.hpp. But
/// elements are tested, packed and copied by words of four. One by one, they would take many
/// instructions, and the kernel would wait for these instead of memory.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/byte_packer.hpp>
#include <gpualgo/kernel/select/look_back.hpp>
#include <gpualgo/kernel/select/range_test.hpp>
#include <gpualgo/kernel/select/warp_selection.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The kernel body. The grid has one block per tile, and several tiles share `words`: the number of
/// tiles drawn, and then one word per tile.
class select_bytes {
public:
    static constexpr unsigned warps = 8;          ///< of a block
    static constexpr bool lets_next_start = true; ///< waits for the launch that clears its words

private:
    static constexpr unsigned width = 16;       // elements of a lane's vector
    static constexpr unsigned row = 32 * width; // elements of a warp's row
    static constexpr unsigned rows = 2;         // of a warp
    // shared memory, in words of 8 bytes: the warps' totals, these, and the tile's elements
    static constexpr unsigned tile_place = warps, sum_place = warps + 1;
    static constexpr unsigned permutations_place = warps + 2, staged_place = warps + 10;

public:
    static constexpr unsigned tile_size = warps * rows * row; ///< elements of a tile
    /// Bytes of shared memory. A word after the elements is read with the last of them.
    static constexpr std::size_t shared_bytes = staged_place * sizeof(shared_word) + tile_size + 16;

    /// Runs the thread's part.
    template <class Context>
    GPUALGO_DEVICE static void run(Context const& context,
                                   select_arguments<std::uint8_t> const& arguments,
                                   range_test<std::uint8_t> test) {
        auto const header = context.template shared<shared_word>();
        auto const permutations =
            context.template shared<std::uint32_t>().from(2 * permutations_place);
        auto const staged = context.template shared<std::uint32_t>().from(2 * staged_place);
        auto const warp = context.template tile<32>();
        unsigned const rank = context.block().thread_rank();
        bool const is_single = context.num_blocks() == 1;

        if (!is_single && rank == 0)
            header.put(tile_place, context.global(arguments.words).fetch_add(0, 1));
        if (rank < 16) permutations.put(rank, packing_permutation(rank));
        constexpr std::uint32_t zeros[4] = {};
        for (unsigned i = rank; i < tile_size / 16 + 1; i += 32 * warps)
            staged.put_vector(4 * std::size_t{i}, zeros);
        context.block().sync();
        std::size_t const tile = is_single ? 0 : header.get(tile_place);
        std::size_t const begin = tile * tile_size, rest = arguments.n - begin;
        lane_selection const elements(warp, context.global(arguments.in).from(begin), rest, test);

        if (warp.thread_rank() == 0) header.put(warp.meta_group_rank(), elements.of_warp);
        context.block().sync();
        unsigned before = 0; // selected elements of the warps before this one
        unsigned total = 0;  // of all warps
        for (unsigned w = 0; w < warps; ++w) {
            auto const of_one = static_cast<unsigned>(header.get(w));
            before += w < warp.meta_group_rank() ? of_one : 0;
            total += of_one;
        }
        if (!is_single && rank == 0) look_back_of(context, arguments).publish_total(tile, total);
        elements.pack(permutations, staged, before);
        if (!is_single && warp.meta_group_rank() == 0) {
            auto const sum = look_back_of(context, arguments).sum_before(warp, tile, total);
            if (rank == 0) header.put(sum_place, sum);
        }
        context.block().sync();

        std::size_t const sum = is_single ? 0 : header.get(sum_place);
        copy(context, total, arguments.selected, sum);
        if (rank == 0 && rest <= tile_size)
            context.global(arguments.out).put(0, {sum + total, arguments.n - sum - total});
    }

private:
    /// The elements of a lane: a vector of each row.
    struct lane_selection {
        std::uint32_t words[rows][4];
        unsigned chosen[rows]; ///< a bit per element
        unsigned ranks[rows];  ///< selected elements of the warp before a vector
        unsigned of_warp;      ///< selected elements of the warp

        /// Called by all lanes.
        /// @param in the tile's elements
        /// @param rest elements that exist from there on
        template <class Warp, class Array>
        GPUALGO_DEVICE lane_selection(Warp const& warp, Array in, std::size_t rest,
                                      range_test<std::uint8_t> test) {
            unsigned const lane = warp.thread_rank();
            unsigned const first = warp.meta_group_rank() * rows * row + lane * width;
            load(in, rest, first);
            std::uint32_t own = 0;
            unrolled_on_gpu<rows, rows>([&](unsigned r) {
                chosen[r] = 0;
                unrolled_on_gpu<4, 4>([&](unsigned w) {
                    chosen[r] |= byte_mask(selected_in_word(test, words[r][w])) << 4 * w;
                });
                std::size_t const i = first + r * row;
                if (i + width > rest) chosen[r] &= i < rest ? (1u << (rest - i)) - 1 : 0;
                own |= count_bits(chosen[r]) << 16 * r;
            });
            std::uint32_t sum = own; // of both rows, up to this lane
            for (unsigned distance = 1; distance < 32; distance *= 2) {
                std::uint32_t const before = warp.shfl_up(sum, distance);
                if (lane >= distance) sum += before;
            }
            std::uint32_t const totals = warp.shfl(sum, 31);
            static_assert(rows == 2, "the counts of all rows are in one word");
            ranks[0] = (sum - own) & 0xffff;
            ranks[1] = (totals & 0xffff) + ((sum - own) >> 16);
            of_warp = (totals & 0xffff) + (totals >> 16);
        }

        /// Adds the selected elements to words in shared memory.
        /// @param before elements of the block before those of the warp
        template <class Array>
        GPUALGO_DEVICE void pack(Array permutations, Array staged, unsigned before) const {
            unrolled_on_gpu<rows, rows>([&](unsigned r) {
                byte_packer packer(before + ranks[r], [&](unsigned i, std::uint32_t word) {
                    (void)staged.fetch_add(i, word);
                });
                unrolled_on_gpu<4, 4>([&](unsigned w) {
                    unsigned const of_word = chosen[r] >> 4 * w & 15;
                    packer.append(permuted(words[r][w], permutations.get(of_word)),
                                  count_bits(of_word));
                });
                packer.finish();
            });
        }

    private:
        /// Loads the elements, as far as they exist.
        template <class Array>
        GPUALGO_DEVICE void load(Array in, std::size_t rest, unsigned first) {
            // unaligned loads may read as many elements after the vector
            bool const is_aligned = in.template is_aligned<width>();
            bool const is_whole = rest >= tile_size + (is_aligned ? 0 : width);
            unrolled_on_gpu<rows, rows>([&](unsigned r) {
                std::size_t const i = first + r * row;
                if (!is_whole) load_singly(in, rest, i, words[r]);
                else if (is_aligned) to_words(in.template aligned_vector<width>(i), words[r]);
                else to_words(in.template shifted_vector<width>(i), words[r]);
            });
        }
        template <class Vector>
        GPUALGO_DEVICE static void to_words(Vector const& vector, std::uint32_t (&to)[4]) {
            struct words {
                std::uint32_t word[4];
            };
            auto const from = __builtin_bit_cast(words, vector);
            for (unsigned w = 0; w < 4; ++w) to[w] = from.word[w];
        }
        template <class Array>
        GPUALGO_DEVICE static void load_singly(Array in, std::size_t rest, std::size_t first,
                                               std::uint32_t (&to)[4]) {
            unrolled_on_gpu<4, 4>([&](unsigned w) {
                to[w] = 0;
                for (unsigned k = 0; k < 4; ++k)
                    if (std::size_t const i = first + 4 * w + k; i < rest)
                        to[w] |= std::uint32_t{in.get(i)} << 8 * k;
            });
        }
    };

    template <class Context>
    GPUALGO_DEVICE static auto look_back_of(Context const& context,
                                            select_arguments<std::uint8_t> const& arguments) {
        return look_back(context.global(arguments.words).from(1));
    }

    /// Copies a tile's elements from shared memory: by words at multiples of 4 bytes of the output.
    /// @param first the index of their first one in the output
    template <class Context>
    GPUALGO_DEVICE static void copy(Context const& context, unsigned count,
                                    select_target<std::uint8_t> target, std::size_t first) {
        std::size_t const room = target.room > first ? target.room - first : 0;
        auto const end = room < count ? static_cast<unsigned>(room) : count;
        if (end == 0) return; // then there may be no memory
        auto* const to = target.first + first;
        unsigned const rank = context.block().thread_rank();
        auto const before = static_cast<unsigned>((0 - reinterpret_cast<std::uintptr_t>(to)) % 4);
        unsigned const head = before < end ? before : end, words = (end - head) / 4;
        auto const staged = context.template shared<std::uint32_t>().from(2 * staged_place);
        for (unsigned i = rank; i < words; i += 32 * warps) {
            std::uint64_t const both = staged.get(i) | std::uint64_t{staged.get(i + 1)} << 32;
            context.global(reinterpret_cast<std::uint32_t*>(to + head))
                .put(i, static_cast<std::uint32_t>(both >> 8 * head));
        }
        if (rank >= end - 4 * words) return; // elements before the words, and after them
        unsigned const i = rank < head ? rank : 4 * words + rank;
        auto const bytes = context.template shared<std::uint8_t>().from(8 * staged_place);
        context.global(to).put(i, bytes.get(i));
    }
};

} // namespace gpu::inline v0::kernel
