// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts how often each key of 2 bytes occurs. So numbers are sorted without moving any:
/// `expand_keys` writes each key as often.
///
/// A block has a counter of 16 bits for each of the 2^16 keys in shared memory, two per word. It
/// reads its numbers in rounds of half a counter's range. After a round, counters that are beyond
/// half of it give that half away, so none overflows. At its end, a block writes its counters to
/// global memory: to add them to others by atomics would take several times as long.
#pragma once

#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sort/sort_order.hpp>
#include <gpualgo/kernel/unrolled.hpp>
#include <gpualgo/kernel/vector_store.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// Keys of 2 bytes.
inline constexpr unsigned num_keys = 1u << 16;

/// The arguments of `count_keys`.
struct count_keys_arguments {
    std::uint16_t const* in; ///< the numbers
    std::size_t n;           ///< how many, below 2^32
    std::uint32_t* counters; ///< two per word; `num_keys` per block
    std::uint32_t* halves; ///< what blocks gave away of each key: zeros before the launch, or null
};

/// The kernel body.
struct count_keys {
    static constexpr unsigned threads = 1024;       ///< per block
    static constexpr unsigned words = num_keys / 2; ///< of a block's counters
    static constexpr unsigned width = 8;            ///< numbers per vector
    static constexpr unsigned vectors = 4;          ///< of a thread in a round
    static constexpr std::uint32_t half = 1u << 15; ///< of a counter's range
    static constexpr std::size_t round = std::size_t{threads} * vectors * width; ///< numbers
    static_assert(round == half);
    /// Bytes of shared memory: the counters, and a flag for rounds of even and of odd numbers.
    static constexpr std::size_t shared_bytes = words * sizeof(std::uint32_t) + 16;

    /// @return whether counters may give halves away: otherwise they need no memory for that
    static constexpr bool needs_halves(std::size_t n, std::size_t blocks) {
        return n >= blocks * round;
    }

    /// Runs the thread's part.
    template <class Context>
    GPUALGO_DEVICE static void run(Context const& context, count_keys_arguments const& arguments,
                                   sort_order<std::uint16_t> order) {
        auto const block = context.block();
        unsigned const rank = block.thread_rank();
        auto const counters = context.template shared<std::uint32_t>();
        auto const are_beyond = counters.from(words); // flags: whether a counter is
        auto const pairs = context.template shared<std::uint64_t>();
        unrolled_on_gpu<words / 2 / threads, 4>(
            [&](unsigned k) { pairs.put(k * threads + rank, 0); });
        if (rank < 2) are_beyond.put(rank, 0);
        block.sync();
        unsigned parity = 0; // of the round's number
        auto const add = [&](unsigned key, std::uint32_t count) {
            unsigned const shift = key % 2 * 16;
            std::uint32_t const before = counters.fetch_add(key / 2, count << shift);
            std::uint32_t const own = before >> shift & 0xffff;
            if (own < half && own + count >= half) (void)are_beyond.fetch_or(parity, 1);
        };
        auto const in = context.global(arguments.in);
        std::size_t const distance = in.template before_boundary<width>();
        std::size_t const head = distance < arguments.n ? distance : arguments.n;
        std::size_t const all = (arguments.n - head) / width, tail = head + all * width;
        if (context.block_rank() == 0) { // fewer than two vectors
            if (rank < head) add(order.key(in.get(rank)), 1);
            if (rank < arguments.n - tail) add(order.key(in.get(tail + rank)), 1);
        }
        constexpr std::size_t step = threads * vectors;
        for (std::size_t first = context.block_rank() * step; first < all;
             first += context.num_blocks() * step) {
            auto const place = [&](unsigned k) { return first + k * threads + rank; };
            decltype(in.template aligned_vector<width>(0)) loaded[vectors];
            unrolled_on_gpu<vectors, vectors>([&](unsigned k) {
                if (place(k) < all)
                    loaded[k] = in.template aligned_vector<width>(head + place(k) * width);
            });
            unrolled_on_gpu<vectors, vectors>([&](unsigned k) {
                if (place(k) < all) add_runs(loaded[k], order, add);
            });
            if (arguments.halves != nullptr) give_halves(context, arguments.halves, parity);
            parity ^= 1;
        }
        block.sync();
        auto const out = context.global(arguments.counters).from(context.block_rank() * words);
        unrolled_on_gpu<words / 4 / threads, 4>([&](unsigned k) {
            unsigned const i = 4 * (k * threads + rank);
            auto const four = counters.template vector<4>(i);
            std::uint32_t const values[4] = {four[0], four[1], four[2], four[3]};
            put_16_bytes(out, i, values);
        });
    }

private:
    /// Calls add(key, count) for each run of equal numbers in a vector.
    template <class Vector, class Add>
    GPUALGO_DEVICE static void add_runs(Vector const& numbers, sort_order<std::uint16_t> order,
                                        Add add) {
        std::uint32_t count = 1;
        unrolled_on_gpu<width, width>([&](unsigned v) {
            if (v + 1 < width && numbers[v] == numbers[(v + 1) % width]) {
                ++count;
            } else {
                add(order.key(numbers[v]), count);
                count = 1;
            }
        });
    }

    /// Ends a round: halves of counters that are beyond half go to global memory.
    /// @param parity of the round's number. The flag of the next round is another one, which may be
    /// set while threads read this one
    template <class Context>
    GPUALGO_DEVICE static void give_halves(Context const& context, std::uint32_t* halves,
                                           unsigned parity) {
        unsigned const rank = context.block().thread_rank();
        auto const counters = context.template shared<std::uint32_t>();
        auto const are_beyond = counters.from(words);
        context.block().sync();
        if (are_beyond.get(parity) == 0) return;
        context.block().sync(); // all have read it
        if (rank == 0) are_beyond.put(parity, 0);
        auto const all = context.global(halves);
        for (unsigned word = rank; word < words; word += threads) {
            std::uint32_t const both = counters.get(word);
            constexpr std::uint32_t beyond = half | half << 16;
            if ((both & beyond) == 0) continue;
            if ((both & half) != 0) (void)all.fetch_add(2 * word, half);
            if ((both >> 16 & half) != 0) (void)all.fetch_add(2 * word + 1, half);
            counters.put(word, both & ~beyond);
        }
        context.block().sync();
    }
};

} // namespace gpu::inline v0::kernel
