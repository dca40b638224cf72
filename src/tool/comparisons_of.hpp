// SPDX-License-Identifier: Apache-2.0
/// @file
/// The body of `comparisons_of`, for the files that instantiate it.
#pragma once

#include "by_number.hpp"
#include "comparisons.hpp"

#include <concepts>
#include <execution>
#include <numeric>
#include <type_traits>

namespace tool {

/// The operators of the literature; others would only lengthen the compilation.
template <class Op>
inline constexpr bool is_compared =
    std::same_as<Op, gpu::kernel::plus> || std::same_as<Op, gpu::kernel::minimum> ||
    std::same_as<Op, gpu::kernel::maximum>;

template <class T>
std::vector<comparison> comparisons_of(numbers const& elements, std::uint32_t op) {
    return with_operator(op, [&]<class Op>(std::type_identity<Op>) -> std::vector<comparison> {
        if constexpr (is_compared<Op> && gpu::detail::accepts<Op, T>) {
            // a sum of halves in half precision would round at every step
            using wide = gpu::detail::computed_as<T>;
            auto const standard = [elements] {
                auto const all = elements.elements<T>();
                return number(T(std::reduce(std::execution::par_unseq, all.begin(), all.end(),
                                            wide{Op::template identity_element<T>()},
                                            [](wide a, wide b) { return Op{}(a, b); })));
            };
            auto const loop = [elements] {
                wide total{Op::template identity_element<T>()};
                for (T const x : elements.elements<T>()) total = Op{}(total, wide{x});
                return number(T(total));
            };
            return {{"std::reduce(par_unseq)", standard}, {"plain loop", loop}};
        } else {
            return {};
        }
    });
}

} // namespace tool
