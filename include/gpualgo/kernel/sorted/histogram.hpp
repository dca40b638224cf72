// SPDX-License-Identifier: Apache-2.0
/// @file
/// Counts the elements of an array by bins.
///
/// Each block counts in shared memory and adds its counts to those of the grid at its end. If there
/// is room, a block has several copies of each count. Copies of one count lie in different banks,
/// and neighbouring lanes use different copies. With 32 copies, no lane waits for another lane of
/// its warp, also if all elements are equal. A thread adds the elements of a run in one bin at
/// once.
///
/// Elements of one byte are counted by value, which takes no search for a bin. At the end each
/// block finds the bins of the 256 values.
#pragma once

#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sorted/bins.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The counts of a histogram: of 4 or of 8 bytes.
struct histogram_counts {
    std::uint32_t* narrow; ///< null if counts have 8 bytes
    std::uint64_t* wide;   ///< null if counts have 4 bytes
};

/// Adds to a count of a bin, atomically.
template <class Context>
GPUALGO_DEVICE void add_to_bin(Context const& context, histogram_counts const& counts,
                               std::uint32_t bin, std::uint32_t total) {
    if (counts.wide != nullptr) (void)context.global(counts.wide).fetch_add(bin, total);
    else (void)context.global(counts.narrow).fetch_add(bin, total);
}

/// The arguments of a histogram.
template <class T>
struct histogram_arguments {
    T const* in;              ///< the elements
    std::size_t n;            ///< how many
    bin_edge<T> const* edges; ///< sorted
    kernel::bins<T> bins;     ///< the bins
    histogram_counts counts;  ///< zeros, or unspecified if one block counts in shared memory
    unsigned copies;          ///< of each counter in shared memory; 0 if there is no room
};

/// The kernel body. The block's shared memory has `copies` of each counter.
struct histogram {
    static constexpr bool lets_next_start = true; ///< waits for the launch that clears the counts

    /// Whether blocks count values, and not bins.
    template <class T>
    static constexpr bool is_by_value = sizeof(T) == 1;

    /// @return the counters of a block
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint32_t counters(std::uint32_t bins) {
        return is_by_value<T> ? 256 : bins;
    }

    /// Elements of a vector.
    template <class T>
    static constexpr unsigned width = sizeof(T) < 16 ? bit_floor(16 / sizeof(T)) : 1;

    /// Loads in flight per thread: few if a vector has many elements, because all are unrolled.
    template <class T>
    static constexpr unsigned vectors_at_once = sizeof(T) < 4 ? 2 : 4;

    /// Runs the thread's part.
    template <class Context, class T, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, histogram_arguments<T> const& arguments,
                                   Nothing) {
        auto const edges = context.global(arguments.edges);
        auto const counts = context.template shared<std::uint32_t>();
        kernel::bins<T> const bins = arguments.bins;
        std::uint32_t const counters = histogram::counters<T>(bins.count);
        unsigned const rank = context.block().thread_rank(), copies = arguments.copies;
        if (copies > 0) {
            for (std::size_t i = rank; i < std::size_t{counters} * copies;
                 i += context.block().num_threads())
                counts.put(i, 0);
            context.block().sync();
        }
        std::uint32_t counter = counters, length = 0; // a run of elements
        auto const end_run = [&] {
            if (counter == counters) return;
            if (copies > 0)
                (void)counts.fetch_add(std::size_t{counter} * copies + rank % copies, length);
            else add_to_bin(context, arguments.counts, counter, length);
        };
        if (arguments.n > 0)
            for_each(context, arguments, [&](T const& x) {
                std::uint32_t next = 0;
                if constexpr (is_by_value<T>) next = bit_cast<std::uint8_t>(x);
                else next = bins.find(edges, x);
                if (next != counter) {
                    end_run();
                    counter = next;
                    length = 0;
                }
                ++length;
            });
        end_run();
        if (copies == 0) return;
        context.block().sync();
        for (std::uint32_t i = rank; i < counters; i += context.block().num_threads()) {
            std::uint32_t total = 0;
            for (unsigned copy = 0; copy < copies; ++copy)
                total += counts.get(std::size_t{i} * copies + (copy + rank) % copies);
            if constexpr (is_by_value<T>) {
                if (total == 0) continue;
                auto const value = bit_cast<T>(static_cast<std::uint8_t>(i));
                std::uint32_t const bin = bins.find(edges, value);
                if (bin < bins.count) add_to_bin(context, arguments.counts, bin, total);
            } else if (context.num_blocks() == 1) {
                put(context, arguments.counts, i, total);
            } else if (total > 0) {
                add_to_bin(context, arguments.counts, i, total);
            }
        }
    }

private:
    /// Calls f for the calling thread's elements, in a grid-stride loop of vectors.
    template <class Context, class T, class F>
    GPUALGO_DEVICE static void for_each(Context const& context,
                                        histogram_arguments<T> const& arguments, F f) {
        auto const in = context.global(arguments.in);
        if (in.template is_aligned<width<T>>()) for_each_in<true>(context, in, arguments.n, f);
        else for_each_in<false>(context, in, arguments.n, f);
    }

    template <bool Aligned, class Context, class Input, class F>
    GPUALGO_DEVICE static void for_each_in(Context const& context, Input in, std::size_t n, F& f) {
        constexpr unsigned V = width<typename Input::value_type>;
        constexpr unsigned at_once = vectors_at_once<typename Input::value_type>;
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        std::size_t const rank =
            context.block_rank() * context.block().num_threads() + context.block().thread_rank();
        // unaligned loads may read V elements after the vector
        std::size_t const vectors = Aligned ? n / V : n < V ? 0 : (n - V) / V;
        auto const load = [&](std::size_t vector) {
            if constexpr (Aligned) return in.template aligned_vector<V>(vector * V);
            else return in.template shifted_vector<V>(vector * V);
        };
        auto const visit = [&](auto const& vector) {
            unrolled_on_gpu<V, V>([&](unsigned v) { f(vector[v]); });
        };
        std::size_t i = rank;
        for (; i + (at_once - 1) * threads < vectors; i += at_once * threads) {
            decltype(load(0)) loaded[at_once];
            unrolled_on_gpu<at_once, at_once>(
                [&](unsigned b) { loaded[b] = load(i + b * threads); });
            unrolled_on_gpu<at_once, at_once>([&](unsigned b) { visit(loaded[b]); });
        }
        for (; i < vectors; i += threads) // fewer than the vectors at once
            for (std::size_t k = i * V; k < (i + 1) * V; ++k) f(in.get(k));
        for (i = vectors * V + rank; i < n; i += threads) f(in.get(i));
    }

    template <class Context>
    GPUALGO_DEVICE static void put(Context const& context, histogram_counts const& counts,
                                   std::uint32_t bin, std::uint32_t total) {
        if (counts.wide != nullptr) context.global(counts.wide).put(bin, total);
        else context.global(counts.narrow).put(bin, total);
    }
};

/// The arguments of `clear_counts`.
struct clear_counts_arguments {
    histogram_counts counts; ///< the counts
    std::size_t n;           ///< how many
};

/// Sets counts to zero, for the next launch.
struct clear_counts {
    /// Runs the thread's part.
    template <class Context, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, clear_counts_arguments arguments,
                                   Nothing) {
        context.let_next_start();
        std::size_t const threads = context.num_blocks() * context.block().num_threads();
        for (std::size_t i = context.block_rank() * context.block().num_threads() +
                             context.block().thread_rank();
             i < arguments.n; i += threads)
            if (arguments.counts.wide != nullptr) context.global(arguments.counts.wide).put(i, 0);
            else context.global(arguments.counts.narrow).put(i, 0);
    }
};

} // namespace gpu::inline v0::kernel
