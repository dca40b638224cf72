// SPDX-License-Identifier: Apache-2.0
/// @file
/// The tables of kernels for transform_reduce: `automatic` transforms elements as it loads them;
/// for named strategies they are transformed ahead, into scratch, and reduced from there.
///
/// Of a queue they ask, beside what gpualgo/detail/reduce_launches.hpp does, for `transformation(f,
/// number)`: the transform as kernels of `automatic` take it.
#pragma once

#include "any_transform.hpp"
#include "table.hpp"

#include <gpualgo/detail/reduce_launches.hpp>
#include <gpualgo/detail/transform_lists.hpp>
#include <gpualgo/detail/transform_request.hpp>
#include <gpualgo/kernel/transform.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// The operators that reduce what is transformed, in places that are theirs in `operators` too.
using transform_operators = list<kernel::plus, kernel::minimum, kernel::maximum>;

/// A request's ranges and numbers, with the types gone.
struct transform_input {
    void const* first;
    void const* second; ///< null where there is one range only
    std::size_t n;
    std::uint32_t transform; ///< place in `transforms`
};

/// Everything that a device with kernels can do for transform_reduce.
template <class Queue>
struct transform_table {
    using reduce = void (*)(Queue& queue, transform_input const& in, void const* init,
                            void* result);
    /// returns accumulators, in scratch
    using transform = void const* (*)(Queue& queue, transform_input const& in);

    /// Null where nothing is compiled.
    reduce automatic[transforms::size][types::size][types::size][transform_operators::size] = {};
    transform ahead[types::size][types::size] = {};
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

/// The entries for one accumulator, so that several files can share the compilation of a table.
template <class T, class Queue>
constexpr void fill(transform_table<Queue>& table) {
    constexpr std::size_t accumulator = place_of<T, types>;
    for_each(types{}, [&]<class Value>(std::type_identity<Value>, std::size_t value) {
        for_each(transforms{}, [&]<class F>(std::type_identity<F>, std::size_t transform) {
            for_each(transform_operators{}, [&]<class Op>(std::type_identity<Op>, std::size_t op) {
                if constexpr (compiled_transform<Value, T, Op, F>)
                    table.automatic[transform][value][accumulator][op] =
                        &run_transformed<Queue, kernel_value<Op, Value, T>, kernel_type<Op, T>, Op,
                                         F>;
            });
            // its result has the same bits for either sign
            if constexpr (compiled_transform<Value, T, kernel::plus, F>)
                table.ahead[value][accumulator] =
                    &run_ahead<Queue, kernel_value<kernel::plus, Value, T>,
                               kernel_type<kernel::plus, T>>;
        });
    });
}

/// Runs a checked request, see backend.hpp.
/// @param reductions of accumulators that were made ahead
template <class Queue>
void run(transform_table<Queue> const& table, reduce_table<Queue> const& reductions, Queue& queue,
         transform_request const& request) {
    reduce_request reduction = *request.reduction;
    transform_input const in{reduction.first, request.second, reduction.n, request.transform};
    if (reduction.strategy == place_of<policy::automatic, strategies>)
        return table.automatic[request.transform][reduction.value][reduction.accumulator]
                              [reduction.operation](queue, in, reduction.init, reduction.result);
    reduction.first = table.ahead[reduction.value][reduction.accumulator](queue, in);
    reduction.value = reduction.accumulator;
    run(reductions, queue, reduction);
}

} // namespace gpu::inline v0::detail
