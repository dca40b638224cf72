// SPDX-License-Identifier: Apache-2.0
#include "reductions.hpp"

#include <gpualgo/detail/lists.hpp>

namespace gpu::inline v0::detail {
namespace {

using reduction = void (*)(reduce_request const& request, instruction_set set);

template <class... Ts>
void run(reduce_request const& request, instruction_set set, list<Ts...>) {
    static constexpr reduction by_accumulator[] = {&reduce_to<Ts>...};
    by_accumulator[request.accumulator](request, set);
}

} // namespace

void reduce_on_host(reduce_request const& request, instruction_set set) { run(request, set, types{}); }

} // namespace gpu::inline v0::detail
