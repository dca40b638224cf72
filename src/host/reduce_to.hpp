// SPDX-License-Identifier: Apache-2.0
/// @file
/// The definition of `reduce_to`, for the files that instantiate it.
#pragma once

#include "reduce.hpp"
#include "reductions.hpp"

#include <gpualgo/detail/lists.hpp>

#include <array>

namespace gpu::inline v0::detail {

using reduction = void (*)(reduce_request const& r, instruction_set set);

template <class T, class Value, class Op>
void run_reduction(reduce_request const& r, instruction_set set) {
    *static_cast<T*>(r.result) = reduce_on_cores(static_cast<Value const*>(r.first), r.n,
                                                 *static_cast<T const*>(r.init), Op{}, set);
}

/// A reduction by its types; null where it is not listed.
template <class T, class Value, class Op>
constexpr auto reduction_of() -> reduction {
    if constexpr (compiled<policy::automatic, Value, T, Op>)
        return &run_reduction<kernel_type<Op, T>, kernel_value<Op, Value, T>, Op>;
    else return nullptr;
}

template <class T, class Value, class... Ops>
constexpr auto by_operator(list<Ops...>) {
    return std::array{reduction_of<T, Value, Ops>()...};
}

template <class T, class... Values>
constexpr auto by_value(list<Values...>) {
    return std::array{by_operator<T, Values>(operators{})...};
}

template <class T>
void reduce_to(reduce_request const& request, instruction_set set) {
    static constexpr auto table = by_value<T>(types{});
    table[request.value][request.operation](request, set);
}

} // namespace gpu::inline v0::detail
