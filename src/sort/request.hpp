// SPDX-License-Identifier: Apache-2.0
/// @file
/// Decodes what a request for a sort asks for.
#pragma once

#include "call/type_facts.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/sort_request.hpp>
#include <gpualgo/detail/sort_order.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// Whether a request is of a kind.
inline bool is_for(sort_request const& request, sort_kind kind) {
    return request.wanted == static_cast<std::uint32_t>(kind);
}

/// Whether it is only asked whether the range is sorted.
inline bool is_question(sort_request const& request) {
    return is_for(request, sort_kind::is_sorted) || is_for(request, sort_kind::is_sorted_until);
}

/// Whether the range is written.
inline bool writes_keys(sort_request const& request) {
    return !is_question(request) && !is_for(request, sort_kind::argsort);
}

/// Whether the vendor's library was asked for.
inline bool is_by_vendor(sort_request const& request) {
    return request.strategy == index_of<policy::vendor, strategies>;
}

/// Bytes of the keys.
inline std::size_t bytes_of_keys(sort_request const& request) {
    return request.n * known_types[request.value].size;
}

/// Bytes of the range: of the keys, unless these are made of its elements.
inline std::size_t bytes_of_elements(sort_request const& request) {
    return request.projection == nullptr ? bytes_of_keys(request)
                                         : request.n * request.projection->element_size;
}

/// Bytes of the values, or of the indices.
inline std::size_t bytes_of_values(sort_request const& request) {
    return request.values == nullptr ? 0 : request.n * request.value_size;
}

/// The numbers to sort; those of an `argsort` must not be written.
template <class Bits>
Bits* keys_of(sort_request const& request) {
    return static_cast<Bits*>(const_cast<void*>(request.first));
}

/// The order of a request's elements, which have the size of Bits.
template <class Bits>
kernel::sort_order<Bits> order_of_keys(sort_request const& request) {
    static constexpr auto orders = tabulate(
        []<class T>(type_list<T>) -> std::array<kernel::sort_order<Bits>, 2> {
            if constexpr (in_list<T, real_types> && sizeof(T) == sizeof(Bits))
                return {sort_order_for<T>(false), sort_order_for<T>(true)};
            else return {};
        },
        types());
    return orders[request.value][request.is_descending];
}

} // namespace gpu::inline v0::detail
