// SPDX-License-Identifier: Apache-2.0
/// @file
/// Reductions for the fake runtime: use the queue like the real ones, but without kernels. The
/// result is init. Only partials of a part are computed, for elements and totals of type float.
/// Extrema, selections, searches, sorts, merges, histograms, reductions by key and elementwise
/// algorithms have their right result.
#pragma once

#include "cuda/queue.hpp"
#include "fake_by_key.hpp"
#include "fake_elementwise.hpp"
#include "fake_sorted.hpp"

#include <gpualgo/kernel/extrema/extrema.hpp>
#include <gpualgo/kernel/find/find_first.hpp>
#include <gpualgo/kernel/reduce/launches.hpp>
#include <gpualgo/kernel/select/arguments.hpp>
#include <gpualgo/kernel/select/unlike_previous.hpp>
#include <gpualgo/kernel/sort/descent.hpp>
#include <gpualgo/kernel/sort/expand_counts.hpp>
#include <gpualgo/kernel/sort/expand_keys.hpp>
#include <gpualgo/kernel/sort/gather.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The partials of a part, by the definition of the canonical order.
template <class Op>
void fake_part(kernel::canonical_arguments<float const*, float> const& arguments, Op op) {
    constexpr kernel::segmentation shape(sizeof(float));
    std::size_t const segments = arguments.n / shape.size();
    std::size_t const group = std::size_t{1} << arguments.group_log;
    float* partial = arguments.partials;
    for (std::size_t s = 0; s < segments;) {
        bool const is_complete = (s + arguments.skipped) % group == 0 && segments - s >= group;
        std::size_t const count = is_complete ? group : 1;
        *partial++ = kernel::canonical_group<float>(arguments.in + s * shape.size(),
                                                    count * shape.size(), shape, op);
        s += count;
    }
}

/// Finds one end of the order, or both.
template <class Bits, bool Both, class Order>
void fake_extrema(kernel::extrema_arguments<Bits const*, Both> const& arguments, Order order) {
    kernel::extrema_found<typename Order::key_type, Both> best;
    for (std::size_t i = 0; i < arguments.n; ++i) {
        best.take_first({i, order.key(arguments.in[i])});
        if constexpr (Both) best.take_last({i, order.reversed().key(arguments.in[i])});
    }
    *arguments.out = best;
}

/// Selects in order.
template <class T, class Test>
void fake_select(kernel::select_arguments<T> const& arguments, Test test) {
    kernel::select_totals totals{0, 0};
    for (std::size_t i = 0; i < arguments.n; ++i) {
        T const x = arguments.in[i];
        bool is_selected;
        if constexpr (kernel::neighbour_test<Test>)
            is_selected = i == 0 || test(x, arguments.in[i - 1]);
        else is_selected = test(x);
        auto const& target = is_selected ? arguments.selected : arguments.others;
        auto& place = is_selected ? totals.selected : totals.others;
        if (target.first != nullptr && place < target.room) target.first[place] = x;
        ++place;
    }
    *arguments.out = totals;
}

/// Finds the first match.
template <class T, class Test>
std::size_t fake_find(T const* in, std::size_t n, Test test) {
    std::size_t i = 0;
    while (i < n && !test(in[i])) ++i;
    return i;
}
template <class T, class Test>
std::size_t fake_find(kernel::pairs<T> in, std::size_t n, Test test) {
    std::size_t i = 0;
    while (i < n && !test({in.first[i], in.second[i]})) ++i;
    return i;
}

/// The kernels of sorts beside CUB's.
template <class Index, class Op>
void fake_sort(kernel::number_arguments<Index> const& arguments, Op) {
    for (std::size_t i = 0; i < arguments.n; ++i) arguments.out[i] = static_cast<Index>(i);
}
template <class Word, class Index, class Op>
void fake_sort(kernel::gather_arguments<Word, Index> const& arguments, Op) {
    for (std::size_t i = 0; i < arguments.n; ++i) {
        std::size_t const value = i / arguments.words;
        std::size_t const from = arguments.indices == nullptr ? value : arguments.indices[value];
        arguments.out[i] = arguments.in[from * arguments.words + i % arguments.words];
    }
}
template <class Op>
void fake_sort(kernel::expand_arguments const& arguments, Op order) {
    auto* out = arguments.out;
    for (unsigned key = 0; key < 256; ++key) {
        auto const number = order.number(static_cast<std::uint8_t>(key));
        if (arguments.counts != nullptr) out = std::fill_n(out, arguments.counts[number], number);
        else
            while (out < arguments.out + arguments.ends[key]) *out++ = number;
    }
}
/// Sorts the numbers, of which the kernels that follow would write as many as are counted here.
template <class Op>
void fake_sort(kernel::count_keys_arguments const& arguments, Op order) {
    auto* const keys = const_cast<std::uint16_t*>(arguments.in);
    std::sort(keys, keys + arguments.n, order);
}
template <class Op>
void fake_sort(kernel::add_key_counts_arguments const&, Op) {}
template <class Op>
void fake_sort(kernel::expand_keys_arguments const&, Op) {}
template <class Bits, class Word, class Op>
void fake_sort(kernel::field_arguments<Bits, Word> const& arguments, Op) {
    for (std::size_t i = 0; i < arguments.n; ++i)
        std::memcpy(arguments.out + i, arguments.in + i * arguments.step, sizeof(Bits));
}
template <class Bits, class Op>
void fake_sort(kernel::descent_arguments<Bits> const& arguments, Op order) {
    *arguments.out = static_cast<kernel::shared_word>(
        std::is_sorted_until(arguments.in, arguments.in + arguments.n, order) - arguments.in);
}

template <class Body, class Arguments, class Op>
void cuda_queue::launch(launch_config shape, Arguments arguments, [[maybe_unused]] Op op) {
    static char const kernel = 0; // its address stands for that of the kernel
    launch_kernel(&kernel, shape, nullptr,
                  may_start_early<Body> && (into_ != nullptr || has_launched_));
    bool leaves_partials = false;
    if constexpr (std::is_same_v<Body, kernel::reduce_canonical>)
        leaves_partials = arguments.leaves_partials;
    if constexpr (std::is_same_v<Arguments, kernel::canonical_arguments<float const*, float>>)
        if (leaves_partials) fake_part(arguments, op);
    if constexpr (requires { *arguments.out = arguments.init; })
        if (!leaves_partials) *arguments.out = arguments.init;
    if constexpr (std::is_same_v<Body, kernel::collect>)
        for (auto const& array : arguments.arrays) std::copy_n(array.from, array.size, array.to);
    if constexpr (requires { fake_elementwise(Body(), arguments, op); })
        fake_elementwise(Body(), arguments, op);
    if constexpr (requires { fake_extrema(arguments, op); }) fake_extrema(arguments, op);
    if constexpr (requires { arguments.selected; }) fake_select(arguments, op);
    if constexpr (requires { arguments.found; })
        *arguments.found = fake_find(arguments.in, arguments.n, op);
    if constexpr (requires { fake_sort(arguments, op); }) fake_sort(arguments, op);
    if constexpr (
        requires { arguments.words; } && !requires { arguments.in; })
        std::fill_n(arguments.words, arguments.n, 0);
    if constexpr (requires { fake_sorted<Body>(arguments, op); }) fake_sorted<Body>(arguments, op);
    if constexpr (requires { fake_by_key<Body>(arguments, op); }) fake_by_key<Body>(arguments, op);
    note_launch(ran_, shape, name_of_kernel<Body>);
}

} // namespace gpu::inline v0::detail
