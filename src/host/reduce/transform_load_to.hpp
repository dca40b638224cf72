// SPDX-License-Identifier: Apache-2.0
/// @file
/// The definition of `load_to`, for the files that instantiate it.
#pragma once

#include "call/tabulate.hpp"
#include "host/by_instruction_set.hpp"
#include "transform_load.hpp"

namespace gpu::inline v0::detail {

using choice_of_load = load_function (*)(instruction_set set);

template <class T>
load_function load_to(std::uint32_t transform, std::uint32_t value, instruction_set set) {
    // null if not listed; one instantiation serves signed and unsigned integers: the bits are the
    // same
    static constexpr auto table = tabulate(
        []<class F, class Value>(type_list<F, Value>) -> choice_of_load {
            if constexpr (compiled_transform<Value, T, kernel::plus, F>)
                return &by_instruction_set<load_transformed<
                    kernel_value<kernel::plus, Value, T>, kernel_type<kernel::plus, T>, F>>::choose;
            else return nullptr;
        },
        transforms(), types());
    return table[transform][value](set);
}

} // namespace gpu::inline v0::detail
