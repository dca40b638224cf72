// SPDX-License-Identifier: Apache-2.0
/// @file
/// Facts about listed types by number. Files of kernels need no others: those of names.hpp take
/// them half a second to compile.
#pragma once

#include "tabulate.hpp"

#include <gpualgo/abi/types.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace gpu::inline v0::detail {

/// Facts about a type that the dispatcher needs.
struct type_facts {
    std::string_view name;
    std::size_t size;
    std::uint32_t computed_in; ///< index in `types`: see `computed_as`
    bool is_real;              ///< an element of `real_types`: it has an order
};

inline constexpr auto facts_of_type = []<class T>(type_list<T>) -> type_facts {
    return {listed_name<T>, sizeof(T), index_of<computed_as<T>, types>, in_list<T, real_types>};
};

inline constexpr auto known_types = tabulate(facts_of_type, types());

} // namespace gpu::inline v0::detail
