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
#include <gpualgo/kernel/for_each_vector.hpp>
#include <gpualgo/kernel/function.hpp>
#include <gpualgo/kernel/sorted/bins.hpp>
#include <gpualgo/kernel/sorted/counters.hpp>
#include <gpualgo/kernel/sorted/hot_bins.hpp>
#include <gpualgo/kernel/unrolled.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::kernel {

/// The arguments of a histogram.
template <class T>
struct histogram_arguments {
    T const* in;              ///< the elements
    std::size_t n;            ///< how many
    bin_edge<T> const* edges; ///< sorted; unused if they are evenly spaced
    kernel::bins<T> bins;     ///< the bins
    histogram_counts counts;  ///< the result
    bool is_cleared;          ///< whether the launch ahead clears them; if not, there is one block
    bool has_edges;           ///< whether blocks compute all edges, see `block_edges`
    unsigned copies;          ///< of each counter in shared memory; 0 if there is no room
};

/// The edges of a histogram in global memory. They are not touched before one is needed: there are
/// none if edges are evenly spaced.
template <class Context, class Edge>
struct stored_edges {
    Context const& context; ///< of the kernel
    Edge const* first;      ///< edge 0, or anything

    /// @return edge i
    [[nodiscard]] GPUALGO_DEVICE Edge get(std::size_t i) const {
        return context.global(first).get(i);
    }
};

/// All edges in the shared memory of a block, after its counters.
template <class Array>
struct block_edges {
    Array edges; ///< edge 0 is the first

    /// @return edge i
    [[nodiscard]] GPUALGO_DEVICE auto get(std::size_t i) const { return edges.get(i); }
};

/// Waits for the launch ahead of this one. On the simulated device launches do not overlap.
template <class Context>
GPUALGO_DEVICE void wait_for_previous(Context const& context) {
    if constexpr (requires { context.wait_for_previous(); }) context.wait_for_previous();
}

/// The kernel body. The block's shared memory has `copies` of each counter.
struct histogram {
    static constexpr bool may_start_early = true; ///< may start while counts are cleared
    static constexpr bool waits_itself = true;    ///< for their launch, before the first addition

    /// @return whether a launch starts while the one ahead of it ends: not if that may write the
    /// elements
    template <class Arguments>
    static bool starts_early(Arguments const& arguments) {
        return arguments.is_cleared;
    }

    /// Whether blocks count values, and not bins.
    template <class T>
    static constexpr bool is_by_value = sizeof(T) == 1;

    /// @return the counters of a block
    template <class T>
    [[nodiscard]] GPUALGO_FUNCTION static constexpr std::uint32_t counters(std::uint32_t bins) {
        return is_by_value<T> ? 256 : bins;
    }

    /// Up to so many bins of bytes, blocks add the counts of values to counts of bins.
    static constexpr std::uint32_t most_bins_of_block = 64;

    /// Elements of a vector.
    template <class T>
    static constexpr unsigned width = sizeof(T) < 16 ? bit_floor(16 / sizeof(T)) : 1;

    /// Loads in flight per thread.
    static constexpr unsigned vectors_at_once = 4;

    static constexpr unsigned threads = 512; ///< per block

    /// Runs the thread's part.
    template <class Context, class T, class Nothing>
    GPUALGO_DEVICE static void run(Context const& context, histogram_arguments<T> const& arguments,
                                   Nothing) {
        if (arguments.copies == 0) return count_in_many_bins(context, arguments);
        unsigned const rank = context.block().thread_rank();
        kernel::bins<T> const bins = arguments.bins;
        std::uint32_t const counters = histogram::counters<T>(bins.count());
        block_counters const own(context.template shared<std::uint32_t>(), counters,
                                 arguments.copies, rank);
        own.clear(rank, threads);
        if (is_by_value<T> && rank < most_bins_of_block)
            counters_of_bins(context, arguments).put(rank, 0);
        if (is_by_value<T> && !arguments.is_cleared && bins.count() > most_bins_of_block)
            for (std::uint32_t i = rank; i < bins.count(); i += threads)
                put(context, arguments.counts, i, 0);
        auto const edges = context.template shared<bin_edge<T>>().from(
            words_of_counters(counters, arguments.copies) * sizeof(std::uint32_t) /
            sizeof(bin_edge<T>));
        if (arguments.has_edges)
            for (std::uint32_t i = rank; i <= bins.count(); i += threads)
                edges.put(i, bins.even.get(i));
        context.block().sync();
        auto const add = [own](std::uint32_t bin, std::uint32_t count) { own.add(bin, count); };
        if constexpr (is_by_value<T>)
            count_by(context, arguments, own,
                     [](T x) -> std::uint32_t { return bit_cast<std::uint8_t>(x); });
        else if (!bins.is_guessed) count_exactly(context, arguments, add);
        else if (arguments.has_edges)
            count_by(context, arguments, own,
                     [&bins, edges](T x) { return bins.find_near(edges, x); });
        else
            count_by(context, arguments, own,
                     [&bins](T x) { return bins.find_near(bins.even, x); });
        context.block().sync();
        if constexpr (is_by_value<T>)
            if (bins.count() <= most_bins_of_block) {
                add_values_to_bins(context, arguments, own);
                return;
            }
        wait_for_previous(context);
        for (std::uint32_t i = rank; i < counters; i += threads)
            add_total(context, arguments, i, own.total(i));
    }

    /// Bytes of shared memory, if there is no room for all counters.
    static constexpr std::size_t bytes_of_hot_bins = hot_bin_words * sizeof(std::uint32_t);

private:
    /// Counts in global memory, except for bins of a sample of the block's elements.
    template <class Context, class T>
    GPUALGO_DEVICE static void count_in_many_bins(Context const& context,
                                                  histogram_arguments<T> const& arguments) {
        unsigned const rank = context.block().thread_rank();
        hot_bins const hot(context.template shared<std::uint32_t>());
        hot.clear(rank, threads);
        context.block().sync();
        stored_edges<Context, bin_edge<T>> const edges{context, arguments.edges};
        auto const in = context.global(arguments.in);
        std::size_t i = (context.block_rank() * threads + rank) * width<T>; // of its first vectors
        for (unsigned k = 0; k < hot_bin_sample / threads && i < arguments.n; ++k) {
            hot.insert(arguments.bins.find(edges, in.get(i)));
            i += context.num_blocks() * threads * width<T>;
        }
        context.block().sync();
        wait_for_previous(context);
        auto const add = [&](std::uint32_t bin, std::uint32_t count) {
            if (bin < arguments.bins.count()) add_to_bin(context, arguments.counts, bin, count);
        };
        count_exactly(context, arguments, [&](std::uint32_t bin, std::uint32_t count) {
            if (!hot.add(bin, count)) add(bin, count);
        });
        context.block().sync();
        hot.for_each(rank, threads, add);
    }

    /// Counts by a function of an element that takes few instructions.
    /// @param find finds the counter of an element
    template <class Context, class T, class Counters, class Find>
    GPUALGO_DEVICE static void count_by(Context const& context,
                                        histogram_arguments<T> const& arguments, Counters own,
                                        Find find) {
        auto const count_one = [own, find](T x) { own.add(find(x), 1); };
        for_each_vector<width<T>, vectors_at_once>(
            context, context.global(arguments.in), arguments.n,
            [&](auto const& vector) {
                unrolled_on_gpu<width<T>, width<T>>([&](unsigned v) { count_one(vector[v]); });
            },
            count_one);
    }

    /// Finds the bin of each element by itself.
    /// @param add called as add(bin, count); the bin is their number for elements in none
    template <class Context, class T, class Add>
    GPUALGO_DEVICE static void count_exactly(Context const& context,
                                             histogram_arguments<T> const& arguments, Add add) {
        stored_edges<Context, bin_edge<T>> const edges{context, arguments.edges};
        kernel::bins<T> const bins = arguments.bins;
        run_counter count(add);
        bin_edge<T> last = bins.even.upper; // equal elements are searched once
        std::uint32_t bin = bins.count();
        auto const count_one = [&](T x) {
            if (auto const value = static_cast<bin_edge<T>>(x); value != last) {
                bin = bins.find(edges, x);
                last = value;
            }
            count(bin);
        };
        for_each_vector<width<T>, 1>(
            context, context.global(arguments.in), arguments.n,
            [&](auto const& vector) {
                unrolled_on_gpu<width<T>, width<T>>([&](unsigned v) { count_one(vector[v]); });
            },
            count_one);
        count.end();
    }

    /// Adds the counters of values to counters of bins, and these to the counts. If there are few
    /// bins, so many additions to each count would wait for each other.
    template <class Context, class T, class Counters>
    GPUALGO_DEVICE static void add_values_to_bins(Context const& context,
                                                  histogram_arguments<T> const& arguments,
                                                  Counters own) {
        static_assert(threads >= 256);
        unsigned const rank = context.block().thread_rank();
        auto const of_bins = counters_of_bins(context, arguments);
        if (std::uint32_t const total = rank < 256 ? own.total(rank) : 0; total > 0)
            if (auto const bin = bin_of_value(context, arguments, rank);
                bin < arguments.bins.count())
                (void)of_bins.fetch_add(bin, total);
        context.block().sync();
        wait_for_previous(context);
        if (rank >= arguments.bins.count()) return;
        if (arguments.is_cleared) add_to_bin(context, arguments.counts, rank, of_bins.get(rank));
        else put(context, arguments.counts, rank, of_bins.get(rank));
    }

    /// @return counters of bins, after those of values
    template <class Context, class T>
    GPUALGO_DEVICE static auto counters_of_bins(Context const& context,
                                                histogram_arguments<T> const& arguments) {
        return context.template shared<std::uint32_t>().from(
            words_of_counters(256, arguments.copies));
    }

    /// @param value of a byte, by its bits
    template <class Context, class T>
    GPUALGO_DEVICE static std::uint32_t bin_of_value(Context const& context,
                                                     histogram_arguments<T> const& arguments,
                                                     std::uint32_t value) {
        stored_edges<Context, bin_edge<T>> const edges{context, arguments.edges};
        return arguments.bins.find(edges, bit_cast<T>(static_cast<std::uint8_t>(value)));
    }

    /// Adds a counter of the block to the counts.
    template <class Context, class T>
    GPUALGO_DEVICE static void add_total(Context const& context,
                                         histogram_arguments<T> const& arguments,
                                         std::uint32_t counter, std::uint32_t total) {
        if constexpr (is_by_value<T>) {
            if (total == 0) return;
            std::uint32_t const bin = bin_of_value(context, arguments, counter);
            if (bin < arguments.bins.count()) add_to_bin(context, arguments.counts, bin, total);
        } else if (!arguments.is_cleared) {
            put(context, arguments.counts, counter, total);
        } else if (total > 0) {
            add_to_bin(context, arguments.counts, counter, total);
        }
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
