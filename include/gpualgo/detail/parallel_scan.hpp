// SPDX-License-Identifier: Apache-2.0
/// @file
/// The canonical scan of a host range by the program, on all cores.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/detail/divisible_iterator.hpp>
#include <gpualgo/detail/first_failure.hpp>
#include <gpualgo/detail/invoke.hpp>
#include <gpualgo/detail/ordered_chunks.hpp>
#include <gpualgo/detail/scan_in_program.hpp>
#include <gpualgo/detail/scan_totals.hpp>
#include <gpualgo/kernel/bits.hpp>
#include <gpualgo/kernel/conversion.hpp>

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector> // std::construct_at

namespace gpu::inline v0::detail {

/// A scan on all cores. A thread reads a chunk, and scans it in memory of its own. In its turn, it
/// adds the chunk's total to those of the chunks before. It puts these in front of its results, and
/// writes them.
/// @tparam T trivially copyable
template <class T, class I, class O, class Op, class F>
class parallel_scan {
    static constexpr std::size_t bytes = 16384; ///< of a chunk: a thread has it on its stack
    static constexpr std::size_t chunk = kernel::bit_floor(bytes / sizeof(T));
    static_assert(chunk % scanned_block == 0);

public:
    parallel_scan(scan_kind kind, I first, std::size_t n, O out, T const* init, Op& op, F& f)
        : kind_(kind), first_(first), n_(n), out_(out), totals_(init), init_(init), op_(op), f_(f) {
    }

    /// Rethrows an exception of the operator, of the transform or of an iterator.
    void run() {
        constexpr std::size_t most_threads = 1024;
        std::size_t const chunks = (n_ + chunk - 1) / chunk;
        ::gpualgo_v0_parallel_for(
            chunks < most_threads ? chunks : most_threads,
            [](void* self, std::uint64_t) { static_cast<parallel_scan*>(self)->run_chunks(); },
            this);
        failure_.rethrow();
    }

private:
    /// A chunk that fails still has its turn, so that no thread waits for it in vain.
    void run_chunks() noexcept {
        memory_of_elements<T, 1 + chunk> memory;
        T* const x = memory.x + 1;
        for (std::size_t c; (c = chunks_.take()) * chunk < n_;) {
            std::size_t const begin = c * chunk, n = n_ - begin < chunk ? n_ - begin : chunk;
            if (!failure_.has_failed())
                failure_.try_to([&] {
                    auto next = first_ + static_cast<std::iter_difference_t<I>>(begin);
                    for (std::size_t i = 0; i < n; ++i, (void)++next)
                        std::construct_at(x + i, kernel::converted<T>(detail::invoke(f_, *next)));
                    detail::scan_blocks(x, n, op_);
                });
            scan_totals<T> before;
            chunks_.in_turn(c, [&] {
                if (failure_.has_failed()) return;
                before = totals_;
                failure_.try_to([&] { totals_.push(x[n - 1], op_); });
            });
            if (failure_.has_failed()) continue;
            failure_.try_to([&] { write(c, x, n, before); });
        }
    }

    /// Writes the results of a chunk.
    /// @param x memory for one element, and the scanned elements
    void write(std::size_t c, T* x, std::size_t n, scan_totals<T> const& before) {
        before.precede(x, n, op_);
        T const* results = x;
        if (kind_ == scan_kind::exclusive) {
            results = x - 1;
            std::construct_at(x - 1, c == 0 ? *init_ : before.all(op_));
        }
        auto out = out_ + static_cast<std::iter_difference_t<O>>(c * chunk);
        for (std::size_t i = 0; i < n; ++i, (void)++out) *out = results[i];
    }

    scan_kind kind_;
    I first_;
    std::size_t n_;
    O out_;
    scan_totals<T> totals_;
    T const* init_;
    Op& op_;
    F& f_;
    ordered_chunks chunks_;
    first_failure failure_;
};

/// Fewer elements are scanned by one thread in the time that it takes to start others.
inline constexpr std::size_t least_scanned_on_cores = 16384;

/// Whether all cores can scan. Integers by a listed operator are not: one addition per element
/// takes less time than the canonical order on few cores.
template <class T, class I, class O, class Op>
concept scanned_on_cores =
    scanned_together<T, I> && random_access_iterator<I> && divisible_iterator<O> &&
    !(std::integral<T> && listed_scan<as_listed<T>, listed_operator<Op, T>>);

/// Scans n elements on all cores.
template <class T, class I, class O, class Op, class F>
void scan_on_cores(scan_kind kind, I first, std::size_t n, O out, T const* init, Op& op, F& f) {
    auto const fold = [&op](auto& a, auto& b) -> T { return kernel::implicitly<T>(op(a, b)); };
    parallel_scan<T, I, O, decltype(fold), F>(kind, first, n, out, init, fold, f).run();
}

} // namespace gpu::inline v0::detail
