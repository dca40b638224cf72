// SPDX-License-Identifier: Apache-2.0
/// @file
/// A digest of results: FNV-1a of 64 bits.
#pragma once

#include <cstdint>

namespace conformance {

/// Takes in results one after the other.
class digest {
public:
    /// @param bits the next result
    void add(std::uint64_t bits) {
        for (int byte = 0; byte < 8; ++byte, bits >>= 8)
            value_ = (value_ ^ (bits & 0xff)) * 0x100000001b3;
    }
    /// @return the digest of all results so far
    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    std::uint64_t value_ = 0xcbf29ce484222325;
};

} // namespace conformance
