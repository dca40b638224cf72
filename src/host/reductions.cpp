// SPDX-License-Identifier: Apache-2.0
#include "reductions.hpp"

#include <gpualgo/detail/lists.hpp>

namespace gpu::inline v0::detail {
namespace {

using reduction = void (*)(reduce_request const& request, instruction_set set);

/// Null for totals that are computed in another type.
template <class T>
constexpr reduction reduction_to() {
    if constexpr (is_small_float<T>) return nullptr;
    else return &reduce_to<T>;
}

template <class... Ts>
void run(reduce_request const& request, instruction_set set, list<Ts...>) {
    static constexpr reduction by_accumulator[] = {reduction_to<Ts>()...};
    by_accumulator[request.accumulator](request, set);
}

} // namespace

void reduce_on_host(reduce_request const& request, instruction_set set) {
    run(request, set, types{});
}

} // namespace gpu::inline v0::detail
