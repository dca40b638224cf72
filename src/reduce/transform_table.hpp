// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tables of kernels for transform_reduce. `automatic` transforms elements as it loads them;
/// named strategies reduce a transformed copy in scratch memory.
///
/// Besides the requirements of gpualgo/kernel/reduce/launches.hpp, a queue must have
/// `transformation(f, number)`: the transform as the kernels of `automatic` take it.
#pragma once

#include "any_transform.hpp"
#include "request.hpp"
#include "table.hpp"

#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/kernel/elementwise.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

template <class... Ops>
consteval bool are_first_operators(type_list<Ops...>) {
    return ((index_of<Ops, operators> == index_of<Ops, transform_operators>)&&...);
}
static_assert(are_first_operators(transform_operators()),
              "the number of an operator is its place in transform_operators too");

/// The ranges and numbers of a request, type-erased.
struct transform_input {
    void const* first;
    void const* second; ///< null if there is only one range
    std::size_t n;
    std::uint32_t transform; ///< index in `transforms`
};

/// All kernels of a device for transform_reduce, indexed by accumulator first. An entry is null if
/// it is not compiled.
template <class Queue>
struct transform_table {
    using reduce = void (*)(Queue& queue, transform_input const& in, void const* init,
                            void* result);
    /// returns accumulators in scratch memory
    using transform = void const* (*)(Queue& queue, transform_input const& in);

    table_by<reduce, types, transforms, types, transform_operators> automatic{};
    table_by<transform, types, types> ahead{};
};

template <class Queue, class Value, class T, class Op, class F>
void run_transformed(Queue& queue, transform_input const& in, void const* init, void* result) {
    auto const op = Queue::template operation<T>(Op{});
    auto const load = kernel::transform_to<T, decltype(Queue::transformation(F{}, 0))>{
        Queue::transformation(F{}, in.transform)};
    auto const* const first = static_cast<Value const*>(in.first);
    T const start = *static_cast<T const*>(init);
    T& total = *static_cast<T*>(result);
    if constexpr (is_unary<F>) total = reduce_automatic(queue, first, in.n, start, op, load);
    else
        total = reduce_automatic(queue,
                                 kernel::pairs<Value>{first, static_cast<Value const*>(in.second)},
                                 in.n, start, op, load);
}

template <class Queue, class Value, class T>
void const* run_ahead(Queue& queue, transform_input const& in) {
    auto const* const first = static_cast<Value const*>(in.first);
    auto const* const second = in.second != nullptr ? static_cast<Value const*>(in.second) : first;
    return loaded<T>(queue, kernel::pairs<Value>{first, second}, in.n,
                     kernel::transform_to<T, any_transform>{{in.transform}});
}

/// Whether sums of the results of any transform are compiled for these types.
template <class Value, class T, class... Fs>
consteval bool is_any_compiled(type_list<Fs...>) {
    return (compiled_transform<Value, T, kernel::plus, Fs> || ...);
}

/// Fills the entries of one accumulator, so that several files can share the compilation of a
/// table.
template <class T, class Queue>
constexpr void fill(transform_table<Queue>& table) {
    using functions = transform_table<Queue>;
    auto const automatic =
        []<class F, class Value, class Op>(type_list<F, Value, Op>) -> typename functions::reduce {
        if constexpr (compiled_transform<Value, T, Op, F>)
            return &run_transformed<Queue, kernel_value<Op, Value, T>, kernel_type<Op, T>, Op, F>;
        else return nullptr;
    };
    // one instantiation serves signed and unsigned integers: the bits are the same
    auto const ahead = []<class Value>(type_list<Value>) -> typename functions::transform {
        if constexpr (is_any_compiled<Value, T>(transforms()))
            return &run_ahead<Queue, kernel_value<kernel::plus, Value, T>,
                              kernel_type<kernel::plus, T>>;
        else return nullptr;
    };
    constexpr std::size_t accumulator = index_of<T, types>;
    table.automatic[accumulator] =
        tabulate(automatic, transforms(), types(), transform_operators());
    table.ahead[accumulator] = tabulate(ahead, types());
}

/// All kernels of a device for reduce and transform_reduce.
template <class Queue>
struct reduction_tables {
    reduce_table<Queue> const& plain;
    transform_table<Queue> const& transformed;
};

/// Runs a checked reduction; see call/backend.hpp.
template <class Queue>
void run(reduction_tables<Queue> const& tables, Queue& queue, reduce_request const& request) {
    if (!is_transformed(request)) return run(tables.plain, queue, request);
    auto const& table = tables.transformed;
    transform_input const in{request.first, request.second, request.n, request.transform};
    std::uint32_t const to = request.accumulator;
    if (request.strategy == index_of<policy::automatic, strategies>)
        return table.automatic[to][request.transform][request.value][request.operation](
            queue, in, request.init, request.result);
    reduce_request converted = request;
    converted.first = table.ahead[to][request.value](queue, in);
    converted.value = to;
    run(tables.plain, queue, converted);
}

} // namespace gpu::inline v0::detail
