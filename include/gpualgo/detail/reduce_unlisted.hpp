// SPDX-License-Identifier: Apache-2.0
/// @file
/// A reduction that is not precompiled, by kernels of the program's own: the launches of reduce_launches.hpp over any type
/// of 1 to 64 bytes and any operator.
#pragma once

#include <gpualgo/detail/call.hpp>
#include <gpualgo/detail/kept.hpp>
#include <gpualgo/detail/reduce_launches.hpp>
#include <gpualgo/functional.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// What a kernel applies for a callable: itself, but for those of the standard library, which run on the host only.
template <class Op, class T>
struct program_operator_of { using type = Op; };
template <template <class> class Callable, class X, class T>
    requires((std::is_void_v<X> || std::is_same_v<X, T>) && !std::is_void_v<typename kernel_operator<Callable>::type>)
struct program_operator_of<Callable<X>, T> : kernel_operator<Callable> {};

template <class Op, class T>
using program_operator = typename program_operator_of<Op, T>::type;

/// The callable as a kernel applies it.
template <class T, class Op>
program_operator<Op, T> operator_for_kernels(Op const& op) {
    if constexpr (std::is_same_v<program_operator<Op, T>, Op>) return op;
    else return {};
}

/// Whether kernels can work on values of type T.
template <class T>
inline constexpr bool is_kernel_value = std::is_trivially_copyable_v<T> && sizeof(T) <= 64;

/// By a strategy, of values as kernels keep them.
template <class Policy, class Queue, class Value, class T, class Op>
T reduce_kept(Queue& queue, Value const* in, std::size_t n, T init, unsigned threads, memory_space space, Op op) {
    if constexpr (is_automatic<Policy>) {
        return reduce_automatic(queue, in, n, init, op);
    } else if constexpr (!std::is_same_v<Value, T>) {
        return reduce_kept<Policy>(queue, converted<Queue, Value, T>(queue, in, n), n, init, threads, space, op);
    } else if constexpr (Policy::spaces.size() == 1) {
        return reduce_named<Policy, Policy::spaces[0]>(queue, in, n, init, threads, op);
    } else {
        return space == Policy::spaces[0] ? reduce_named<Policy, Policy::spaces[0]>(queue, in, n, init, threads, op)
                                          : reduce_named<Policy, Policy::spaces[1]>(queue, in, n, init, threads, op);
    }
}

/// By a strategy, on a queue's device.
/// @param in n > 0 elements that the device can read
/// @param threads a block's
/// @param space one of the policy's
template <class Policy, class Queue, class Value, class T, class Op>
T reduce_unlisted_on(Queue& queue, Value const* in, std::size_t n, T const& init, unsigned threads, memory_space space, Op const& op) {
    auto const known = operator_for_kernels<T>(op);
    using applied = std::remove_const_t<decltype(known)>;
    if constexpr (is_kept_as_is<Value> && is_kept_as_is<T>) {
        return reduce_kept<Policy>(queue, in, n, init, threads, space, on_kept<T, T, applied>{known});
    } else {
        auto const elements = reinterpret_cast<kept<Value> const*>(in);
        return static_cast<T>(reduce_kept<Policy>(queue, elements, n, kept<T>(init), threads, space, on_kept<kept<T>, T, applied>{known}));
    }
}

} // namespace gpu::inline v0::detail
