// SPDX-License-Identifier: Apache-2.0
/// @file
/// The totals of the largest aligned subtrees of an interval of segments.
#pragma once

#include "call/group_totals.hpp"
#include "call/names.hpp"

#include <gpualgo/abi/reduce_request.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu::inline v0::detail {

/// Grows by groups of segments, in order. See detail::partial_state for the same in programs.
class subtree_totals {
public:
    /// @param request whose accumulator is computed in itself
    explicit subtree_totals(reduce_request const& request);

    /// Appends groups, which begin where the interval ends. Overwrites their totals.
    void append(group_totals const& groups);

    /// @return the number of subtrees, at most 128
    [[nodiscard]] std::size_t size() const { return nodes_.size(); }
    /// Copies all totals.
    void copy_to(void* totals) const;
    /// @param tail total of the elements after the interval; null if there are none
    /// @return op(init, the total of an interval that begins at 0), quieted
    void finish(void const* tail, void const* init, void* result) const;

private:
    struct node {
        unsigned log;
        std::uint64_t index;
        alignas(std::max_align_t) std::byte total[largest_type];
    };

    void push(unsigned log, std::uint64_t index, void const* total);

    std::uint32_t accumulator_;
    std::uint32_t operation_;
    std::size_t size_of_total_;
    std::vector<node> nodes_;
};

} // namespace gpu::inline v0::detail
