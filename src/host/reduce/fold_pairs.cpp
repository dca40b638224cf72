// SPDX-License-Identifier: Apache-2.0
#include "fold_pairs.hpp"

#include "call/tabulate.hpp"
#include "reduce.hpp"

#include <gpualgo/abi/reduce_lists.hpp>

namespace gpu::inline v0::detail {
namespace {

using function = void (*)(void* totals, std::size_t pairs) noexcept;

/// Not inlined or analysed, like all computations under a `standard_floating_environment`.
template <class T, class Op>
[[gnu::noipa]] void fold(void* totals, std::size_t pairs) noexcept {
    [[maybe_unused]] environment_of<T> const standard{};
    constexpr lane_operator<Op> op;
    auto* const total = static_cast<T*>(totals);
    for (std::size_t i = 0; i < pairs; ++i) total[i] = op(total[2 * i], total[2 * i + 1]);
}

} // namespace

void fold_pairs(std::uint32_t accumulator, std::uint32_t operation, void* totals,
                std::size_t pairs) noexcept {
    static constexpr auto table = tabulate(
        []<class T, class Op>(type_list<T, Op>) -> function {
            if constexpr (!is_small_float<T> && accepts<Op, T>)
                return &fold<kernel_type<Op, T>, Op>;
            else return nullptr;
        },
        types(), operators());
    table[accumulator][operation](totals, pairs);
}

} // namespace gpu::inline v0::detail
