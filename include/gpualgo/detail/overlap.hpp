// SPDX-License-Identifier: Apache-2.0
/// @file
/// Checks that ranges of the host have no memory in common, for calls that the program handles
/// itself. The library checks those that it handles.
#pragma once

#include <gpualgo/detail/diagnostics.hpp>
#include <gpualgo/detail/iterator.hpp>
#include <gpualgo/detail/range.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <stdexcept>

namespace gpu::inline v0::detail {

/// Memory that certainly belongs to a range.
struct extent {
    std::uintptr_t first = 0;
    std::size_t bytes = 0;
};

/// @return the memory of n elements; none if it is not known that they lie side by side
template <class I>
extent extent_at([[maybe_unused]] I const& first, [[maybe_unused]] std::size_t n) {
    if constexpr (contiguous_memory<I>)
        return {reinterpret_cast<std::uintptr_t>(detail::address_of(first)),
                n * sizeof(std::iter_value_t<I>)};
    else return {};
}

inline bool overlap(extent a, extent b) {
    return a.bytes > 0 && b.bytes > 0 &&
           (a.first < b.first ? b.first - a.first < a.bytes : a.first - b.first < b.bytes);
}

/// Throws if a target overlaps a range that is read.
/// @param n elements of the call
template <class P>
void require_apart(char const* function, std::size_t n, extent target, extent source) {
    if (overlap(target, source))
        throw std::invalid_argument(call_text<P>(function, n) + "source and target overlap");
}

/// Throws if contiguous ranges of n elements overlap in another way than element by element.
template <class P, class O, class I>
void require_apart_or_same(char const* function, std::size_t n, O const& out, I const& in) {
    extent const target = detail::extent_at(out, n), source = detail::extent_at(in, n);
    bool const are_same = target.first == source.first && target.bytes == source.bytes;
    if (!are_same && overlap(target, source))
        throw std::invalid_argument(call_text<P>(function, n) +
                                    "out overlaps an input, but does not begin where it does");
}

} // namespace gpu::inline v0::detail
