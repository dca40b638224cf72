// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table of a device's selection kernels, indexed by the size of an element.
#pragma once

#include "call/tabulate.hpp"
#include "request.hpp"

#include <gpualgo/kernel/select/launches.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// The bits of elements. All types of a size share kernels.
using bits_of_elements = type_list<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;

/// A selection, type-erased.
template <class Queue>
using select_function = kernel::select_totals (*)(Queue& queue, select_request const& request);

template <class Queue>
using select_table = std::array<select_function<Queue>, bits_of_elements::size>;

template <class Bits>
kernel::select_target<Bits> target_of(select_output const& output) {
    return {static_cast<Bits*>(output.first), output.room};
}

template <class Bits>
kernel::select_arguments<Bits> arguments_of(select_request const& request) {
    return {.in = static_cast<Bits const*>(request.first),
            .n = request.n,
            .selected = target_of<Bits>(request.selected),
            .others = target_of<Bits>(request.others),
            .words = nullptr,
            .out = nullptr};
}

template <class Queue, class Bits>
kernel::select_totals run_selection(Queue& queue, select_request const& request) {
    auto const arguments = arguments_of<Bits>(request);
    if (is_for_unique(request))
        return select_in_order<false>(queue, arguments, comparison_of_bits<Bits>(request.test));
    auto const test = test_of_bits<Bits>(request.test);
    bool const is_partition = is_for_both(request);
    if (is_by_warps(request)) {
        unsigned const threads = request.block_size;
        if (is_for_count(request)) return count_selected<true>(queue, arguments, threads, test);
        return is_partition ? select_by_warps<true>(queue, arguments, threads, test)
                            : select_by_warps<false>(queue, arguments, threads, test);
    }
    if (is_for_count(request)) return count_selected(queue, arguments, test);
    return is_partition ? select_in_order<true>(queue, arguments, test)
                        : select_in_order<false>(queue, arguments, test);
}

template <class Queue>
constexpr select_table<Queue> make_select_table() {
    return tabulate(
        []<class Bits>(type_list<Bits>) -> select_function<Queue> {
            return &run_selection<Queue, Bits>;
        },
        bits_of_elements());
}

/// The index of a request's entry in a table.
inline std::size_t index_of_size(select_request const& request) {
    return static_cast<std::size_t>(std::countr_zero(known_types[request.value].size));
}

/// Runs a checked request, see backend.hpp.
template <class Queue>
void run(select_table<Queue> const& table, Queue& queue, select_request const& request) {
    note_totals(request, table[index_of_size(request)](queue, request));
}

} // namespace gpu::inline v0::detail
