// SPDX-License-Identifier: Apache-2.0
/// @file
/// Decodes what a request for a reduction by key asks for.
#pragma once

#include "call/type_facts.hpp"

#include <gpualgo/abi/reduce_by_key_request.hpp>
#include <gpualgo/abi/reduce_lists.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// The types of totals, and the operators, that are compiled.
using types_by_key = vendor_types;
using operators_by_key = vendor_operators;

/// Whether totals of type T by Op are compiled.
template <class T, class Op>
inline constexpr bool reduces_by_key = in_list<T, types_by_key>&& in_list<Op, operators_by_key>;

/// The runs that a request has room for.
inline std::size_t room_for_runs(reduce_by_key_request const& request) {
    return std::min({request.n, request.keys_out.room, request.totals_out.room});
}

/// The index of the keys' size among 1, 2, 4 and 8 bytes.
inline std::size_t index_of_key_size(reduce_by_key_request const& request) {
    return static_cast<std::size_t>(std::countr_zero(known_types[request.value].size));
}

} // namespace gpu::inline v0::detail
