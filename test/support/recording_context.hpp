// SPDX-License-Identifier: Apache-2.0
/// @file
/// A context that runs one thread of a kernel body at a time and records the addresses that it
/// accesses. Barriers do nothing: the addresses are still correct if they do not depend on values.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <set>
#include <tuple>
#include <type_traits>
#include <vector>

namespace test {

/// An access of one lane.
struct noted_access {
    std::uintptr_t address; ///< for shared memory, the offset from its start
    std::size_t bytes;
};

/// Accesses of a warp by instruction. The key: the memory (null for shared), whether it is a write,
/// the element size, and the number of earlier accesses of that kind. All lanes must do the same.
using warp_log =
    std::map<std::tuple<void const*, bool, std::size_t, std::size_t>, std::vector<noted_access>>;

/// Accesses of one lane so far.
struct lane_log {
    warp_log& warp;
    std::map<std::tuple<void const*, bool, std::size_t>, std::size_t> counts{};

    void note(void const* memory, bool writes, std::uintptr_t address, std::size_t bytes) {
        std::size_t const before = counts[{memory, writes, bytes}]++;
        warp[{memory, writes, bytes, before}].push_back({address, bytes});
    }
};

template <class T>
class recording_array {
public:
    using value_type = std::remove_const_t<T>;
    recording_array(lane_log& log, T* memory, std::size_t first)
        : log_(&log), memory_(memory), first_(first) {}

    value_type get(std::size_t i) const {
        log_->note(memory_, false, at(i), sizeof(T));
        return memory_ == nullptr ? value_type{} : memory_[first_ + i];
    }
    void put(std::size_t i, value_type const&) const {
        log_->note(memory_, true, at(i), sizeof(T));
    }
    recording_array from(std::size_t i) const { return {*log_, memory_, first_ + i}; }
    recording_array cursor(std::size_t i) const { return from(i); }
    template <std::size_t V>
    [[nodiscard]] bool is_aligned() const {
        return at(0) % (V * sizeof(T)) == 0;
    }
    template <std::size_t V>
    void put_vector(std::size_t i, value_type const (&)[V]) const {
        log_->note(memory_, true, at(i), V * sizeof(T));
    }
    template <std::size_t V>
    std::vector<value_type> vector(std::size_t i) const {
        log_->note(memory_, false, at(i), V * sizeof(T));
        return std::vector<value_type>(V);
    }

private:
    std::uintptr_t at(std::size_t i) const {
        return reinterpret_cast<std::uintptr_t>(memory_) + (first_ + i) * sizeof(T);
    }

    lane_log* log_;
    T* memory_;
    std::size_t first_;
};

class recording_context {
public:
    struct block_type {
        unsigned rank, threads;
        [[nodiscard]] unsigned thread_rank() const { return rank; }
        [[nodiscard]] unsigned num_threads() const { return threads; }
        void sync() const {}
    };

    recording_context(lane_log& log, unsigned rank, unsigned threads, std::size_t blocks)
        : log_(&log), block_{rank, threads}, blocks_(blocks) {}

    [[nodiscard]] block_type block() const { return block_; }
    [[nodiscard]] std::size_t block_rank() const { return 0; }
    [[nodiscard]] std::size_t num_blocks() const { return blocks_; }
    template <class T>
    recording_array<T> shared() const {
        return {*log_, nullptr, 0};
    }
    template <class T>
    recording_array<T> global(T* memory) const {
        return {*log_, memory, 0};
    }

    static constexpr bool copies_asynchronously = true;
    template <class T>
    void copy_element(recording_array<T> const& to, std::size_t i,
                      recording_array<T const> const& from, std::size_t k) const {
        to.put(i, from.get(k));
    }
    void commit_copies() const {}
    template <unsigned Pending>
    void wait_for_copies() const {}

private:
    lane_log* log_;
    block_type block_;
    std::size_t blocks_;
};

/// Records the accesses of a warp of block 0.
template <class Body, class Arguments>
warp_log record(Arguments const& arguments, unsigned threads, std::size_t blocks,
                unsigned warp = 0) {
    warp_log log;
    for (unsigned lane = 0; lane < 32; ++lane) {
        lane_log own{log};
        Body::run(recording_context(own, warp * 32 + lane, threads, blocks), arguments, 0);
    }
    return log;
}

/// Number of 32-byte sectors that a request touches.
inline std::size_t sectors(std::vector<noted_access> const& request) {
    std::set<std::uintptr_t> touched;
    for (auto const& [address, bytes] : request)
        for (auto sector = address / 32; sector <= (address + bytes - 1) / 32; ++sector)
            touched.insert(sector);
    return touched.size();
}

/// Number of passes over shared memory for a request: 32 banks of 4 bytes. Lanes that access the
/// same word do not conflict; accesses of 8 and 16 bytes are split into half and quarter warps.
inline std::size_t conflict_degree(std::vector<noted_access> const& request) {
    std::size_t const lanes = request[0].bytes <= 4 ? 32 : 128 / request[0].bytes;
    std::size_t worst = 1;
    for (std::size_t first = 0; first < request.size(); first += lanes) {
        std::map<std::uintptr_t, std::set<std::uintptr_t>> words; // by bank
        for (std::size_t i = first; i < std::min(first + lanes, request.size()); ++i)
            for (auto word = request[i].address / 4;
                 word <= (request[i].address + request[i].bytes - 1) / 4; ++word)
                words[word % 32].insert(word);
        for (auto const& [bank, of_bank] : words) worst = std::max(worst, of_bank.size());
    }
    return worst;
}

/// Largest figure of all requests to a memory.
template <class Figure>
std::size_t worst_of(warp_log const& log, void const* memory, bool writes, Figure figure) {
    std::size_t worst = 0;
    for (auto const& [kind, request] : log)
        if (std::get<0>(kind) == memory && std::get<1>(kind) == writes)
            worst = std::max(worst, figure(request));
    return worst;
}

} // namespace test
