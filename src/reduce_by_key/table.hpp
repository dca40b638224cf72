// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of a device's kernels for reductions by key. Those that find runs are indexed by the
/// size of a key, and those that fold them by the type of a total.
#pragma once

#include "request.hpp"
#include "select/table.hpp"

#include <gpualgo/kernel/reduce_by_key/launches.hpp>

#include <array>
#include <cstddef>

namespace gpu::inline v0::detail {

/// The entries. Those of totals that are not compiled are null.
template <class Queue>
struct reduce_by_key_table {
    using find_function = kernel::found_runs (*)(Queue& queue,
                                                 reduce_by_key_request const& request);
    using fold_function = std::size_t (*)(Queue& queue, reduce_by_key_request const& request,
                                          kernel::found_runs const& found);

    std::array<find_function, bits_of_elements::size> find;
    table_by<fold_function, types, operators> fold;
};

template <class Queue, class Bits>
kernel::found_runs find_runs_of(Queue& queue, reduce_by_key_request const& request) {
    return find_all_runs(queue, static_cast<Bits const*>(request.first), request.n,
                         kernel::select_target<Bits>{static_cast<Bits*>(request.keys_out.first),
                                                     room_for_runs(request)},
                         known_types[request.total].size, comparison_of_bits<Bits>(request.test));
}

template <class Queue, class T, class Op>
std::size_t fold_runs_of(Queue& queue, reduce_by_key_request const& request,
                         kernel::found_runs const& found) {
    return fold_all_runs(
        queue, static_cast<T const*>(request.values), found,
        kernel::select_target<T>{static_cast<T*>(request.totals_out.first), room_for_runs(request)},
        Queue::template operation<T>(Op{}));
}

template <class Queue>
constexpr reduce_by_key_table<Queue> make_reduce_by_key_table() {
    using table = reduce_by_key_table<Queue>;
    return {tabulate([]<class Bits>(type_list<Bits>) ->
                     typename table::find_function { return &find_runs_of<Queue, Bits>; },
                     bits_of_elements()),
            tabulate(
                []<class T, class Op>(type_list<T, Op>) -> typename table::fold_function {
                    if constexpr (reduces_by_key<T, Op>)
                        return &fold_runs_of<Queue, kernel_type<Op, T>, Op>;
                    else return nullptr;
                },
                types(), operators())};
}

/// Runs a checked request, see backend.hpp.
template <class Queue>
void run(reduce_by_key_table<Queue> const& table, Queue& queue,
         reduce_by_key_request const& request) {
    auto const found = table.find[index_of_key_size(request)](queue, request);
    *request.runs = table.fold[request.total][request.operation](queue, request, found);
}

} // namespace gpu::inline v0::detail
