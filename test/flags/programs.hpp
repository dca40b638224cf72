// SPDX-License-Identifier: Apache-2.0
/// @file
/// Parts of one program that are compiled with different flags, and their results.
#pragma once

#include "host/values.hpp"

#include <gpualgo/bfloat16.hpp>
#include <gpualgo/half.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace test {

/// Elements, generated in one place: with other flags the same code might generate others.
template <class T>
struct two_ranges {
    std::vector<T> x, y;
};
struct inputs {
    two_ranges<float> floats;
    two_ranges<double> doubles;
    two_ranges<gpu::half> halves;
    two_ranges<gpu::bfloat16> bfloats;
    std::vector<std::int64_t> integers;
};

/// Bits of a result; NaNs have equal bits.
struct result {
    std::string name;
    std::uint64_t bits;
    friend bool operator==(result const&, result const&) = default;
};
using results = std::vector<result>;

template <class T>
void note(results& all, std::string name, T value) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &value, sizeof value);
    all.push_back({std::move(name), bits});
}

/// A part of the program.
struct part {
    char const* flags;
    /// reductions of ranges that are not contiguous, of vectors, and operators called directly
    results (*compute)(inputs const& in);
};

/// All parts, in link order.
std::vector<part>& parts();

} // namespace test
