// SPDX-License-Identifier: Apache-2.0
/// @file
/// Ranges of numbers side by side, as expressions read and write them.
#pragma once

#include <gpualgo/abi/expression.hpp>
#include <gpualgo/abi/expression_request.hpp>
#include <gpualgo/detail/iterator.hpp>
#include <gpualgo/detail/range.hpp>
#include <gpualgo/device_iterator.hpp>

#include <cstdint>
#include <iterator>

namespace gpu::inline v0::detail {

/// A contiguous range, of a device or of the host.
template <class I>
concept direct_numbers = is_device_iterator<I> || contiguous_memory<I>;

/// A contiguous range of numbers, of a device or of the host.
template <class I>
concept numbers_in_memory = stored_number<std::iter_value_t<I>> && direct_numbers<I>;

template <direct_numbers I>
auto* first_number(I first) {
    if constexpr (is_device_iterator<I>) return first.get();
    else return detail::address_of(first);
}

/// @param step elements from one that is read to the next one
template <numbers_in_memory I>
number_range numbers_at(I first, std::uint64_t step = 1) {
    number_range range{
        detail::first_number(first), {}, number_type_of<std::iter_value_t<I>>(), step};
    if constexpr (is_device_iterator<I>) range.memory = first.device().id();
    return range;
}

} // namespace gpu::inline v0::detail
