// SPDX-License-Identifier: Apache-2.0
/// @file
/// Compares short ranges, which are reduced inline in the program, with the library's results.
#pragma once

#include "host/values.hpp"
#include "same_bits.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <typeinfo>
#include <vector>

namespace test {

/// Every size up to 140, and sizes around ends of rows and around the limit of short ranges.
template <class Value>
std::vector<std::size_t> short_sizes() {
    std::vector<std::size_t> all;
    for (std::size_t n = 1; n <= 140; ++n) all.push_back(n);
    for (std::size_t const rows : {1u, 2u, 3u, 4u, 7u, 8u})
        for (std::size_t const beyond : {0u, 1u, 2u, 3u, 5u, 38u})
            all.push_back(rows * gpu::detail::row_lanes<Value> + beyond - 1);
    return all;
}

/// Compares the program's result with the library's, which runs if the host is named.
template <class Value, class T, class Op>
void compare_short_ranges(values kind) {
    std::size_t different = 0;
    for (std::size_t const n : short_sizes<Value>()) {
        auto const x = some_values<Value>(kind, n);
        T const init = static_cast<T>(x[n / 2]);
        T const by_library = gpu::reduce(gpu::automatic.on(gpu::device::host()), x, init, Op());
        bool const same = same_bits(gpu::reduce(x.begin(), x.end(), init, Op()), by_library) &&
                          same_bits(gpu::reduce(gpu::automatic, x, init, Op()), by_library);
        if (!same && ++different == 1) UNSCOPED_INFO("n = " << n);
    }
    INFO(typeid(Value).name() << " in " << typeid(T).name() << ", " << typeid(Op).name()
                              << ", values " << static_cast<int>(kind));
    CHECK(different == 0);
}

} // namespace test
