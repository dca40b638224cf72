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
/// - `take_fields(in, out, n, step)`, not on the host: copies keys that are `step` bytes apart
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

/// Moves values that consist of words to the places of their keys.
template <class Index, class Word, class Steps>
struct value_mover {
    static void* allocate(Steps& steps, std::size_t bytes) {
        return steps.template allocate<Word>(bytes / sizeof(Word));
    }
    /// @param memory for a copy
    static void run(Steps& steps, void* values, void* memory, Index const* indices, std::size_t n,
                    std::size_t size) {
        auto* const in = static_cast<Word*>(values);
        auto* const copy = static_cast<Word*>(memory);
        std::size_t const words = size / sizeof(Word);
        steps.gather(in, copy, static_cast<Index const*>(nullptr), n, words);
        steps.gather(copy, in, indices, n, words);
    }
};

/// The memory in which values of any size are copied when they move.
template <class Index, class Steps>
class moved_values {
public:
    moved_values(Steps& steps, void* values, std::size_t n, std::size_t size)
        : steps_(steps), values_(values), n_(n), size_(size),
          functions_(table[values == nullptr ? 0 : index_of_word(values, size)]),
          memory_(values == nullptr ? nullptr : functions_.allocate(steps, n * size)) {}

    void move(Index const* indices) const {
        if (values_ != nullptr) functions_.run(steps_, values_, memory_, indices, n_, size_);
    }

private:
    struct functions {
        void* (*allocate)(Steps&, std::size_t);
        void (*run)(Steps&, void*, void*, Index const*, std::size_t, std::size_t);
    };
    static constexpr auto table = tabulate(
        []<class Word>(type_list<Word>) -> functions {
            using mover = value_mover<Index, Word, Steps>;
            return {&mover::allocate, &mover::run};
        },
        words_of_values());

    Steps& steps_;
    void* values_;
    std::size_t n_, size_;
    functions functions_;
    void* memory_;
};

/// Sorts indices with the keys, and moves values by these. Allocates first: if that fails, nothing
/// is changed.
template <class Bits, class Index, class Steps>
void sort_by_index(Steps& steps, sort_request const& request) {
    auto* const indices = steps.template allocate<Index>(request.n);
    moved_values<Index, Steps> const values(steps, request.values, request.n, request.value_size);
    moved_values<Index, Steps> const more(steps, request.more_values, request.n,
                                          request.more_value_size);
    steps.number(indices, request.n);
    steps.sort(keys_of<Bits>(request), indices, request.n, order_of_keys<Bits>(request));
    values.move(indices);
    more.move(indices);
}

/// Writes the indices that sort a range.
template <class Index, class Bits, class Steps>
void sort_indices(Steps& steps, sort_request const& request) {
    auto* const indices = static_cast<Index*>(request.values);
    if constexpr (requires {
                      steps.sort_few_indices(static_cast<Bits const*>(nullptr), indices, request.n,
                                             order_of_keys<Bits>(request));
                  })
        if (steps.sort_few_indices(static_cast<Bits const*>(request.first), indices, request.n,
                                   order_of_keys<Bits>(request)))
            return;
    auto* copy = keys_of<Bits>(request);
    if (!request.may_write_keys) {
        copy = steps.template allocate<Bits>(request.n);
        steps.gather(keys_of<Bits>(request), copy, static_cast<std::uint32_t const*>(nullptr),
                     request.n, 1);
    }
    steps.number(indices, request.n);
    steps.sort(copy, indices, request.n, order_of_keys<Bits>(request));
}

/// Runs a checked sort of elements with the size of Bits.
template <class Bits, class Steps>
void run_sort(Steps& steps, sort_request const& given) {
    sort_request request = given;
    if constexpr (requires(Bits * out) {
                      steps.take_fields(given.first, out, given.n, given.key_step);
                  })
        if (given.key_step != 0) {
            auto* const keys = steps.template allocate<Bits>(given.n);
            steps.take_fields(given.first, keys, given.n, given.key_step);
            request.first = keys;
            request.may_write_keys = true;
        }
    auto const sort = [&](auto* values) {
        steps.sort(keys_of<Bits>(request), values, request.n, order_of_keys<Bits>(request));
    };
    bool const is_argsort = is_for(request, sort_kind::argsort);
    bool const moves_more = request.more_values != nullptr;
    std::size_t const word =
        request.values == nullptr ? 0 : index_of_word(request.values, request.value_size);
    if (request.values == nullptr) {
        sort(static_cast<kernel::no_value*>(nullptr));
    } else if (is_argsort && request.value_size == 4) {
        sort_indices<std::uint32_t, Bits>(steps, request);
    } else if (is_argsort) {
        sort_indices<std::uint64_t, Bits>(steps, request);
    } else if (request.value_size == 4 && word == 2 && !moves_more) {
        sort(static_cast<std::uint32_t*>(request.values));
    } else if (request.value_size == 8 && word == 3 && !moves_more) {
        sort(static_cast<std::uint64_t*>(request.values));
    } else if (request.n - 1 <= std::numeric_limits<std::uint32_t>::max()) {
        sort_by_index<Bits, std::uint32_t>(steps, request);
    } else {
        sort_by_index<Bits, std::uint64_t>(steps, request);
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
