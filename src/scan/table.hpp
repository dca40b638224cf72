// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of a device's scans, from the numbers of a request to the instantiation.
#pragma once

#include "reduce/any_transform.hpp"
#include "reduce/table.hpp"

#include <gpualgo/abi/scan_lists.hpp>
#include <gpualgo/abi/scan_request.hpp>
#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/kernel/scan/launches.hpp>
#include <gpualgo/kernel/scan/named_launches.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {

/// All kernels of a device for scans, indexed by element type first. An entry is null if it is not
/// compiled.
template <class Queue>
struct scan_table {
    using scan = void (*)(Queue& queue, scan_request const& request);

    table_by<scan, types, operators> automatic{};
    table_by<scan, types, scan_strategies, operators> named{};
    table_by<scan, types> transform{}; ///< writes the transformed elements to the output
};

/// @return a request's scan, of elements whose totals are computed in T
template <class Value, class T>
scan_problem<Value, T> problem_of(scan_request const& request) {
    T const init = request.init == nullptr ? T{} : T(*static_cast<Value const*>(request.init));
    return {static_cast<Value const*>(request.first),
            static_cast<Value*>(request.out),
            request.n,
            init,
            request.init != nullptr,
            request.kind == static_cast<std::uint32_t>(scan_kind::exclusive)};
}

template <class Queue, class Value, class T, class Op>
void run_scan(Queue& queue, scan_request const& request) {
    scan_automatic(queue, problem_of<Value, T>(request), Queue::template operation<T>(Op{}));
}

template <class Queue, class Policy, class T, class Op>
void run_named_scan(Queue& queue, scan_request const& request) {
    using computed = typename Queue::template named_type<T>;
    scan_named<Policy>(queue, problem_of<computed, computed>(request), request.block_size,
                       Queue::template named_operation<T>(Op{}));
}

/// Whether a strategy has its own kernels, not the vendor's.
template <class Policy, class T, class Op>
inline constexpr bool has_scan_kernel =
    !std::is_same_v<Policy, policy::automatic> && !std::is_same_v<Policy, policy::vendor> &&
    strategy_scan<Policy, T, Op>;

template <class Queue, class T>
void run_scan_transform(Queue& queue, scan_request const& request) {
    using load = kernel::transform_to<T, any_transform>;
    std::size_t const grid = std::min((request.n + default_block_size - 1) / default_block_size,
                                      queue.resident_blocks(default_block_size));
    queue.template launch<kernel::transform<load>>(
        launch_config{grid, default_block_size, 0},
        kernel::transform_arguments<T const*, T>{static_cast<T const*>(request.first), request.n,
                                                 static_cast<T*>(request.out)},
        load{{request.transform}});
}

/// Fills the entries of one type, so that several files can share the compilation of a table.
template <class T, class Queue>
constexpr void fill(scan_table<Queue>& table) {
    using function = typename scan_table<Queue>::scan;
    constexpr std::size_t type = index_of<T, types>;
    table.automatic[type] = tabulate(
        []<class Op>(type_list<Op>) -> function {
            if constexpr (device_scan<T, Op>)
                return &run_scan<Queue, kernel_type<Op, T>, kernel_type<Op, computed_as<T>>, Op>;
            else return nullptr;
        },
        operators());
    table.named[type] = tabulate(
        []<class Policy, class Op>(type_list<Policy, Op>) -> function {
            if constexpr (has_scan_kernel<Policy, T, Op>)
                return &run_named_scan<Queue, Policy, kernel_type<Op, T>, Op>;
            else return nullptr;
        },
        scan_strategies(), operators());
    if constexpr (transforms_before_scan<T>)
        table.transform[type] = &run_scan_transform<Queue, kernel_type<kernel::plus, T>>;
}

/// Transforms the elements of a request, if it has a transform.
/// @return the request of the scan that is left
template <class Queue>
scan_request transformed(scan_table<Queue> const& table, Queue& queue, scan_request request) {
    if (request.transform == unspecified) return request;
    table.transform[request.value](queue, request);
    request.first = request.out;
    return request;
}

/// Runs a checked request; see call/backend.hpp.
template <class Queue>
void run(scan_table<Queue> const& table, Queue& queue, scan_request const& given) {
    scan_request const request = transformed(table, queue, given);
    if (request.strategy == index_of<policy::automatic, scan_strategies>)
        return table.automatic[request.value][request.operation](queue, request);
    table.named[request.value][request.strategy][request.operation](queue, request);
}

} // namespace gpu::inline v0::detail
