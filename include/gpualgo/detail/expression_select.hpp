// SPDX-License-Identifier: Apache-2.0
/// @file
/// Selections of elements of devices by expressions. select_range.hpp finds these overloads by
/// their first argument.
#pragma once

#include <gpualgo/detail/expression_predicate.hpp>
#include <gpualgo/detail/expression_requirements.hpp>
#include <gpualgo/detail/select_range.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A target of numbers side by side, as the library writes them.
template <class Value>
no_target plain_target(no_target const&) {
    return {};
}
template <class Value, class O>
target<Value*> plain_target(target<O> const& out) {
    return {const_cast<Value*>(detail::pointer_of(out.first)), out.room};
}

/// Selects numbers by the library.
template <select_kind Wanted, class P, class Value, class Predicate, class Selected, class Others>
numbers_selected select_numbers(P const& policy, memory_range<Value> in, Predicate& predicate,
                                Selected& selected, Others& others) {
    using value = std::remove_const_t<Value>;
    using read = std::conditional_t<is_in_place<Wanted>, value, value const>;
    auto select = [&](std::uint64_t* totals) {
        auto to_selected = detail::plain_target<value>(selected);
        auto to_others = detail::plain_target<value>(others);
        auto const done = detail::select_among_cores<Wanted>(static_cast<read*>(in.first), in.n,
                                                             predicate, to_selected, to_others);
        totals[0] = done.selected;
        totals[1] = done.others;
    };
    auto const& expression = expression_for(predicate);
    scalar_bytes scalars;
    auto const by = detail::packed_predicate<value>(expression, scalars, select);
    return detail::select_by_library<Wanted, value>(policy, {in.first, in.device}, in.n, {},
                                                    selected, others, &by);
}

template <select_kind Wanted, class P, class Value, class Predicate, class Selected, class Others>
    requires predicate_in_kernels<Predicate, std::remove_const_t<Value>>
        numbers_selected select_device_by_program(program_kernels, select_tag<Wanted>,
                                                  P const& policy, memory_range<Value> in,
                                                  Predicate& predicate, Selected& selected,
                                                  Others& others) {
        require_automatic<is_automatic<P>, P>();
        return detail::select_numbers<Wanted>(policy, in, predicate, selected, others);
    }

/// Selects numbers of the host on the device that the policy names.
template <select_kind Wanted, class P, contiguous_memory I, class S, class Predicate,
          class Selected, class Others>
    requires predicate_in_kernels<Predicate, std::iter_value_t<I>> && is_automatic<P> &&
        is_library_target<Selected, std::iter_value_t<I>> &&
        is_library_target<Others, std::iter_value_t<I>>
            numbers_selected select_elsewhere_by_program(program_kernels, select_tag<Wanted>,
                                                         P const& policy, I first, S last,
                                                         Predicate& predicate, Selected& selected,
                                                         Others& others) {
        auto const n = detail::count(first, last);
        return detail::select_numbers<Wanted>(policy, detail::elements_at(first, n), predicate,
                                              selected, others);
    }

} // namespace gpu::inline v0::detail
