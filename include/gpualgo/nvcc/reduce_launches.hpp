// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions that are not precompiled, by the program's own kernels: the launches of
/// kernel/reduce/launches.hpp for any type of 1 to 64 bytes and any operator.
#pragma once

#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/detail/reduce_call.hpp>
#include <gpualgo/functional.hpp>
#include <gpualgo/kernel/assign.hpp>
#include <gpualgo/kernel/elementwise.hpp>
#include <gpualgo/kernel/kernel_name.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/nvcc/storage.hpp>

#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The operator that a kernel applies for a callable: usually the callable itself. Callables of the
/// standard library run only on the host: the library's operators replace them.
template <class Op, class T>
using program_operator = std::conditional_t<std::is_void_v<applied_for<Op, T, operator_map>>, Op,
                                            applied_for<Op, T, operator_map>>;

/// @return the operator that a kernel applies for a callable
template <class T, class Op>
program_operator<Op, T> operator_for_kernels(Op const& op) {
    if constexpr (std::is_same_v<program_operator<Op, T>, Op>) return op;
    else return {};
}

/// @return the transform that a kernel applies for a callable
template <class Value, class F>
auto transform_for_kernels(F const& f) {
    if constexpr (std::is_void_v<transform_for<F, Value>>) return f;
    else return transform_for<F, Value>{};
}

/// Whether kernels can work on values of type T.
template <class T>
inline constexpr bool is_kernel_value = std::is_trivially_copyable_v<T> && sizeof(T) <= 64;

/// The options of a named strategy.
struct named_launch {
    unsigned threads;   ///< threads per block
    memory_space space; ///< one of the policy's spaces
};

/// Reduces stored values by a strategy.
template <class Policy, class Queue, class Input, class T, class Op, class Load>
T reduce_storage(Queue& queue, Input in, std::size_t n, T init, named_launch how, Op op,
                 Load load) {
    if constexpr (is_automatic<Policy>) {
        return reduce_automatic(queue, in, n, init, op, load);
    } else if constexpr (!std::is_same_v<Load, kernel::convert_to<T>> ||
                         !std::is_same_v<Input, T const*>) {
        return reduce_storage<Policy>(queue, loaded<T>(queue, in, n, load), n, init, how, op,
                                      kernel::convert_to<T>());
    } else if constexpr (Policy::spaces.size() == 1) {
        return reduce_named<Policy, Policy::spaces[0]>(queue, in, n, init, how.threads, op);
    } else {
        return how.space == Policy::spaces[0]
                   ? reduce_named<Policy, Policy::spaces[0]>(queue, in, n, init, how.threads, op)
                   : reduce_named<Policy, Policy::spaces[1]>(queue, in, n, init, how.threads, op);
    }
}

/// @return the elements as kernels store them
template <class Value>
storage<Value> const* storage_input(Value const* in) {
    return reinterpret_cast<storage<Value> const*>(in);
}
template <class Value>
kernel::pairs<storage<Value>> storage_input(kernel::pairs<Value> in) {
    return {storage_input(in.first), storage_input(in.second)};
}

/// Reduces by a strategy, on the queue's device.
/// @param in n > 0 elements that the device can read, or `pairs` of them
template <class Policy, class Queue, class Input, class T, class Op>
T reduce_unlisted_on(Queue& queue, Input in, std::size_t n, T const& init, named_launch how,
                     Op const& op) {
    auto const known = operator_for_kernels<T>(op);
    using applied = std::remove_const_t<decltype(known)>;
    if constexpr (is_stored_as_is<kernel::element_of<Input>> && is_stored_as_is<T>) {
        return reduce_storage<Policy>(queue, in, n, init, how, on_storage<T, T, applied>{known},
                                      kernel::convert_to<T>());
    } else {
        on_storage<storage<T>, T, applied> const op_on_kept{known};
        return static_cast<T>(reduce_storage<Policy>(queue, storage_input(in), n, storage<T>(init),
                                                     how, op_on_kept,
                                                     kernel::convert_to<storage<T>>()));
    }
}

/// Reduces the results of a transform of each element, or pair.
template <class Policy, class Queue, class Input, class T, class Op, class F>
T transform_unlisted_on(Queue& queue, Input in, std::size_t n, T const& init, named_launch how,
                        Op const& op, F const& f) {
    using value = kernel::element_of<Input>;
    auto const known = operator_for_kernels<T>(op);
    auto const transform = transform_for_kernels<value>(f);
    using applied = std::remove_const_t<decltype(known)>;
    using loads = std::remove_const_t<decltype(transform)>;
    if constexpr (is_stored_as_is<value> && is_stored_as_is<T>) {
        return reduce_storage<Policy>(queue, in, n, init, how, on_storage<T, T, applied>{known},
                                      load_storage<T, T, value, loads>{transform});
    } else {
        on_storage<storage<T>, T, applied> const op_on_kept{known};
        return static_cast<T>(
            reduce_storage<Policy>(queue, storage_input(in), n, storage<T>(init), how, op_on_kept,
                                   load_storage<storage<T>, T, value, loads>{transform}));
    }
}

template <>
inline constexpr kernel_name name_of_kernel<kernel::assign> = {"assign"};

/// Leaves the total of no elements on the queue's device.
template <class Queue, class T>
T assign_on(Queue& queue, T const& init) {
    using stored = std::conditional_t<is_stored_as_is<T>, T, storage<T>>;
    kernel::assign_arguments<stored> const arguments{stored(init), queue.template result<stored>()};
    queue.template launch<kernel::assign>(launch_config{1, 32, 0}, arguments, kernel::plus{});
    return static_cast<T>(queue.fetch(arguments.out));
}

} // namespace gpu::inline v0::detail
