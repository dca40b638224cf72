// SPDX-License-Identifier: Apache-2.0
#include "judge.hpp"

#include <gpualgo/kernel/reduce/canonical.hpp>
#include <gpualgo/policy.hpp>

namespace tool {

namespace {

/// @return a bound of the operations between an element and the result
std::size_t longest_chain(gpu::report const& ran, std::size_t n) {
    // not ours, and in any order
    if (ran.strategy.empty() || ran.strategy == gpu::policy::vendor::name) return n;
    // The canonical order: the rows of a segment, then the folds by halves of its lanes, and of all
    // segments.
    if (ran.grid == 0 || ran.block == 0 || ran.strategy == gpu::policy::automatic::name)
        return gpu::kernel::segmentation::rows + 64;
    // A thread's elements, and its block's; then the blocks' totals by one block.
    return n / (ran.grid * ran.block) + ran.grid / ran.block + std::size_t{2} * ran.block + 16;
}

} // namespace

void judge::prepare(std::size_t n) {
    if (!known_.contains(n))
        known_.emplace(n, reference(what_.front(n).elements, what_.op, what_.accumulator));
}

bool judge::agrees(experiment const& e, number const& result, gpu::report const& ran) {
    return known_.at(e.n).agrees(result, longest_chain(ran, e.n)) &&
           (!e.is_canonical || has_canonical_bits(e, result));
}

bool judge::has_canonical_bits(experiment const& e, number const& result) {
    if (e.device == gpu::device::host()) bits_.insert_or_assign(e.n, result);
    else if (!bits_.contains(e.n)) bits_.emplace(e.n, canonical(what_.front(e.n)));
    return bits_.at(e.n) == result;
}

} // namespace tool
