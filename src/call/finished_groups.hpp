// SPDX-License-Identifier: Apache-2.0
/// @file
/// Totals of groups on devices whose work is complete when a call returns.
#pragma once

#include "group_totals.hpp"

#include <cstddef>
#include <cstring>
#include <span>
#include <vector>

namespace gpu::inline v0::detail {

class finished_groups final : public pending_groups {
public:
    finished_groups() = default;
    /// @param groups their totals are set by this object
    /// @param size bytes per total
    finished_groups(std::span<group_totals const> groups, std::size_t size)
        : groups_(groups.begin(), groups.end()) {
        std::size_t count = 0;
        for (auto const& group : groups_) count += group.count;
        totals_.resize(count * size);
        auto* next = totals_.data();
        for (auto& group : groups_) {
            group.totals = next;
            next += group.count * size;
        }
    }

    /// Copies memory that the host can read.
    static void copy(std::span<host_copy const> copies) {
        for (auto const& c : copies) std::memcpy(c.target, c.source, c.bytes);
    }

    /// Copies all totals, in order.
    void set(std::span<std::byte const> totals) {
        std::memcpy(totals_.data(), totals.data(), totals.size());
    }

    std::span<group_totals const> wait() override { return groups_; }

private:
    std::vector<group_totals> groups_;
    std::vector<std::byte> totals_; // aligned as by operator new
};

} // namespace gpu::inline v0::detail
