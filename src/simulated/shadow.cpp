// SPDX-License-Identifier: Apache-2.0
#include "shadow.hpp"

#include <algorithm>

namespace gpu::inline v0::simulated {

void shadow::reset(std::size_t cells) {
    cells_.assign(cells, {});
    lists_used_ = 0;
}

void shadow::split(unsigned parts) {
    std::vector<cell> finer;
    finer.reserve(cells_.size() * parts);
    for (auto& whole : cells_)
        for (unsigned part = 0; part < parts; ++part) {
            cell copy = whole;
            if (copy.more != 0) {
                copy.more = 0;
                auto& list = others(copy); // first: it may move all lists
                list = lists_[whole.more - 1];
            }
            finer.push_back(copy);
        }
    cells_ = std::move(finer);
}

access const* shadow::read(std::size_t i, moment const& reader) {
    cell& at = cells_[i];
    if (!reader.follows(at.write) && !are_atomic(at.write, reader.now)) return &at.write;
    // accesses that are not ordered are all of one kind, otherwise they would be a race
    if (at.read.happened() && at.read.is_atomic != reader.now.is_atomic)
        if (auto const* const other = unordered_reader(at, reader)) return other;
    add_reader(at, reader);
    return nullptr;
}

access const* shadow::write(std::size_t i, moment const& writer) {
    cell& at = cells_[i];
    if (!writer.follows(at.write) && !are_atomic(at.write, writer.now)) return &at.write;
    if (!are_atomic(at.read, writer.now)) {
        if (!writer.follows(at.read)) return &at.read;
        if (at.more != 0)
            if (auto const* const reader = unordered_reader(at, writer)) return reader;
    }
    if (at.more != 0) lists_[at.more - 1].clear();
    at.write = writer.now;
    at.read = {};
    return nullptr;
}

access const* shadow::unordered_reader(cell const& at, moment const& now) const {
    if (!now.follows(at.read)) return &at.read;
    if (at.more != 0)
        for (auto const& other : lists_[at.more - 1])
            if (!now.follows(other)) return &other;
    return nullptr;
}

// Readers that precede this one can be dropped: a write ordered after this one follows them too.
void shadow::add_reader(cell& at, moment const& reader) {
    bool const others_exist = at.more != 0 && !lists_[at.more - 1].empty();
    if (reader.follows(at.read) && !others_exist) {
        at.read = reader.now;
        return;
    }
    auto& list = others(at);
    std::erase_if(list, [&](access const& other) { return reader.follows(other); });
    if (reader.follows(at.read)) {
        at.read = reader.now;
        return;
    }
    // If two warps of a block have read the cell in this epoch, no write of the epoch follows both.
    // A third reader of the block then changes nothing.
    auto const two_warps = [&](access const& other) {
        return other.block == at.read.block && other.thread / 32 != at.read.thread / 32;
    };
    if (at.read.block == reader.now.block && std::any_of(list.begin(), list.end(), two_warps))
        return;
    // a counter that thousands of blocks change would cost a search of thousands each time
    constexpr std::size_t most_atomic = 64;
    if (reader.now.is_atomic != 0 && list.size() >= most_atomic) return;
    list.push_back(reader.now);
}

std::vector<access>& shadow::others(cell& at) {
    if (at.more == 0) {
        if (lists_used_ == lists_.size()) lists_.emplace_back();
        lists_[lists_used_].clear();
        at.more = static_cast<std::uint32_t>(++lists_used_);
    }
    return lists_[at.more - 1];
}

} // namespace gpu::inline v0::simulated
