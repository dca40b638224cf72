// SPDX-License-Identifier: Apache-2.0
/// @file
/// The checksum of messages. doc/distributed.md defines it.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace gpu::inline v0::detail {

static_assert(std::endian::native == std::endian::little,
              "partial reductions are written in the order of little-endian machines");

/// A checksum of words of 64 bits. Word i goes to lane i % 4, so that steps overlap. Each step is
/// that of FNV-1a (http://www.isthe.com/chongo/tech/comp/fnv/), and spreads the upper bits.
class word_checksum {
public:
    /// Adds n bytes; the last word is filled up with zeros.
    void add(std::byte const* bytes, std::size_t n) {
        std::size_t i = 0;
        for (; i + sizeof lanes_ <= n; i += sizeof lanes_) {
            std::uint64_t words[4];
            std::memcpy(words, bytes + i, sizeof words);
            for (std::size_t k = 0; k < 4; ++k) lanes_[k] = mixed(lanes_[k], words[k]);
        }
        std::uint64_t words[4] = {};
        std::memcpy(words, bytes + i, n - i);
        for (std::size_t k = 0; i + k * sizeof words[0] < n; ++k)
            lanes_[k] = mixed(lanes_[k], words[k]);
    }

    [[nodiscard]] std::uint64_t value() const {
        std::uint64_t hash = basis;
        for (std::uint64_t const lane : lanes_) hash = mixed(hash, lane);
        return hash;
    }

private:
    static constexpr std::uint64_t basis = 0xcbf29ce484222325;
    static constexpr std::uint64_t prime = 0x100000001b3;

    static std::uint64_t mixed(std::uint64_t hash, std::uint64_t word) {
        std::uint64_t const product = (hash ^ word) * prime;
        return product ^ product >> 32;
    }

    std::uint64_t lanes_[4] = {basis, basis + 1, basis + 2, basis + 3};
};

} // namespace gpu::inline v0::detail
