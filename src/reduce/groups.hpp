// SPDX-License-Identifier: Apache-2.0
/// @file
/// Groups of segments for kernels that leave partials, and totals that the host computes by itself.
#pragma once

#include "call/group_totals.hpp"
#include "call/names.hpp"

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/kernel/reduce/canonical.hpp>
#include <gpualgo/kernel/reduce/canonical_shape.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gpu::inline v0::detail {

/// The groups of a part of a larger range, which one launch computes. Its partials are the totals
/// of the first and the last segments one by one, and between them those of complete groups.
struct group_plan {
    part_groups groups;
    /// Without totals, in order; those without groups are not there.
    std::array<group_totals, 3> runs{};
};

/// @param first index of the first segment
/// @param segments at least one
/// @param resident blocks that the device runs at once
inline group_plan plan_groups(std::uint64_t first, std::size_t segments, std::size_t resident) {
    std::uint64_t const last = first + segments;
    auto const first_complete = [first](unsigned log) {
        return (first + (std::uint64_t{1} << log) - 1) >> log;
    };
    unsigned log = segments > 16 ? canonical_shape_of(segments, resident).group_log : 0;
    if (first_complete(log) >= last >> log) log = 0;
    std::uint64_t const begin = first_complete(log);
    std::uint64_t const end = last >> log;
    group_plan plan;
    plan.runs = {{{0, first, static_cast<std::size_t>((begin << log) - first)},
                  {log, begin, static_cast<std::size_t>(end - begin)},
                  {0, end << log, static_cast<std::size_t>(last - (end << log))}}};
    plan.groups.log = log;
    plan.groups.skipped = static_cast<unsigned>(first & ((std::uint64_t{1} << log) - 1));
    for (auto const& run : plan.runs) plan.groups.partials += run.count;
    return plan;
}

/// The largest aligned subtrees of segments, as groups of one total each.
inline std::vector<group_totals> aligned_subtrees(std::uint64_t first, std::size_t segments) {
    std::vector<group_totals> subtrees;
    for (std::uint64_t const last = first + segments; first < last;) {
        unsigned log = 0;
        while ((first >> log) % 2 == 0 && log < 63 && last - first >= std::uint64_t{2} << log)
            ++log;
        subtrees.push_back({log, first >> log, 1});
        first += std::uint64_t{1} << log;
    }
    return subtrees;
}

/// The part of a request that computes groups of complete segments.
/// @param first_segment of the request
/// @param unused an accumulator for init and result, which groups do not use
inline reduce_request request_of_groups(reduce_request const& request, group_totals const& groups,
                                        std::uint64_t first_segment, void* unused) {
    std::size_t const size = known_types[request.value].size;
    std::size_t const segment = kernel::segmentation(size).size();
    auto const offset =
        static_cast<std::size_t>((groups.index << groups.log) - first_segment) * segment * size;
    reduce_request part = request;
    part.first = static_cast<std::byte const*>(request.first) + offset;
    if (request.second != nullptr)
        part.second = static_cast<std::byte const*>(request.second) + offset;
    part.n = (groups.count << groups.log) * segment;
    part.init = part.result = unused;
    return part;
}

} // namespace gpu::inline v0::detail
