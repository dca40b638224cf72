// SPDX-License-Identifier: Apache-2.0
/// @file
/// The elementwise kernels of the fake runtime: loops with their results.
#pragma once

#include <gpualgo/kernel/elementwise/exchange.hpp>
#include <gpualgo/kernel/elementwise/map.hpp>
#include <gpualgo/kernel/elementwise/permute.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gpu::inline v0::detail {

template <class T, class F>
void fake_elementwise(kernel::generate, kernel::map_arguments<T> const& a, F f) {
    for (std::size_t i = 0; i < a.n; ++i) a.out[i] = f(i);
}
template <class T, class F>
void fake_elementwise(kernel::map_one, kernel::map_arguments<T> const& a, F f) {
    f.apply([&](auto g) { std::transform(a.in, a.in + a.n, a.out, g); });
}
template <class T, class F>
void fake_elementwise(kernel::map_two, kernel::map_arguments<T> const& a, F f) {
    f.apply([&](auto g) { std::transform(a.in, a.in + a.n, a.second, a.out, g); });
}
template <class T>
void fake_elementwise(kernel::reverse_copy, kernel::map_arguments<T> const& a, int) {
    std::reverse_copy(a.in, a.in + a.n, a.out);
}
template <bool Mirrored, unsigned Threads, class T>
void fake_elementwise(kernel::exchange<Mirrored, Threads>, kernel::exchanged_ranges<T> const& a,
                      int) {
    for (std::size_t i = 0; i < a.n; ++i)
        std::swap(a.first[i], a.second[Mirrored ? a.n - 1 - i : i]);
}
template <class T, class Index>
void fake_elementwise(kernel::gather, kernel::permute_arguments<T, Index> const& a, int) {
    for (std::size_t i = 0; i < a.n; ++i) a.out[i] = a.in[a.indices[i]];
}
template <class T, class Index>
void fake_elementwise(kernel::scatter, kernel::permute_arguments<T, Index> const& a, int) {
    for (std::size_t i = 0; i < a.n; ++i) a.out[a.indices[i]] = a.in[i];
}

} // namespace gpu::inline v0::detail
