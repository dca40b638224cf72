// SPDX-License-Identifier: Apache-2.0
/// @file
/// Prefetches elements for loops of the program.
#pragma once

#include <gpualgo/detail/range.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>

namespace gpu::inline v0::detail {

/// How many bytes ahead of their use elements are prefetched. Processors recognise streams
/// themselves, but fetch too few of their lines ahead for elements in memory.
inline constexpr std::size_t program_prefetch_distance = 4096;

/// Prefetches what lies at that distance from element i, if elements are contiguous. No address is
/// read that does not exist: a prefetch of it does nothing.
template <class I>
[[gnu::always_inline]] inline void prefetch_ahead(I const& x, std::size_t i) {
    if constexpr (std::contiguous_iterator<I>)
        __builtin_prefetch(reinterpret_cast<void const*>(
            reinterpret_cast<std::uintptr_t>(detail::address_of(x)) +
            i * sizeof(std::iter_value_t<I>) + program_prefetch_distance));
    else if constexpr (requires { x.prefetch_ahead(i); }) x.prefetch_ahead(i);
}

/// The same for each cache line of elements `first` to `first + Count`.
template <std::size_t Count, class I>
[[gnu::always_inline]] inline void prefetch_row_ahead(I const& x, std::size_t first) {
    constexpr std::size_t line = 64, step = element_size<I> < line ? line / element_size<I> : 1;
    for (std::size_t i = 0; i < Count; i += step) detail::prefetch_ahead(x, first + i);
}

} // namespace gpu::inline v0::detail
