// SPDX-License-Identifier: Apache-2.0
/// @file
/// Scans and folds of vector registers, in adjacent pairs. The register's size is a template
/// parameter, so that each instruction set has its own.
#pragma once

#include <gpualgo/kernel/floating_bits.hpp>
#include <gpualgo/kernel/operators.hpp>

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// A register of elements. Functions take references: without the instruction set, registers are
/// not passed by value.
/// @tparam T an integer or floating-point number
template <class T, std::size_t Bytes>
struct scan_register {
    static constexpr std::size_t lanes = Bytes / sizeof(T);
    using indices = std::make_index_sequence<lanes>;
    typedef T type __attribute__((vector_size(Bytes)));

    type v;

    [[gnu::always_inline]] void load(T const* x) { __builtin_memcpy(&v, x, sizeof v); }
    [[gnu::always_inline]] void store(T* out) const { __builtin_memcpy(out, &v, sizeof v); }
};

/// Lanes of two registers: index i < lanes is lane i of the first one.
template <class Register, std::size_t... I>
[[gnu::always_inline]] inline void select_lanes(Register& to, Register const& a, Register const& b,
                                                std::index_sequence<I...>) {
#if __has_builtin(__builtin_shufflevector)
    to.v = __builtin_shufflevector(a.v, b.v, static_cast<int>(I)...);
#else // g++ 11
    using index = std::conditional_t<
        sizeof(a.v[0]) == 8, long long,
        std::conditional_t<sizeof(a.v[0]) == 4, int,
                           std::conditional_t<sizeof(a.v[0]) == 2, short, signed char>>>;
    typedef index mask __attribute__((vector_size(sizeof a.v)));
    to.v = __builtin_shuffle(a.v, b.v, mask{static_cast<index>(I)...});
#endif
}

/// x = op(left, x) in every lane
template <class Op, class Register>
[[gnu::always_inline]] inline void precede(Register const& left, Register& x) {
    using element = std::remove_cvref_t<decltype(x.v[0])>;
    if constexpr (std::same_as<Op, kernel::plus>) {
        if constexpr (std::signed_integral<element>) {
            typedef std::make_unsigned_t<element> wrapping __attribute__((vector_size(sizeof x.v)));
            x.v = reinterpret_cast<decltype(x.v)>(reinterpret_cast<wrapping>(left.v) +
                                                  reinterpret_cast<wrapping>(x.v));
        } else {
            x.v = left.v + x.v;
        }
    } else if constexpr (std::floating_point<element> && std::same_as<Op, kernel::multiplies>) {
        x.v = left.v * x.v;
    } else {
        for (std::size_t i = 0; i < Register::lanes; ++i)
            x.v[i] = Op()(element(left.v[i]), element(x.v[i]));
    }
}

/// Sklansky's network in a register: each lane becomes the fold of the lanes up to it.
template <class Op, std::size_t Distance = 1, class Register, std::size_t... I>
[[gnu::always_inline]] inline void scan_lanes(Register& x, std::index_sequence<I...> all) {
    constexpr std::size_t d = Distance, n = sizeof...(I);
    if constexpr (d < n) {
        Register front, sum = x;
        select_lanes(front, x, x,
                     std::index_sequence<((I & d) != 0 ? ((I & ~(2 * d - 1)) | (d - 1)) : I)...>());
        precede<Op>(front, sum);
        select_lanes(x, x, sum, std::index_sequence<((I & d) != 0 ? n + I : I)...>());
        scan_lanes<Op, 2 * d>(x, all);
    }
}

/// All lanes become the last one.
template <class Register, std::size_t... I>
[[gnu::always_inline]] inline void spread_last(Register& to, Register const& x,
                                               std::index_sequence<I...>) {
    select_lanes(to, x, x, std::index_sequence<I * 0 + sizeof...(I) - 1 ...>());
}

/// Folds the adjacent pairs of two registers: the lower half of the result is of the first one.
template <class Op, class Register, std::size_t... I>
[[gnu::always_inline]] inline void fold_pairs(Register& to, Register const& a, Register const& b,
                                              std::index_sequence<I...>) {
    Register even, odd;
    select_lanes(even, a, b, std::index_sequence<2 * I...>());
    select_lanes(odd, a, b, std::index_sequence<2 * I + 1 ...>());
    precede<Op>(even, odd);
    to = odd;
}

/// NaNs become the positive quiet one.
template <class Register>
[[gnu::always_inline]] inline void quiet_lanes(Register& x) {
    using element = std::remove_cvref_t<decltype(x.v[0])>;
    if constexpr (std::floating_point<element>) {
        auto const nan = decltype(x.v){} + kernel::quiet_nan<element>();
        x.v = x.v == x.v ? x.v : nan;
    }
}

} // namespace gpu::inline v0::detail
