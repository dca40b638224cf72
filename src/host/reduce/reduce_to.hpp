// SPDX-License-Identifier: Apache-2.0
/// @file
/// The definition of `reductions_to`, for the files that instantiate it.
#pragma once

#include "call/tabulate.hpp"
#include "reduce.hpp"
#include "reductions.hpp"

namespace gpu::inline v0::detail {

template <class T, class Value, class Op>
void run_reduction(reduce_request const& r, instruction_set set) {
    *static_cast<T*>(r.result) = reduce_on_cores<Op>(static_cast<Value const*>(r.first), r.n,
                                                     static_cast<T const*>(r.init), set);
}

// null for combinations that are not listed
template <class T>
constinit reduction_table const reductions_to<T>::table = tabulate(
    []<class Value, class Op>(type_list<Value, Op>) -> reduction {
        if constexpr (compiled<policy::automatic, Value, T, Op>)
            return &run_reduction<kernel_type<Op, T>, kernel_value<Op, Value, T>, Op>;
        else return nullptr;
    },
    types(), operators());

} // namespace gpu::inline v0::detail
