// SPDX-License-Identifier: Apache-2.0
/// @file
/// Random expressions, made during compilation.
#pragma once

#include <gpualgo/expression.hpp>

#include <cstdint>
#include <utility>

namespace test {

/// splitmix64
constexpr std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15u;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    return x ^ (x >> 31);
}

/// A random expression of two numbers, of operations that give the same bits on all devices and are
/// defined for all values.
template <std::uint64_t Seed, int Depth>
constexpr auto random_tree() {
    using namespace gpu::placeholders;
    constexpr std::uint64_t random = mixed(Seed);
    if constexpr (Depth == 0) {
        if constexpr (random % 4 == 0) return gpu::cast<std::int16_t>(_1) + 3;
        else if constexpr (random % 4 == 1) return _2 - 0.75f;
        else if constexpr (random % 4 == 2) return gpu::expressions::as_expression(_1);
        else return gpu::expressions::as_expression(_2);
    } else {
        auto const a = random_tree<mixed(random + 1), Depth - 1>();
        auto const b = random_tree<mixed(random + 2), Depth - 1>();
        constexpr auto kind = random % 14;
        if constexpr (kind == 0) return a + b;
        else if constexpr (kind == 1) return a - b;
        else if constexpr (kind == 2) return a * b;
        else if constexpr (kind == 3) return gpu::select(a < b, a, b * 2);
        else if constexpr (kind == 4) return gpu::min(a, b);
        else if constexpr (kind == 5) return gpu::max(a, gpu::abs(b));
        else if constexpr (kind == 6) return gpu::select(a == b || gpu::is_nan(b), 1, a - b);
        else if constexpr (kind == 7) return gpu::sqrt(a) + b;
        else if constexpr (kind == 8) return a / gpu::select(b == 0, 1.5f, b);
        else if constexpr (kind == 9)
            return gpu::cast<std::int64_t>(a) ^ gpu::cast<std::int32_t>(b);
        else if constexpr (kind == 10) return gpu::fma(a, b, a);
        else if constexpr (kind == 11) return gpu::floor(a) - gpu::trunc(b);
        else if constexpr (kind == 12) return gpu::cast<float>(a) * gpu::cast<double>(b);
        else return gpu::cast<std::uint32_t>(a) >> (gpu::cast<std::uint8_t>(b) & 15);
    }
}

/// Calls `visit(expression)` for Count random expressions.
template <std::uint64_t Seed, int Depth, std::size_t Count, class Visit>
void visit_random_trees(Visit visit) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
        (visit(random_tree<mixed(Seed + 1000 * I), Depth>()), ...);
    }
    (std::make_index_sequence<Count>());
}

} // namespace test
