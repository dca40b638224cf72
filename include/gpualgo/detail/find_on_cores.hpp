// SPDX-License-Identifier: Apache-2.0
/// @file
/// The search for the first match by the program, in chunks on all cores of the host.
#pragma once

#include <gpualgo/abi/host_services.hpp>
#include <gpualgo/detail/mutex.hpp>

#include <cstddef>
#include <cstdint>
#include <exception>

namespace gpu::inline v0::detail {

/// A search for the first match in n elements.
/// @tparam Search called as search(begin, count): the index in the chunk of its first match, or
/// `count`
template <class Search>
class first_match_on_cores {
    static constexpr std::size_t chunk = 4096; ///< elements that a thread takes at once

public:
    first_match_on_cores(std::size_t n, Search& search) : n_(n), search_(search), best_(n) {}

    /// Searches the first chunk in the calling thread: matches are often near. Rethrows an
    /// exception of the search, but none that a search in order would not meet.
    /// @return the index of the first match, or n
    std::size_t run() {
        constexpr std::size_t most_threads = 1024;
        std::size_t const first = n_ < chunk ? n_ : chunk;
        if (std::size_t const found = search_(0, first); found < first || first == n_) return found;
        std::size_t const chunks = (n_ - 1) / chunk;
        ::gpualgo_v0_parallel_for(
            chunks < most_threads ? chunks : most_threads,
            [](void* self, std::uint64_t) {
                static_cast<first_match_on_cores*>(self)->search_chunks();
            },
            this);
        if (failure_ && failed_chunk_ == best_) std::rethrow_exception(failure_);
        return best_;
    }

private:
    /// Takes chunks in their order, until one begins after a match.
    void search_chunks() noexcept {
        for (;;) {
            std::size_t const begin = __atomic_fetch_add(&next_, chunk, __ATOMIC_RELAXED);
            if (begin >= __atomic_load_n(&best_, __ATOMIC_RELAXED)) return;
            std::size_t const size = n_ - begin < chunk ? n_ - begin : chunk;
            try {
                std::size_t const found = search_(begin, size);
                if (found == size) continue;
                lower_best(begin + found);
            } catch (...) {
                keep_failure(begin);
                lower_best(begin); // chunks before may have a match
            }
            return;
        }
    }

    /// Keeps the exception that is handled, unless a chunk before has one.
    void keep_failure(std::size_t begin) noexcept {
        std::lock_guard const lock(mutex_);
        if (failure_ && failed_chunk_ < begin) return;
        failure_ = std::current_exception();
        failed_chunk_ = begin;
    }

    void lower_best(std::size_t index) noexcept {
        std::size_t known = __atomic_load_n(&best_, __ATOMIC_RELAXED);
        while (index < known && !__atomic_compare_exchange_n(&best_, &known, index, true,
                                                             __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {}
    }

    // accessed by the compiler's functions: <atomic> would cost every client compile time
    std::size_t n_;
    Search& search_;
    std::size_t next_ = chunk;
    std::size_t best_; ///< the smallest index of a match or of a chunk that failed so far, or n
    std::mutex mutex_;
    std::exception_ptr failure_;
    std::size_t failed_chunk_ = 0; ///< the first index of the chunk of `failure_`
};

/// Searches on all cores.
/// @return the index of the first match, or n
template <class Search>
std::size_t find_on_cores(std::size_t n, Search search) {
    return first_match_on_cores<Search>(n, search).run();
}

} // namespace gpu::inline v0::detail
