// SPDX-License-Identifier: Apache-2.0
/// @file
/// The definition of `load_to`, for the files that instantiate it.
#pragma once

#include "by_instruction_set.hpp"
#include "transform_load.hpp"

#include <array>

namespace gpu::inline v0::detail {

using choice_of_load = load_function (*)(instruction_set set);

/// A transform by its types; null where it is not listed. Its results have the same bits for
/// integers of either sign.
template <class T, class Value, class F>
constexpr auto load_of() -> choice_of_load {
    if constexpr (compiled_transform<Value, T, kernel::plus, F>)
        return &by_instruction_set<load_transformed<kernel_value<kernel::plus, Value, T>,
                                                    kernel_type<kernel::plus, T>, F>>::choose;
    else return nullptr;
}

template <class T, class F, class... Values>
constexpr auto loads_by_value(list<Values...>) {
    return std::array{load_of<T, Values, F>()...};
}

template <class T, class... Fs>
constexpr auto loads_by_transform(list<Fs...>) {
    return std::array{loads_by_value<T, Fs>(types{})...};
}

template <class T>
load_function load_to(std::uint32_t transform, std::uint32_t value, instruction_set set) {
    static constexpr auto table = loads_by_transform<T>(transforms{});
    return table[transform][value](set);
}

} // namespace gpu::inline v0::detail
