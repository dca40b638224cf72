// SPDX-License-Identifier: Apache-2.0
#include "reductions.hpp"

namespace gpu::inline v0::detail {
namespace {

/// Null for totals that are computed in another type.
template <class T>
constexpr reduction_table const* table_of() {
    if constexpr (is_small_float<T>) return nullptr;
    else return &reductions_to<T>::table;
}

template <class... Ts>
constexpr auto tables_of(list<Ts...>) {
    return std::array{table_of<Ts>()...};
}

} // namespace

void reduce_on_host(reduce_request const& request, instruction_set set) {
    static constexpr auto by_accumulator = tables_of(types{});
    (*by_accumulator[request.accumulator])[request.value][request.operation](request, set);
}

} // namespace gpu::inline v0::detail
