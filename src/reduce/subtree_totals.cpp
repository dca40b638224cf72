// SPDX-License-Identifier: Apache-2.0
#include "subtree_totals.hpp"

#include "host/instruction_set.hpp"
#include "host/reduce/fold_pairs.hpp"
#include "host/reduce/reductions.hpp"

#include <cstring>

namespace gpu::inline v0::detail {

subtree_totals::subtree_totals(reduce_request const& request)
    : accumulator_(request.accumulator), operation_(request.operation),
      size_of_total_(known_types[request.accumulator].size) {}

void subtree_totals::append(group_totals const& groups) {
    auto* totals = static_cast<std::byte*>(groups.totals);
    std::size_t count = groups.count;
    std::uint64_t index = groups.index;
    std::vector<node> last; // right siblings of nothing, the smallest first
    for (unsigned log = groups.log; count > 0; ++log) {
        if (index % 2 == 1) {
            push(log, index, totals);
            totals += size_of_total_;
            ++index;
            --count;
        }
        if (count % 2 == 1) {
            --count;
            auto& subtree = last.emplace_back();
            subtree.log = log;
            subtree.index = index + count;
            std::memcpy(subtree.total, totals + count * size_of_total_, size_of_total_);
        }
        fold_pairs(accumulator_, operation_, totals, count / 2);
        index /= 2;
        count /= 2;
    }
    for (auto subtree = last.rbegin(); subtree != last.rend(); ++subtree)
        push(subtree->log, subtree->index, subtree->total);
}

void subtree_totals::push(unsigned log, std::uint64_t index, void const* total) {
    alignas(std::max_align_t) std::byte pair[2 * largest_type];
    std::byte* const right = pair + size_of_total_;
    std::memcpy(right, total, size_of_total_);
    while (!nodes_.empty() && index % 2 == 1 && nodes_.back().log == log &&
           nodes_.back().index + 1 == index) {
        std::memcpy(pair, nodes_.back().total, size_of_total_);
        fold_pairs(accumulator_, operation_, pair, 1);
        std::memcpy(right, pair, size_of_total_);
        nodes_.pop_back();
        ++log;
        index /= 2;
    }
    auto& subtree = nodes_.emplace_back();
    subtree.log = log;
    subtree.index = index;
    std::memcpy(subtree.total, right, size_of_total_);
}

void subtree_totals::copy_to(void* totals) const {
    auto* to = static_cast<std::byte*>(totals);
    for (auto const& subtree : nodes_) {
        std::memcpy(to, subtree.total, size_of_total_);
        to += size_of_total_;
    }
}

void subtree_totals::finish(void const* tail, void const* init, void* result) const {
    alignas(std::max_align_t) std::byte pair[2 * largest_type];
    std::byte* const right = pair + size_of_total_;
    std::size_t left = nodes_.size();
    std::memcpy(right, tail != nullptr ? tail : nodes_[--left].total, size_of_total_);
    while (left > 0) {
        std::memcpy(pair, nodes_[--left].total, size_of_total_);
        fold_pairs(accumulator_, operation_, pair, 1);
        std::memcpy(right, pair, size_of_total_);
    }
    reduce_request last; // one more element
    last.value = last.accumulator = accumulator_;
    last.operation = operation_;
    last.first = right;
    last.n = 1;
    last.init = init;
    last.result = result;
    reduce_on_host(last, processors_instruction_set());
}

} // namespace gpu::inline v0::detail
