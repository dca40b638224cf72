// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical scan on the host's cores.
///
/// A core takes the next chunk, folds it, publishes the total, and scans the chunk. That is still
/// in its cache then, so elements are read from memory once. A chunk waits for earlier totals only,
/// whose cores wait for nothing before they publish. If a core is taken from the process meanwhile,
/// the others fold its chunk themselves.
#pragma once

#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"
#include "loops.hpp"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace gpu::inline v0::detail {

/// A scan of n > 0 elements.
template <class Value, class T>
struct host_scan {
    Value const* in;
    std::size_t n;
    Value* out;        ///< may be the input
    T const* init;     ///< null if there is none
    bool is_exclusive; ///< has an init
};

/// The chunks of a scan by several cores.
template <class Value, class T, class Op>
class scan_chunks {
public:
    /// @param chunk_bytes a power of two; stays in a core's L2 cache between its total and its scan
    scan_chunks(host_scan<Value, T> const& scan, scan_loops<Value, T, Op> const& loops,
                std::size_t chunk_bytes)
        : scan_(scan), loops_(loops), chunk_(chunk_bytes / sizeof(Value)),
          totals_((scan.n - 1) / chunk_ + 1) {}

    [[nodiscard]] std::size_t count() const { return totals_.size(); }

    /// @return the next chunk for the calling thread; not below `count` if none is left
    std::size_t take() { return next_.fetch_add(1, std::memory_order_relaxed); }

    /// Scans chunks until none is left.
    [[gnu::noipa]] void work() {
        [[maybe_unused]] environment_of<T> const standard{};
        prefix_stack<T, Op> seen{}; // totals of earlier chunks
        for (std::size_t c; (c = take()) < totals_.size();) {
            if (c + 1 < totals_.size()) {
                totals_[c].value = loops_.fold(scan_.in + c * chunk_, chunk_);
                totals_[c].is_ready.store(true, std::memory_order_release);
            }
            while (seen.leaves < c) seen.push(wait_for(seen.leaves));
            run(c, seen);
        }
    }

    /// Scans chunk c.
    /// @param seen the totals of all earlier chunks
    void run(std::size_t c, prefix_stack<T, Op> const& seen) const {
        std::size_t const begin = c * chunk_;
        prefix_stack<T, Op> front = seen;
        front.leaves = begin / loops_.leaf;
        scan_part<Value, T, Op> part{scan_.in + begin,
                                     std::min(chunk_, scan_.n - begin),
                                     scan_.out + begin,
                                     &front,
                                     scan_.init != nullptr ? *scan_.init : T{},
                                     {},
                                     scan_.init != nullptr,
                                     scan_.is_exclusive};
        if (scan_.is_exclusive)
            part.before = kernel::as_element<Value>(
                front.depth == 0 ? part.init : Op()(part.init, front.all()));
        loops_.scan(part);
    }

private:
    struct alignas(64) total {
        std::atomic<bool> is_ready = false;
        T value;
    };

    /// @return the total of chunk c, from the core that has it; if that core does something else,
    /// computed again
    T wait_for(std::size_t c) const {
        constexpr unsigned few = 1000; // as many take less time than a chunk
        for (unsigned looks = 0; !totals_[c].is_ready.load(std::memory_order_acquire); ++looks) {
            if (looks < few) continue;
            // in place, the other core could overwrite the chunk meanwhile
            if (scan_.in != scan_.out) return loops_.fold(scan_.in + c * chunk_, chunk_);
            std::this_thread::yield();
        }
        return totals_[c].value;
    }

    host_scan<Value, T> scan_;
    scan_loops<Value, T, Op> loops_;
    std::size_t chunk_; ///< elements
    std::vector<total> totals_;
    std::atomic<std::size_t> next_ = 0;
};

/// Longer ranges are scanned by all cores. A scan computes more per byte than a reduction.
inline constexpr std::size_t one_core_scan_bytes = 192 << 10;

/// Scans in the canonical order.
/// @param set must satisfy is_usable
template <class Op, class Value, class T>
[[gnu::noipa]] void scan_on_cores(host_scan<Value, T> const& scan, instruction_set set) {
    bool const is_far = scan.n > one_core_bytes / sizeof(Value);
    bool const is_long = scan.n > one_core_scan_bytes / sizeof(Value);
    if (is_far && is_exact<T, Op>) set = for_large_arrays(set); // little is computed from integers
    auto const loops = scan_loops<Value, T, Op>::choose(set);
    if (!is_long || concurrency() < 2) {
        [[maybe_unused]] environment_of<T> const standard{};
        prefix_stack<T, Op> front{};
        scan_part<Value, T, Op> part{scan.in,
                                     scan.n,
                                     scan.out,
                                     &front,
                                     scan.init != nullptr ? *scan.init : T{},
                                     {},
                                     scan.init != nullptr,
                                     scan.is_exclusive};
        if (scan.is_exclusive) part.before = kernel::as_element<Value>(part.init);
        return loops.scan(part);
    }
    scan_chunks<Value, T, Op> work(scan, loops, std::size_t{is_far ? 128u : 64u} << 10);
    parallel_for(std::min<std::size_t>(work.count(), concurrency()),
                 [&](std::size_t) { work.work(); });
}

} // namespace gpu::inline v0::detail
