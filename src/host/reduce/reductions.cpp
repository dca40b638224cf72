// SPDX-License-Identifier: Apache-2.0
#include "reductions.hpp"

#include "reduce/request.hpp"
#include "transform_reduce.hpp"

namespace gpu::inline v0::detail {

void reduce_on_host(reduce_request const& request, instruction_set set) {
    if (is_transformed(request)) return transform_reduce_on_host(request, set);
    // null for types that are computed in another type
    static constexpr auto by_accumulator = tabulate(
        []<class T>(type_list<T>) -> reduction_table const* {
            if constexpr (is_small_float<T>) return nullptr;
            else return &reductions_to<T>::table;
        },
        types());
    (*by_accumulator[request.accumulator])[request.value][request.operation](request, set);
}

} // namespace gpu::inline v0::detail
