// SPDX-License-Identifier: Apache-2.0
/// @file
/// Sorts with values of any size, by the steps of a device. These sort keys alone, or with values
/// of 4 or 8 bytes. For other values, the indices of the keys are sorted with them. Then values are
/// gathered by these.
///
/// A device's `Steps` have
/// - `allocate<T>(n)`: memory until the steps are destroyed
/// - `number(out, n)`: writes 0, 1, 2 ...
/// - `gather(in, out, indices, n, words)`: n values of some words; without indices, a copy
/// - `sort(keys, values, n, order)`: in place and stable; values may be a null `no_value*`
/// - `take_fields(in, out, n, step)`, not on the host: copies keys that are `step` keys apart
/// - `sort_few_indices(keys, indices, n, order)`, optional: writes the indices that sort few keys,
///   and tells whether it did
/// - `wait()`: until all this is done
#pragma once

#include "request.hpp"

#include <gpualgo/abi/type_list.hpp>
#include <gpualgo/kernel/sort/digits.hpp>
#include <gpualgo/kernel/sort/gather.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace gpu::inline v0::detail {

/// The bits of keys. All types of a size share kernels.
using bits_of_keys = type_list<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t>;
/// The units in which values are gathered.
using words_of_values =
    type_list<std::uint8_t, std::uint16_t, std::uint32_t, std::uint64_t, kernel::wide_word>;

/// The index of a request's entry in a table by `bits_of_keys`.
inline std::size_t index_of_key_size(sort_request const& request) {
    return static_cast<std::size_t>(std::countr_zero(known_types[request.value].size));
}

/// The index in `words_of_values` of the largest word that values consist of.
inline std::size_t index_of_word(void const* values, std::size_t size) {
    auto const bits = reinterpret_cast<std::uintptr_t>(values) | size;
    return static_cast<std::size_t>(std::min(std::countr_zero(bits), 4));
}

/// Sorts indices with the keys, and moves values by these. Allocates first: if that fails, nothing
/// is changed.
template <class Bits, class Index, class Word, class Steps>
void sort_by_index(Steps& steps, sort_request const& request) {
    std::size_t const n = request.n, words = request.value_size / sizeof(Word);
    auto* const indices = steps.template allocate<Index>(n);
    auto* const copy = steps.template allocate<Word>(n * words);
    auto* const values = static_cast<Word*>(request.values);
    steps.number(indices, n);
    steps.sort(keys_of<Bits>(request), indices, n, order_of_keys<Bits>(request));
    steps.gather(values, copy, static_cast<Index const*>(nullptr), n, words);
    steps.gather(copy, values, static_cast<Index const*>(indices), n, words);
}

/// Writes the indices that sort a range.
template <class Index, class Bits, class Steps>
void sort_indices(Steps& steps, sort_request const& request) {
    auto* const indices = static_cast<Index*>(request.values);
    if constexpr (requires { &Steps::template sort_few_indices<Bits, Index>; })
        if (steps.sort_few_indices(static_cast<Bits const*>(request.first), indices, request.n,
                                   order_of_keys<Bits>(request)))
            return;
    auto* const copy = steps.template allocate<Bits>(request.n);
    steps.gather(keys_of<Bits>(request), copy, static_cast<std::uint32_t const*>(nullptr),
                 request.n, 1);
    steps.number(indices, request.n);
    steps.sort(copy, indices, request.n, order_of_keys<Bits>(request));
}

/// Runs a checked sort of elements with the size of Bits.
template <class Bits, class Steps>
void run_sort(Steps& steps, sort_request const& given) {
    sort_request request = given;
    if constexpr (requires { &Steps::template take_fields<Bits>; })
        if (given.key_step != 0) {
            auto* const keys = steps.template allocate<Bits>(given.n);
            steps.take_fields(static_cast<Bits const*>(given.first), keys, given.n,
                              given.key_step / sizeof(Bits));
            request.first = keys;
        }
    auto const sort = [&](auto* values) {
        steps.sort(keys_of<Bits>(request), values, request.n, order_of_keys<Bits>(request));
    };
    bool const is_argsort = is_for(request, sort_kind::argsort);
    std::size_t const word =
        request.values == nullptr ? 0 : index_of_word(request.values, request.value_size);
    if (request.values == nullptr) {
        sort(static_cast<kernel::no_value*>(nullptr));
    } else if (is_argsort && request.value_size == 4) {
        sort_indices<std::uint32_t, Bits>(steps, request);
    } else if (is_argsort) {
        sort_indices<std::uint64_t, Bits>(steps, request);
    } else if (request.value_size == 4 && word == 2) {
        sort(static_cast<std::uint32_t*>(request.values));
    } else if (request.value_size == 8 && word == 3) {
        sort(static_cast<std::uint64_t*>(request.values));
    } else {
        using function = void (*)(Steps&, sort_request const&);
        static constexpr auto table = tabulate(
            []<class Index, class Word>(type_list<Index, Word>) -> function {
                return &sort_by_index<Bits, Index, Word, Steps>;
            },
            type_list<std::uint32_t, std::uint64_t>(), words_of_values());
        bool const is_long = request.n - 1 > std::numeric_limits<std::uint32_t>::max();
        table[is_long][word](steps, request);
    }
    steps.wait();
}

/// Runs a checked sort.
template <class Steps>
void run_sort(Steps& steps, sort_request const& request) {
    using function = void (*)(Steps&, sort_request const&);
    static constexpr auto table =
        tabulate([]<class Bits>(type_list<Bits>) -> function { return &run_sort<Bits, Steps>; },
                 bits_of_keys());
    table[index_of_key_size(request)](steps, request);
}

} // namespace gpu::inline v0::detail
