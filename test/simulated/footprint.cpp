// SPDX-License-Identifier: Apache-2.0
/// Sectors and bank conflicts of single requests, against a direct count of bytes and words.
#include "simulated/counting/footprint.hpp"
#include "call/splitmix64.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

using gpu::simulated::global_footprint;
using gpu::simulated::shared_footprint;
using gpu::simulated::warp_request;

namespace {

/// A request whose lane l accesses the address `first + l * step`.
warp_request strided(std::uint64_t first, std::uint64_t step, std::uint32_t bytes,
                     std::uint32_t lanes = ~0u) {
    warp_request request{{}, lanes, bytes};
    for (unsigned l = 0; l < 32; ++l) request.address[l] = first + l * step;
    return request;
}

/// A request of random lanes and addresses within some elements.
warp_request random_request(gpu::detail::splitmix64& bits, std::uint32_t bytes,
                            std::uint32_t elements) {
    warp_request request{{}, static_cast<std::uint32_t>(bits()) | 1, bytes};
    for (auto& address : request.address) address = 4096 + bits() % elements * bytes;
    return request;
}

/// Whether each of some lanes has the address of the one whose number differs in a bit.
bool are_equal_pairs(warp_request const& request, unsigned first, unsigned last, unsigned bit) {
    for (unsigned l = first; l < last; ++l)
        if ((request.lanes >> l & 1) != 0 && (request.lanes >> (l ^ bit) & 1) != 0 &&
            request.address[l] != request.address[l ^ bit])
            return false;
    return true;
}

/// The wavefronts of some lanes, by sets of words.
std::size_t wavefronts(warp_request const& request, unsigned first, unsigned last) {
    std::map<std::uint64_t, std::set<std::uint64_t>> words;
    for (unsigned l = first; l < last; ++l)
        if ((request.lanes >> l & 1) != 0)
            for (std::uint64_t byte = 0; byte < request.bytes; ++byte) {
                std::uint64_t const word = (request.address[l] + byte) / 4;
                words[word % 32].insert(word);
            }
    std::size_t most = 0;
    for (auto const& [bank, in_bank] : words) most = std::max(most, in_bank.size());
    return most;
}

} // namespace

TEST_CASE("sectors of contiguous and strided requests") {
    REQUIRE(global_footprint(strided(0, 4, 4)) == gpu::global_counts{1, 4, 128});
    REQUIRE(global_footprint(strided(4, 4, 4)) == gpu::global_counts{1, 5, 128});
    REQUIRE(global_footprint(strided(0, 32, 4)) == gpu::global_counts{1, 32, 128});
    REQUIRE(global_footprint(strided(0, 0, 4)) == gpu::global_counts{1, 1, 4});
    REQUIRE(global_footprint(strided(0, 8, 8)) == gpu::global_counts{1, 8, 256});
    REQUIRE(global_footprint(strided(0, 16, 16)) == gpu::global_counts{1, 16, 512});
    REQUIRE(global_footprint(strided(16, 16, 16, 1)) == gpu::global_counts{1, 1, 16});
    REQUIRE(global_footprint(strided(24, 16, 16, 1)) == gpu::global_counts{1, 2, 16});
}

TEST_CASE("banks of contiguous and strided requests") {
    REQUIRE(shared_footprint(strided(0, 4, 4)) == gpu::shared_counts{1, 1, 1});
    REQUIRE(shared_footprint(strided(0, 8, 4)) == gpu::shared_counts{1, 2, 1});
    REQUIRE(shared_footprint(strided(0, 128, 4)) == gpu::shared_counts{1, 32, 1});
    REQUIRE(shared_footprint(strided(0, 132, 4)) == gpu::shared_counts{1, 1, 1});
    REQUIRE(shared_footprint(strided(0, 0, 4)) == gpu::shared_counts{1, 1, 1}); // the same word
    REQUIRE(shared_footprint(strided(0, 1, 1)) == gpu::shared_counts{1, 1, 1}); // four per word
    REQUIRE(shared_footprint(strided(0, 8, 8)) == gpu::shared_counts{1, 2, 2});
    REQUIRE(shared_footprint(strided(0, 16, 16)) == gpu::shared_counts{1, 4, 4});
    REQUIRE(shared_footprint(strided(0, 256, 8)) == gpu::shared_counts{1, 32, 2});
    REQUIRE(shared_footprint(strided(0, 256, 16)) == gpu::shared_counts{1, 32, 4});
    // all lanes the same 8 or 16 bytes: halves, and quarters in pairs, are served at once
    REQUIRE(shared_footprint(strided(0, 0, 8)) == gpu::shared_counts{1, 1, 1});
    REQUIRE(shared_footprint(strided(0, 0, 16)) == gpu::shared_counts{1, 2, 2});
    auto rows = strided(0, 0, 16); // a row of lanes per quarter: all read one element
    auto columns = rows;           // all quarters read the same eight
    auto pairs = strided(0, 0, 8); // half as many elements as lanes
    for (unsigned l = 0; l < 32; ++l) {
        rows.address[l] = l / 8 * 16;
        columns.address[l] = l % 8 * 16;
        pairs.address[l] = l / 2 * 8;
    }
    REQUIRE(shared_footprint(rows) == gpu::shared_counts{1, 2, 2});
    REQUIRE(shared_footprint(columns) == gpu::shared_counts{1, 4, 4});
    REQUIRE(shared_footprint(pairs) == gpu::shared_counts{1, 1, 1});
    // half a warp alone
    REQUIRE(shared_footprint(strided(0, 8, 8, 0xffff)) == gpu::shared_counts{1, 1, 1});
}

TEST_CASE("footprints of random requests equal sets of bytes and words") {
    gpu::detail::splitmix64 bits(7);
    for (std::uint32_t const bytes : {1u, 2u, 4u, 8u, 16u})
        for (unsigned i = 0; i < 400; ++i) {
            auto request = random_request(bits, bytes, 1u << (i % 10));
            if (i % 5 == 0) // addresses equal in pairs
                for (unsigned l = 0; l < 32; ++l)
                    request.address[l] = request.address[l & ~(i % 2 == 0 ? 1u : 2u)];
            std::set<std::uint64_t> sectors;
            std::set<std::uint64_t> used;
            for (unsigned l = 0; l < 32; ++l)
                if ((request.lanes >> l & 1) != 0)
                    for (std::uint64_t byte = 0; byte < bytes; ++byte) {
                        used.insert(request.address[l] + byte);
                        sectors.insert((request.address[l] + byte) / 32);
                    }
            REQUIRE(global_footprint(request) ==
                    gpu::global_counts{1, sectors.size(), used.size()});

            unsigned const width = bytes <= 4 ? 32 : bytes == 8 ? 16 : 8;
            gpu::shared_counts expected{1, 0, 0};
            for (unsigned first = 0, at_once = width; first < 32; first += at_once) {
                unsigned const end = first + 2 * width;
                bool const is_pair = width < 32 && first % (2 * width) == 0 &&
                                     (are_equal_pairs(request, first, end, 1) ||
                                      are_equal_pairs(request, first, end, 2));
                at_once = is_pair ? 2 * width : width;
                std::size_t const taken = wavefronts(request, first, first + at_once);
                expected.wavefronts += taken;
                expected.least_wavefronts += taken == 0 ? 0 : 1;
            }
            REQUIRE(shared_footprint(request) == expected);
        }
}
