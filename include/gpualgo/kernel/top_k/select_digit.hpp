// SPDX-License-Identifier: Apache-2.0
/// @file
/// One pass of a radix selection: finds a digit of the k-th key of an array, in one launch.
///
/// 1. Each block counts the digits of its elements in shared memory: of those elements whose higher
///    digits are the ones that earlier passes have found.
/// 2. It adds its counts to those of all blocks.
/// 3. The block that finishes last finds the digit whose elements have the wanted rank.
#pragma once

#include <gpualgo/kernel/for_each_vector.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/sorted/counters.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The digits of the k-th key that are known.
struct digit_state {
    unsigned long long prefix; ///< the digits, as a number
    unsigned long long rank;   ///< of the key among all keys that begin with these digits, from 0
    unsigned long long count;  ///< keys that begin with these digits
};

/// The arguments of `select_digit`.
template <class Bits>
struct digit_choice_arguments {
    Bits const* in;          ///< the input
    std::size_t n;           ///< its elements, at least one
    unsigned shift;          ///< bits below the digit
    digit_state first;       ///< the state of the first pass
    digit_state const* from; ///< the state after the pass before; null in the first pass
    digit_state* to;         ///< the state after this pass
    shared_word* counts;     ///< one per digit: zeros
};

/// The kernel body.
struct select_digit {
    static constexpr bool finishes = true; ///< calls the context's `finish`
    static constexpr bool may_start_early =
        true;                                ///< waits for the launch ahead, whose state it reads
    static constexpr unsigned digits = 256;  ///< values of a digit
    static constexpr unsigned threads = 512; ///< of a block
    /// Elements that one load has.
    template <class Bits>
    static constexpr unsigned width = 16 / sizeof(Bits);
    static constexpr unsigned vectors_at_once = 4; ///< loads in flight per thread
    static constexpr unsigned copies = 16;         ///< of each count of a block

    /// Bytes of shared memory.
    static constexpr std::size_t shared_bytes =
        words_of_counters(digits, copies) * sizeof(std::uint32_t);

    /// Runs the thread's part.
    template <class Context, class Bits, class Order>
    GPUALGO_DEVICE static void run(Context const& context,
                                   digit_choice_arguments<Bits> const& arguments, Order order) {
        using word = std::conditional_t<sizeof(Bits) == 8, Bits, std::uint32_t>;
        unsigned const rank = context.block().thread_rank();
        block_counters const own(context.template shared<std::uint32_t>(), digits, copies, rank);
        digit_state const state =
            arguments.from == nullptr ? arguments.first : context.global(arguments.from).get(0);
        own.clear(rank, threads);
        context.block().sync();
        auto const prefix = static_cast<word>(state.prefix);
        auto const count = [&](Bits x) {
            auto const rest = static_cast<word>(word{order.sortable(x)} >> arguments.shift);
            if (rest / digits == prefix) own.add(static_cast<std::uint32_t>(rest % digits), 1);
        };
        for_each_vector<width<Bits>, vectors_at_once>(
            context, context.global(arguments.in), arguments.n,
            [&](auto const& vector) {
                unrolled_on_gpu<width<Bits>, width<Bits>>([&](unsigned v) { count(vector[v]); });
            },
            count);
        context.block().sync();
        auto const counts = context.global(arguments.counts);
        if (std::uint32_t const total = rank < digits ? own.total(rank) : 0; total != 0)
            (void)counts.fetch_add(rank, total);
        if (!context.is_last_block() || context.template tile<32>().meta_group_rank() != 0) return;
        find_digit(context, counts, state, arguments.to);
    }

private:
    /// Called by the first warp: each lane has eight digits.
    template <class Context, class Counts>
    GPUALGO_DEVICE static void find_digit(Context const& context, Counts const& counts,
                                          digit_state state, digit_state* to) {
        constexpr unsigned per_lane = digits / 32;
        auto const warp = context.template tile<32>();
        unsigned const lane = warp.thread_rank();
        shared_word own = 0;
        for (unsigned d = 0; d < per_lane; ++d) own += counts.get(lane * per_lane + d);
        shared_word sum = own;
        for (unsigned distance = 1; distance < 32; distance *= 2) {
            shared_word const before = warp.shfl_up(sum, distance);
            if (lane >= distance) sum += before;
        }
        if (state.rank < sum - own || state.rank >= sum) return;
        unsigned digit = lane * per_lane;
        shared_word before = sum - own;
        while (state.rank - before >= counts.get(digit)) before += counts.get(digit++);
        context.global(to).put(
            0, {state.prefix * digits + digit, state.rank - before, counts.get(digit)});
        context.finish();
    }
};

} // namespace gpu::inline v0::kernel
