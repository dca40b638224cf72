// SPDX-License-Identifier: Apache-2.0
/// @file
/// The indices of the first k elements of an order, found on all cores of the host.
#pragma once

#include <gpualgo/detail/at_once.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

namespace gpu::inline v0::detail {

/// Keeps the first k of the indices that it takes.
/// @tparam Before called as before(i, j): whether element i precedes element j. A total order
template <class Before>
class top_indices {
public:
    top_indices(std::size_t k, Before before) : k_(k), before_(before) {}

    /// Takes an index.
    void take(std::size_t i) {
        if (!has_limit_ || before_(i, indices_[k_ - 1])) add(i);
    }

    /// Takes the indices from begin to end, which are greater than earlier ones.
    /// @param next called as next(i, end, limit): the first index from i on whose element precedes
    /// that at `limit`, or `end`
    template <class Next>
    void take(std::size_t begin, std::size_t end, Next const& next) {
        for (std::size_t i = begin; i < end; ++i) {
            if (has_limit_) i = next(i, end, indices_[k_ - 1]);
            if (i < end) add(i);
        }
    }

    /// @return the first k indices, or all of them, sorted
    std::vector<std::size_t> sorted() && {
        keep_first();
        std::sort(indices_.begin(), indices_.end(), before_);
        return std::move(indices_);
    }

private:
    void add(std::size_t i) {
        indices_.push_back(i);
        if (indices_.size() >= 2 * k_ + 1024) keep_first();
    }

    /// Afterwards, the last one of the first k is at place k - 1: others must precede it.
    void keep_first() {
        if (indices_.size() <= k_) return;
        auto const last = indices_.begin() + static_cast<std::ptrdiff_t>(k_ - 1);
        std::nth_element(indices_.begin(), last, indices_.end(), before_);
        indices_.erase(last + 1, indices_.end());
        has_limit_ = true;
    }

    std::size_t k_;
    Before before_;
    std::vector<std::size_t> indices_;
    bool has_limit_ = false;
};

/// Throws std::bad_alloc, and exceptions of `before`.
/// @param k at least one, at most n
/// @param next see `top_indices::take`
/// @param tasks into which the elements are divided, for all cores; 1 for the calling thread
/// @return the indices of the first k of n elements, sorted
template <class Before, class Next>
std::vector<std::size_t> find_top_indices(std::size_t n, std::size_t k, Before before,
                                          Next const& next, std::size_t tasks) {
    std::vector<std::vector<std::size_t>> found(tasks);
    auto const run = [&](std::size_t t) {
        top_indices<Before> part(k, before);
        std::size_t const end = n / tasks * (t + 1) + (t + 1 == tasks ? n % tasks : 0);
        part.take(n / tasks * t, end, next);
        found[t] = std::move(part).sorted();
    };
    if (tasks == 1) {
        run(0);
        return std::move(found[0]);
    }
    detail::at_once(tasks, run);
    top_indices<Before> all(k, before);
    for (auto const& part : found)
        for (std::size_t const i : part) all.take(i);
    return std::move(all).sorted();
}

} // namespace gpu::inline v0::detail
