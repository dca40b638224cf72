// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tables of reduction kernels, from the numbers of a request to the instantiation. They are
/// built from the lists by templates.
#pragma once

#include "call/memory_spaces.hpp"
#include "call/tabulate.hpp"

#include <gpualgo/abi/reduce_lists.hpp>
#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gpu::inline v0::detail {

/// A reduction, type-erased: `in` points to n elements, `init` and `result` to accumulators.
template <class Queue>
using reduce_function = void (*)(Queue& queue, void const* in, std::size_t n, void const* init,
                                 void* result, unsigned threads);

/// A conversion of elements, type-erased.
template <class Queue>
using convert_function = void const* (*)(Queue& queue, void const* in, std::size_t n);

/// All kernels of a device for reduce, indexed by accumulator first. An entry is null if it is not
/// compiled.
template <class Queue>
struct reduce_table {
    table_by<reduce_function<Queue>, types, types, operators> automatic{};
    table_by<reduce_function<Queue>, types, strategies, memory_spaces, operators> named{};
    table_by<convert_function<Queue>, types, types> convert{};
};

template <class Queue, class Value, class T, class Op>
void run_automatic(Queue& queue, void const* in, std::size_t n, void const* init, void* result,
                   unsigned) {
    *static_cast<T*>(result) =
        reduce_automatic(queue, static_cast<Value const*>(in), n, *static_cast<T const*>(init),
                         Queue::template operation<T>(Op{}));
}

template <class Queue, class Policy, memory_space Space, class T, class Op>
void run_named(Queue& queue, void const* in, std::size_t n, void const* init, void* result,
               unsigned threads) {
    using computed = typename Queue::template named_type<T>;
    *static_cast<computed*>(result) = reduce_named<Policy, Space>(
        queue, static_cast<computed const*>(in), n, *static_cast<computed const*>(init), threads,
        Queue::template named_operation<T>(Op{}));
}

template <class Queue, class Value, class T>
void const* run_convert(Queue& queue, void const* in, std::size_t n) {
    return loaded<T>(queue, static_cast<Value const*>(in), n, kernel::convert_to<T>());
}

/// Whether a strategy has its own kernels, not the vendor's, for accumulators of type T.
template <class Policy, memory_space Space, class T, class Op>
inline constexpr bool has_kernel =
    !std::is_same_v<Policy, policy::automatic> && !std::is_same_v<Policy, policy::vendor> &&
    exchanges_through<Policy>(Space) && compiled<Policy, T, T, Op>;

/// Fills the entries of one accumulator, so that several files can share the compilation of a
/// table.
template <class T, class Queue>
constexpr void fill(reduce_table<Queue>& table) {
    auto const automatic =
        []<class Value, class Op>(type_list<Value, Op>) -> reduce_function<Queue> {
        if constexpr (compiled<policy::automatic, Value, T, Op>)
            return &run_automatic<Queue, kernel_value<Op, Value, T>, kernel_type<Op, T>, Op>;
        else return nullptr;
    };
    auto const named = []<class Policy, class Space, class Op>(
                           type_list<Policy, Space, Op>) -> reduce_function<Queue> {
        if constexpr (has_kernel<Policy, Space::value, T, Op>)
            return &run_named<Queue, Policy, Space::value, kernel_type<Op, T>, Op>;
        else return nullptr;
    };
    auto const convert = []<class Value>(type_list<Value>) -> convert_function<Queue> {
        if constexpr (listed_pair<Value, T> && !std::is_same_v<Value, T> && !is_small_float<T>)
            return &run_convert<Queue, Value, T>;
        else return nullptr;
    };
    constexpr std::size_t accumulator = index_of<T, types>;
    table.automatic[accumulator] = tabulate(automatic, types(), operators());
    table.named[accumulator] = tabulate(named, strategies(), memory_spaces(), operators());
    table.convert[accumulator] = tabulate(convert, types());
}

/// Makes a table, of this or another algorithm, with the entries of some types.
template <class Table, class... Ts>
constexpr Table make_table(type_list<Ts...>) {
    Table table;
    (fill<Ts>(table), ...);
    return table;
}

/// Runs a checked request that the table has entries for. `space` and `block_size` are set, the
/// device can read `first`, and n > 0.
template <class Queue>
void run(reduce_table<Queue> const& table, Queue& queue, reduce_request const& request) {
    std::size_t const n = request.n;
    std::uint32_t const to = request.accumulator;
    if (request.strategy == index_of<policy::automatic, strategies>)
        return table.automatic[to][request.value][request.operation](
            queue, request.first, n, request.init, request.result, 0);
    void const* in = request.first;
    if (request.value != to) in = table.convert[to][request.value](queue, in, n);
    table.named[to][request.strategy][request.space][request.operation](
        queue, in, n, request.init, request.result, request.block_size);
}

} // namespace gpu::inline v0::detail
