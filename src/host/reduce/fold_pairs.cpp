// SPDX-License-Identifier: Apache-2.0
#include "fold_pairs.hpp"

#include "call/tabulate.hpp"
#include "reduce.hpp"

#include <gpualgo/abi/reduce_lists.hpp>

#include <algorithm>

namespace gpu::inline v0::detail {
namespace {

using function = void (*)(void* totals, std::size_t pairs) noexcept;

/// Not inlined or analysed, like all computations under a `standard_floating_environment`.
template <class T, class Op>
[[gnu::noipa]] void fold(void* totals, std::size_t pairs) noexcept {
    [[maybe_unused]] environment_of<T> const standard{};
    constexpr lane_operator<Op> op;
    constexpr std::size_t most = 256;
    T folded[most]; // apart from the totals, so that g++ makes a loop of vectors
    auto* const total = static_cast<T*>(totals);
    for (std::size_t begin = 0; begin < pairs; begin += most) {
        std::size_t const count = std::min(most, pairs - begin);
        T const* const pair = total + 2 * begin;
        for (std::size_t i = 0; i < count; ++i) folded[i] = op(pair[2 * i], pair[2 * i + 1]);
        std::copy_n(folded, count, total + begin);
    }
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
