// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scans by the words of the definition, and by the definition as code.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/kernel/scan/canonical.hpp>
#include <gpualgo/kernel/scan/element.hpp>

#include <cstddef>
#include <utility>
#include <vector>

namespace test {

/// The elements of a prefix, folded in adjacent pairs again and again; an odd last one moves up.
template <class T, class Op>
T fold_in_pairs(std::vector<T> x, Op op) {
    while (x.size() > 1) {
        std::vector<T> folded;
        for (std::size_t k = 0; k < x.size(); k += 2)
            folded.push_back(k + 1 < x.size() ? op(x[k], x[k + 1]) : x[k]);
        x = std::move(folded);
    }
    return x[0];
}

/// The results of a scan. Totals are computed in C.
/// @param init null if there is none
template <class T, class Op>
std::vector<T> scanned(std::vector<T> const& x, Op op, T const* init, bool is_exclusive) {
    using C = gpu::detail::computed_as<T>;
    std::vector<T> results;
    if (is_exclusive) results.push_back(gpu::kernel::as_element<T>(static_cast<C>(*init)));
    gpu::kernel::canonical_prefixes<C>(x.begin(), x.size(), op, [&](C const& prefix) {
        results.push_back(gpu::kernel::as_element<T>(
            init == nullptr ? prefix : op(static_cast<C>(*init), prefix)));
    });
    results.resize(x.size());
    return results;
}

/// The number of elements around which the shape of a kernel changes.
inline std::vector<std::size_t> scan_sizes(std::size_t value_size) {
    std::size_t const tile = (value_size <= 2 ? 8192 : 16384) / value_size;
    std::vector<std::size_t> sizes{0, 1, 2, 3, 5, 31, 32, 33, 100, 255, 256, 257, 1000};
    for (std::size_t n : {tile / 8, tile, 2 * tile, 5 * tile})
        for (std::size_t k : {n - 1, n, n + 1}) sizes.push_back(k);
    return sizes;
}

} // namespace test
