// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tables of kernels: from the numbers of a request to the instantiation, built from the lists
/// by templates.
#pragma once

#include "names.hpp"

#include <gpualgo/detail/reduce_launches.hpp>

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace gpu::inline v0::detail {

/// Calls `f(std::type_identity<X>{}, place)` for every X of a list.
template <class... Xs, class F>
constexpr void for_each(list<Xs...>, F f) {
    std::size_t place = 0;
    (f(std::type_identity<Xs>{}, place++), ...);
}

/// The memory spaces, as places in a table.
inline constexpr std::size_t spaces = known_spaces.size();

/// A reduction, with the types gone: `in` are n values of a listed type, `init` and `result`
/// accumulators.
template <class Queue>
using reduce_function = void (*)(Queue& queue, void const* in, std::size_t n, void const* init,
                                 void* result, unsigned threads);

/// A conversion, with the types gone.
template <class Queue>
using convert_function = void const* (*)(Queue& queue, void const* in, std::size_t n);

/// Everything that a device with kernels can do for reduce.
template <class Queue>
struct reduce_table {
    /// Null where nothing is compiled.
    reduce_function<Queue> automatic[types::size][types::size][operators::size] = {};
    reduce_function<Queue> named[strategies::size][spaces][types::size][operators::size] = {};
    convert_function<Queue> convert[types::size][types::size] = {};
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
    *static_cast<T*>(result) = reduce_named<Policy, Space>(
        queue, static_cast<T const*>(in), n, *static_cast<T const*>(init), threads,
        Queue::template named_operation<T>(Op{}));
}

template <class Queue, class Value, class T>
void const* run_convert(Queue& queue, void const* in, std::size_t n) {
    return loaded<T>(queue, static_cast<Value const*>(in), n, kernel::convert_to<T>());
}

/// The strategies' entries for one type; `vendor` is the backend's own matter.
template <class Queue, class T, class Op>
constexpr void fill_named(reduce_table<Queue>& table, std::size_t type, std::size_t op) {
    for_each(strategies{}, [&]<class Policy>(std::type_identity<Policy>, std::size_t strategy) {
        constexpr bool is_ours =
            !std::is_same_v<Policy, policy::automatic> && !std::is_same_v<Policy, policy::vendor>;
        if constexpr (is_ours && compiled<Policy, T, T, Op>) {
            auto const entry =
                [&]<memory_space Space>(std::integral_constant<memory_space, Space>) {
                    if constexpr (exchanges_through<Policy>(Space))
                        table.named[strategy][static_cast<std::size_t>(Space)][type][op] =
                            &run_named<Queue, Policy, Space, kernel_type<Op, T>, Op>;
                };
            entry(std::integral_constant<memory_space, memory_space::shared>{});
            entry(std::integral_constant<memory_space, memory_space::global>{});
            entry(std::integral_constant<memory_space, memory_space::registers>{});
        }
    });
}

/// The entries for one accumulator, so that several files can share the compilation of a table.
template <class T, class Queue>
constexpr void fill(reduce_table<Queue>& table) {
    constexpr std::size_t accumulator = place_of<T, types>;
    for_each(operators{}, [&]<class Op>(std::type_identity<Op>, std::size_t op) {
        fill_named<Queue, T, Op>(table, accumulator, op);
        for_each(types{}, [&]<class Value>(std::type_identity<Value>, std::size_t value) {
            if constexpr (compiled<policy::automatic, Value, T, Op>)
                table.automatic[value][accumulator][op] =
                    &run_automatic<Queue, kernel_value<Op, Value, T>, kernel_type<Op, T>, Op>;
        });
    });
    for_each(types{}, [&]<class Value>(std::type_identity<Value>, std::size_t value) {
        if constexpr (listed_pair<Value, T> && !std::is_same_v<Value, T> && !is_small_float<T>)
            table.convert[value][accumulator] = &run_convert<Queue, Value, T>;
    });
}

/// A table, of this or another algorithm, with the entries for some types.
template <class Table, class... Ts>
constexpr Table make_table(list<Ts...>) {
    Table table;
    (fill<Ts>(table), ...);
    return table;
}

/// Runs a checked request, of what there are entries for: `space` and `block_size` are given,
/// `first` lies where the device can read it, n > 0.
template <class Queue>
void run(reduce_table<Queue> const& table, Queue& queue, reduce_request const& request) {
    std::size_t const n = request.n;
    if (request.strategy == place_of<policy::automatic, strategies>)
        return table.automatic[request.value][request.accumulator][request.operation](
            queue, request.first, n, request.init, request.result, 0);
    void const* in = request.first;
    if (request.value != request.accumulator)
        in = table.convert[request.value][request.accumulator](queue, in, n);
    table.named[request.strategy][request.space][request.accumulator][request.operation](
        queue, in, n, request.init, request.result, request.block_size);
}

} // namespace gpu::inline v0::detail
