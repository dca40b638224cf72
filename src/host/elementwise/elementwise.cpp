// SPDX-License-Identifier: Apache-2.0
#include "elementwise.hpp"

#include "elementwise/table.hpp"
#include "host/by_instruction_set.hpp"
#include "host/memory.hpp"
#include "host/parallel.hpp"
#include "host/reduce/reduce.hpp"
#include "loops.hpp"

#include <gpualgo/kernel/integer_words.hpp>

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace gpu::inline v0::detail {
namespace {

/// See one_core_bytes. Lines that other cores have written take long to fetch. With 16 cores, iota
/// of 10^6 bytes that all had written took 110 us on one, and 18 us on all.
constexpr std::size_t one_core_bytes_if_written = one_core_bytes / 2;

/// Runs a loop over parts of n elements, on all cores if they are many.
/// @param size bytes per element, of arrays that together set the time
/// @param loop called as loop(begin, end)
template <class Loop>
void run_in_parts(std::size_t n, std::size_t size, Loop const& loop) {
    if (n <= one_core_bytes_if_written / size) return loop(0, n);
    std::size_t const part = std::max(task_bytes / size, n / max_tasks + 1);
    parallel_for((n + part - 1) / part,
                 [&](std::size_t i) { loop(i * part, std::min((i + 1) * part, n)); });
}

std::byte* bytes_at(element_range const& range) { return static_cast<std::byte*>(range.first); }

template <class T, class Index>
void permute(elementwise_request const& r, instruction_set set) {
    bool const is_gather = static_cast<elementwise_kind>(r.kind) == elementwise_kind::gather;
    auto const loop = is_gather ? by_instruction_set<gather_elements<T, Index>>::choose(set)
                                : by_instruction_set<scatter_elements<T, Index>>::choose(set);
    run_in_parts(r.n, sizeof(T) + sizeof(Index), [&](std::size_t begin, std::size_t end) {
        loop(bytes_at(r.out), bytes_at(r.in), bytes_at(r.indices), begin, end);
    });
}

template <class T>
void move(elementwise_request const& r, instruction_set set) {
    auto* const out = bytes_at(r.out);
    auto* const in = bytes_at(r.in);
    using enum elementwise_kind;
    switch (static_cast<elementwise_kind>(r.kind)) {
    case fill: {
        kernel::constant_value<T> const value{element_at<T>(r.element)};
        auto const loop =
            by_instruction_set<generate_elements<T, kernel::constant_value<T>>>::choose(set);
        return run_in_parts(r.n, sizeof(T), [&](std::size_t begin, std::size_t end) {
            loop(out, begin, end, value);
        });
    }
    case replace:
        if constexpr (std::is_integral_v<T>) {
            auto const loop = by_instruction_set<replace_elements<T>>::choose(set);
            run_in_parts(r.n, sizeof(T), [&](std::size_t begin, std::size_t end) {
                loop(out, in, begin, end, replacement_of<T>(r));
            });
        }
        return;
    case reverse: {
        auto const loop = by_instruction_set<reverse_elements<T>>::choose(set);
        return run_in_parts(r.n / 2, sizeof(T), [&](std::size_t begin, std::size_t end) {
            loop(out, begin, end, r.n);
        });
    }
    case reverse_copy: {
        auto const loop = by_instruction_set<reverse_copy_elements<T>>::choose(set);
        return run_in_parts(r.n, 2 * sizeof(T), [&](std::size_t begin, std::size_t end) {
            loop(out, in, begin, end, r.n);
        });
    }
    case swap_ranges: {
        auto const loop = by_instruction_set<swap_elements<T>>::choose(set);
        return run_in_parts(r.n, 2 * sizeof(T),
                            [&](std::size_t begin, std::size_t end) { loop(out, in, begin, end); });
    }
    default:
        if (r.index_size == 4) permute<T, std::uint32_t>(r, set);
        else permute<T, std::uint64_t>(r, set);
    }
}

template <class T>
void write_sequence(elementwise_request const& r, instruction_set set) {
    auto const values = sequence_of<T>(r);
    using sequence = std::remove_const_t<decltype(values)>;
    using element = decltype(values(0));
    if constexpr (kernel::narrow_integer<element>) {
        using bits = std::make_unsigned_t<element>;
        auto const loop = by_instruction_set<write_sequence_of<bits>>::choose(set);
        return run_in_parts(r.n, sizeof(T), [&](std::size_t begin, std::size_t end) {
            loop(bytes_at(r.out), begin, end, static_cast<bits>(values.start),
                 static_cast<bits>(values.step));
        });
    }
    auto const loop = by_instruction_set<generate_elements<element, sequence>>::choose(set);
    run_in_parts(r.n, sizeof(T), [&](std::size_t begin, std::size_t end) {
        loop(bytes_at(r.out), begin, end, values);
    });
}

} // namespace

void run_elementwise_on_host(elementwise_request const& r, instruction_set set) {
    using enum elementwise_kind;
    switch (static_cast<elementwise_kind>(r.kind)) {
    case transform: return r.on_host(r.context);
    case fill:
        // memset writes memory without reading it before
        if (is_one_byte(r.element, r.size))
            return fill_on_host(r.out.first, r.n, r.element, r.size);
        return with_size(r.size, [&]<class T>() { move<T>(r, set); });
    case iota: return with_type(r.value, [&]<class T>() { write_sequence<T>(r, set); });
    default: with_size(r.size, [&]<class T>() { move<T>(r, set); });
    }
}

} // namespace gpu::inline v0::detail
