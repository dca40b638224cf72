// SPDX-License-Identifier: Apache-2.0
/// @file
/// Searches of elements of devices for the first one that an expression selects. find_range.hpp
/// finds these overloads by their first argument.
#pragma once

#include <gpualgo/detail/expression_predicate.hpp>
#include <gpualgo/detail/find_range.hpp>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <type_traits>

namespace gpu::inline v0::detail {

/// Searches numbers by the library.
/// @return the index of the first match, or their number
template <find_kind Wanted, class P, class Value, class Predicate>
std::size_t find_number(P const& policy, memory_range<Value> in, Predicate& predicate) {
    using value = std::remove_const_t<Value>;
    auto search = [&](std::uint64_t* position) {
        *position = detail::index_on_cores(static_cast<value const*>(in.first), in.n, predicate);
    };
    auto const& expression = expression_for(predicate);
    scalar_bytes scalars;
    auto const by = detail::packed_predicate<value>(expression, scalars, search);
    return detail::find_by_library<Wanted, value>(policy, {in.first, in.device}, in.n, {}, {}, &by);
}

template <find_kind Wanted, class P, class Value, class Predicate>
    requires predicate_in_kernels<Predicate, std::remove_const_t<Value>> std::size_t
    find_device_by_program(program_kernels, find_tag<Wanted>, P const& policy,
                           memory_range<Value> in, Predicate& predicate) {
        return detail::find_number<Wanted>(policy, in, predicate);
    }

/// Searches numbers of the host on the device that the policy names.
template <find_kind Wanted, class P, contiguous_memory I, class S, class Predicate>
    requires predicate_in_kernels<Predicate, std::iter_value_t<I>>
        I find_elsewhere_by_program(program_kernels, find_tag<Wanted>, P const& policy, I first,
                                    S last, Predicate& predicate) {
        auto const in = detail::elements_at(first, detail::count(first, last));
        return first + static_cast<std::iter_difference_t<I>>(
                           detail::find_number<Wanted>(policy, in, predicate));
    }

} // namespace gpu::inline v0::detail
