// SPDX-License-Identifier: Apache-2.0
/// @file
/// Decodes what a request for a selection asks for.
#pragma once

#include "call/type_facts.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/select_request.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/range_test.hpp>
#include <gpualgo/kernel/select/unlike_previous.hpp>

#include <cstdint>

namespace gpu::inline v0::detail {

/// Whether elements are only counted.
inline bool is_for_count(select_request const& request) {
    return request.wanted == static_cast<std::uint32_t>(select_kind::count) ||
           request.wanted == static_cast<std::uint32_t>(select_kind::count_if);
}

/// Whether elements that are not selected are copied, too.
inline bool is_for_both(select_request const& request) {
    return request.wanted == static_cast<std::uint32_t>(select_kind::partition_copy);
}

/// Whether the first element of each run of equal ones is copied.
inline bool is_for_unique(select_request const& request) {
    return request.wanted == static_cast<std::uint32_t>(select_kind::unique_copy) ||
           request.wanted == static_cast<std::uint32_t>(select_kind::unique);
}

/// Whether the output is the range itself.
inline bool is_in_place(select_request const& request) {
    return request.wanted == static_cast<std::uint32_t>(select_kind::unique) ||
           request.wanted == static_cast<std::uint32_t>(select_kind::remove_if) ||
           request.wanted == static_cast<std::uint32_t>(select_kind::remove);
}

inline bool is_by_warps(select_request const& request) {
    return request.strategy == index_of<policy::warp_shuffle, strategies>;
}

inline bool is_by_vendor(select_request const& request) {
    return request.strategy == index_of<policy::vendor, strategies>;
}

/// The test for elements with these bits.
template <class Bits>
kernel::range_test<Bits> test_of_bits(element_test const& test) {
    return {static_cast<Bits>(test.flipped), static_cast<Bits>(test.mask),
            static_cast<Bits>(test.low), static_cast<Bits>(test.span)};
}

/// The comparison of neighbours with these bits.
template <class Bits>
kernel::unlike_previous<Bits> comparison_of_bits(element_test const& test) {
    return {static_cast<Bits>(test.mask), static_cast<Bits>(test.span)};
}

/// Writes the results of a request.
inline void note_totals(select_request const& request, kernel::select_totals totals) {
    request.totals[0] = totals.selected;
    request.totals[1] = totals.others;
}

} // namespace gpu::inline v0::detail
