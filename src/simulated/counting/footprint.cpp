// SPDX-License-Identifier: Apache-2.0
#include "footprint.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <span>

namespace gpu::inline v0::simulated {
namespace {

constexpr std::uint64_t sector_bytes = 32;
constexpr std::uint64_t bank_bytes = 4;
constexpr std::size_t banks = 32;

/// The addresses of the active lanes among `lanes`, in ascending order.
std::span<std::uint64_t const> sorted_addresses(warp_request const& request, std::uint32_t lanes,
                                                std::array<std::uint64_t, 32>& storage) {
    std::size_t count = 0;
    bool is_ascending = true;
    for (; lanes != 0; lanes &= lanes - 1) {
        auto const address = request.address[static_cast<unsigned>(std::countr_zero(lanes))];
        is_ascending &= count == 0 || storage[count - 1] <= address;
        storage[count++] = address;
    }
    auto const found = std::span(storage).first(count);
    if (!is_ascending) std::ranges::sort(found);
    return found;
}

/// Wavefronts for lanes that are served at once: the most words that fall into one bank.
std::uint64_t wavefronts(warp_request const& request, std::uint32_t lanes) {
    return std::ranges::max(words_per_bank(request, lanes));
}

/// Whether each of these lanes has the address of the lane whose number differs in a bit, if that
/// one is active.
bool have_equal_partners(warp_request const& request, std::uint32_t lanes, unsigned bit) {
    for (auto rest = lanes; rest != 0; rest &= rest - 1) {
        auto const lane = static_cast<unsigned>(std::countr_zero(rest));
        if ((lanes >> (lane ^ bit) & 1) != 0 &&
            request.address[lane] != request.address[lane ^ bit])
            return false;
    }
    return true;
}

} // namespace

std::array<std::uint8_t, banks> words_per_bank(warp_request const& request, std::uint32_t lanes) {
    std::array<std::uint64_t, 32> storage;
    auto const addresses = sorted_addresses(request, lanes, storage);
    std::uint64_t const words = (request.bytes + bank_bytes - 1) / bank_bytes;
    std::array<std::uint8_t, banks> load{};
    std::uint64_t next = 0; // the first word after those already counted
    for (auto const address : addresses) {
        std::uint64_t const first = address / bank_bytes;
        for (auto word = std::max(first, next); word < first + words; ++word) ++load[word % banks];
        next = std::max(next, first + words);
    }
    return load;
}

global_counts global_footprint(warp_request const& request) {
    std::array<std::uint64_t, 32> storage;
    global_counts counts{1, 0, 0};
    std::uint64_t next_byte = 0;   // the first one after those already counted
    std::uint64_t next_sector = 0; // likewise
    for (auto const address : sorted_addresses(request, request.lanes, storage)) {
        std::uint64_t const end = address + request.bytes;
        std::uint64_t const end_sector = (end - 1) / sector_bytes + 1;
        counts.bytes_used += end - std::min(end, std::max(address, next_byte));
        counts.sectors +=
            end_sector - std::min(end_sector, std::max(address / sector_bytes, next_sector));
        next_byte = std::max(next_byte, end);
        next_sector = std::max(next_sector, end_sector);
    }
    return counts;
}

// Halves of a warp access 8 bytes per lane, and quarters 16, one after another. Two of these are
// served at once if lanes have equal addresses in pairs. Counters of an H100 show that for loads
// whose quarters read one element each, and for loads whose quarters all read the same eight. The
// former took 2 wavefronts, and the latter 4.
shared_counts shared_footprint(warp_request const& request) {
    unsigned const width = request.bytes <= 4 ? 32 : request.bytes <= 8 ? 16 : 8;
    auto const lanes_from = [&](unsigned first, unsigned count) {
        return request.lanes &
               static_cast<std::uint32_t>(((std::uint64_t{1} << count) - 1) << first);
    };
    shared_counts counts{1, 0, 0};
    auto const has_equal_pairs = [&](std::uint32_t lanes) {
        return have_equal_partners(request, lanes, 1) || have_equal_partners(request, lanes, 2);
    };
    for (unsigned first = 0, at_once = width; first < 32; first += at_once) {
        bool const are_two = width < 32 && first % (2 * width) == 0;
        at_once = are_two && has_equal_pairs(lanes_from(first, 2 * width)) ? 2 * width : width;
        auto const lanes = lanes_from(first, at_once);
        if (lanes == 0) continue;
        counts.wavefronts += wavefronts(request, lanes);
        ++counts.least_wavefronts;
    }
    return counts;
}

} // namespace gpu::inline v0::simulated
