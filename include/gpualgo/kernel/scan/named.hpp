// SPDX-License-Identifier: Apache-2.0
/// @file
/// The bodies of scans by named strategies. Blocks scan their elements by the strategy and write
/// their totals. The totals are scanned likewise. Then each block folds the total of the blocks
/// before it in front of its results.
#pragma once

#include <gpualgo/kernel/operators.hpp>
#include <gpualgo/kernel/scan/blelloch.hpp>
#include <gpualgo/kernel/scan/hillis_steele.hpp>
#include <gpualgo/kernel/scan/tile_scan.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::kernel {

/// The arguments of `scan_by_blocks`.
template <class T>
struct block_scan_arguments {
    T const* in;       ///< n elements
    T* out;            ///< n results of each block by itself; may be the input
    std::size_t n;     ///< at least 1
    T* totals;         ///< one for every block
    bool is_exclusive; ///< then the first result of each block is not written
};

/// Each block scans its elements.
template <class Policy>
struct scan_by_blocks {
    /// Elements per thread: neighbours, which are loaded at once.
    template <class T>
    static constexpr unsigned items = std::is_same_v<Policy, policy::warp_shuffle> ? 16 / sizeof(T)
                                                                                   : 1;

    /// Shared memory has room for one value per thread.
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, block_scan_arguments<T> arguments,
                                   Op op) {
        constexpr unsigned V = items<T>;
        auto const block = context.block();
        auto const in = context.global(arguments.in);
        unsigned const rank = block.thread_rank();
        std::size_t const begin = (context.block_rank() * block.num_threads() + rank) * V;
        std::size_t const n = arguments.n;
        T x[V];
        if (begin + V <= n) {
            auto const loaded = in.template vector<V>(begin);
            for (unsigned v = 0; v < V; ++v) x[v] = loaded[v];
        } else {
            for (unsigned v = 0; v < V; ++v) x[v] = begin + v < n ? in.get(begin + v) : T{};
        }
        for (unsigned v = 1; v < V; ++v) x[v] = op(x[v - 1], x[v]);
        T const folded = block_scan<Policy>::run(context, x[V - 1], op);

        T before{}; // the fold of the threads before this one
        if (V > 1 || arguments.is_exclusive) {
            auto const shared = context.template shared<T>();
            block.sync();
            shared.put(rank, folded);
            block.sync();
            if (rank > 0) before = shared.get(rank - 1);
        }
        for (unsigned v = 0; v + 1 < V; ++v)
            if (rank > 0) x[v] = op(before, x[v]);
        x[V - 1] = folded;
        write(context, arguments, begin, x, before);
    }

private:
    template <class Context, class T, unsigned V>
    GPUALGO_DEVICE static void write(Context const& context,
                                     block_scan_arguments<T> const& arguments, std::size_t begin,
                                     T const (&x)[V], T before) {
        auto const out = context.global(arguments.out);
        std::size_t const n = arguments.n;
        unsigned const rank = context.block().thread_rank();
        for (unsigned v = 0; v < V; ++v) {
            if (begin + v >= n) break;
            bool const is_last =
                begin + v + 1 == n || (rank + 1 == context.block().num_threads() && v + 1 == V);
            if (is_last) context.global(arguments.totals).put(context.block_rank(), x[v]);
            if (!arguments.is_exclusive) out.put(begin + v, x[v]);
            else if (v > 0) out.put(begin + v, x[v - 1]);
            else if (rank > 0) out.put(begin, before);
        }
    }
};

/// The arguments of `precede_blocks`.
template <class T>
struct precede_arguments {
    T* out;              ///< n results of blocks by themselves
    std::size_t n;       ///< at least 1
    unsigned per_thread; ///< elements per thread of the scan
    T const* totals;     ///< those of all blocks up to each one
    T init;              ///< if `has_init`
    bool has_init;       ///< whether init precedes the elements
    bool is_exclusive;   ///< has an init
};

/// Folds init and the total of the blocks before in front of each block's results.
struct precede_blocks {
    /// Thread t takes the block's elements t, t + threads, t + 2 threads, ...
    template <class Context, class T, class Op>
    GPUALGO_DEVICE static void run(Context const& context, precede_arguments<T> arguments, Op op) {
        auto const out = context.global(arguments.out);
        std::size_t const block = context.block_rank();
        unsigned const threads = context.block().num_threads();
        std::size_t const begin = block * threads * arguments.per_thread;
        bool const has_front = block > 0 || arguments.has_init;
        T front = arguments.init;
        if (block > 0) {
            front = context.global(arguments.totals).get(block - 1);
            if (arguments.has_init) front = op(arguments.init, front);
        }
        for (unsigned k = context.block().thread_rank(); k < threads * arguments.per_thread;
             k += threads) {
            if (begin + k >= arguments.n) break;
            if (arguments.is_exclusive && k == 0) {
                out.put(begin, quieted(front));
                continue;
            }
            T const result = out.get(begin + k);
            out.put(begin + k, quieted(has_front ? op(front, result) : result));
        }
    }
};

} // namespace gpu::inline v0::kernel
