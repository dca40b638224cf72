// SPDX-License-Identifier: Apache-2.0
/// @file
/// Decodes what a request for a search asks for.
#pragma once

#include "call/tabulate.hpp"
#include "select/request.hpp"

#include <gpualgo/abi/find_request.hpp>
#include <gpualgo/detail/extrema_order.hpp>
#include <gpualgo/kernel/find/difference_test.hpp>

#include <limits>

namespace gpu::inline v0::detail {

/// Whether a request compares two ranges.
inline bool is_for_two(find_request const& request) {
    return request.wanted == static_cast<std::uint32_t>(find_kind::equal) ||
           request.wanted == static_cast<std::uint32_t>(find_kind::mismatch);
}

/// The constants of `kernel::difference_test` for a type.
struct difference_bits {
    std::uint64_t magnitude, infinity;
};

inline constexpr auto known_differences = tabulate(
    []<class T>(type_list<T>) -> difference_bits {
        if constexpr (!in_list<T, real_types>) return {};
        else if constexpr (std::integral<T>)
            return {~std::uint64_t{}, ~std::uint64_t{} >> (65 - 8 * sizeof(T))};
        else
            return {~std::uint64_t{} >> (65 - 8 * sizeof(T)),
                    kernel::bit_cast<key_bits<T>>(std::numeric_limits<T>::infinity())};
    },
    types());

/// The test for pairs of numbers with these bits.
template <class Bits>
kernel::difference_test<Bits> difference_of(find_request const& request) {
    auto const [magnitude, infinity] = known_differences[request.value];
    return {static_cast<Bits>(magnitude), static_cast<Bits>(infinity)};
}

} // namespace gpu::inline v0::detail
