// SPDX-License-Identifier: Apache-2.0
/// @file
/// Short ranges of the host, which the program folds itself: a call of the library takes longer
/// than a plain loop.
#pragma once

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/detail/floating_environment.hpp>
#include <gpualgo/detail/lane_operator.hpp>
#include <gpualgo/detail/short_fold.hpp>

#include <concepts>
#include <cstddef>
#include <iterator>
#include <type_traits>
#include <vector>

#ifdef __CUDACC__ // nvcc does not know g++'s pragmas
#pragma nv_diagnostic push
#pragma nv_diag_suppress 1675
#endif
#ifdef __clang__ // clang does not know g++'s attribute noipa; it never calls those functions
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wunknown-attributes"
#endif

namespace gpu::inline v0::detail {

/// The largest number of elements that a program folds itself. With more, the library's wider
/// vectors make up for the call.
template <class Value, class T>
inline constexpr std::size_t most_in_program = !std::integral<T> ? short_size<as_listed<Value>> / 2
                                               : sizeof(T) == 1  ? 1024
                                                                 : 2048 / sizeof(T);

/// Whether programs fold short ranges to totals of type T by Op themselves. It is not worthwhile
/// for totals that are rounded at the end, nor for products of complex numbers.
template <class Op, class T>
inline constexpr bool folds_in_program = std::integral<T> ||
                                         (std::floating_point<lane_type<Op, as_listed<T>>> &&
                                          is_ieee_program);

/// Whether elements are certainly in host memory: those of a vector are. A pointer may point to
/// device memory, also if the compiler knows the size of its object: the library asks CUDA.
template <std::contiguous_iterator I>
inline constexpr bool is_host_iterator =
    std::same_as<I, typename std::vector<std::iter_value_t<I>>::iterator> ||
    std::same_as<I, typename std::vector<std::iter_value_t<I>>::const_iterator>;

/// The total of init and n elements, rounded.
template <class Op, class Value, class T>
[[gnu::always_inline]] inline T folded(Value const* x, std::size_t n, T const& init) {
    using computed = as_listed<T>;
    // parts of complex numbers may be read as such
    using element = std::conditional_t<std::is_arithmetic_v<Value>, Value, as_listed<Value>>;
    computed const total = detail::fold_few<computed, row_lanes<Value>>(
        reinterpret_cast<element const*>(x), n, lane_operator<Op>());
    return static_cast<T>(kernel::quieted(lane_operator<Op>()(static_cast<computed>(init), total)));
}

/// `folded`, neither inlined nor analysed: the compiler must not contract it with computations of
/// the elements, or with uses of the result, into an fma.
template <class Op, class Value, class T>
[[gnu::noipa]] T fold_apart(Value const* x, std::size_t n, T init) {
    return detail::folded<Op>(x, n, init);
}

/// The same in place, for complex numbers: as arguments and results, two floats share one register,
/// which is slow to unpack.
template <class Op, class Value, class T>
[[gnu::noipa]] void fold_apart_into(T& total, Value const* x, std::size_t n) {
    total = detail::folded<Op>(x, n, total);
}

/// The total of init and n elements, at least one and at most `most_in_program`.
/// @tparam Op the kernel's operator
template <class Op, class Value, class T>
[[gnu::always_inline]] inline T fold_in_program(Value const* x, std::size_t n, T init) {
    if constexpr (std::floating_point<T>) {
        return detail::fold_apart<Op>(x, n, init);
    } else if constexpr (!std::integral<T>) {
        detail::fold_apart_into<Op>(init, x, n);
        return init;
    } else {
#pragma GCC unroll 4
        // integers may be folded in any order
        for (std::size_t i = 0; i < n; ++i) init = Op()(init, static_cast<T>(x[i]));
        return init;
    }
}

} // namespace gpu::inline v0::detail

#ifdef __clang__
#pragma clang diagnostic pop
#endif
#ifdef __CUDACC__
#pragma nv_diagnostic pop
#endif
