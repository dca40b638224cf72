// SPDX-License-Identifier: Apache-2.0
/// @file
/// The steps of sorts on devices with queues, and the question whether a range is sorted.
#pragma once

#include "steps.hpp"

#include <gpualgo/kernel/sort/launches.hpp>

#include <cstddef>
#include <cstdint>

namespace gpu::inline v0::detail {

/// The steps of a sort that are the same on all devices with queues. See steps.hpp.
template <class Queue>
class queue_steps {
public:
    explicit queue_steps(Queue& queue) : queue_(queue) {}

    template <class T>
    T* allocate(std::size_t n) {
        return queue_.template allocate<T>(n);
    }
    template <class Index>
    void number(Index* out, std::size_t n) {
        queue_.template launch<kernel::number_elements>(
            loop_over(queue_, n), kernel::number_arguments<Index>{out, n}, kernel::plus{});
    }
    template <class Word, class Index>
    void gather(Word const* in, Word* out, Index const* indices, std::size_t n, std::size_t words) {
        queue_.template launch<kernel::gather_words>(
            loop_over(queue_, n * words),
            kernel::gather_arguments<Word, Index>{in, out, indices, n * words, words},
            kernel::plus{});
    }
    template <class Bits>
    void take_fields(void const* in, Bits* out, std::size_t n, std::size_t step) {
        if ((reinterpret_cast<std::uintptr_t>(in) | step) % sizeof(Bits) == 0)
            take_words(static_cast<Bits const*>(in), out, n, step);
        else take_words(static_cast<std::uint8_t const*>(in), out, n, step);
    }
    /// Sorts few keys by merges, and many keys of 1 or 2 bytes by counts.
    /// @return whether it did
    template <class Bits, class Value>
    bool try_own_kernels(Bits* keys, Value* values, std::size_t n, kernel::sort_order<Bits> order) {
        if constexpr (sizeof(Bits) <= 2)
            if (is_sorted_by_counts<Bits, Value>(queue_, n)) {
                sort_by_counts(queue_, keys, n, order);
                return true;
            }
        if (!is_sorted_by_merges<Bits, Value>(n)) return false;
        sort_by_merges(queue_, merge_sort_arrays<Bits, Value>{keys, keys, values, values, n},
                       order);
        return true;
    }
    /// Writes the indices that sort few numbers.
    /// @return whether it did
    template <class Bits, class Index>
    bool sort_few_indices(Bits const* keys, Index* indices, std::size_t n,
                          kernel::sort_order<Bits> order) {
        if (!is_sorted_by_merges<Bits, Index>(n)) return false;
        sort_by_merges(queue_,
                       merge_sort_arrays<Bits, Index>{keys, allocate<Bits>(n), nullptr, indices, n},
                       order);
        return true;
    }
    void wait() { queue_.wait(); }

protected:
    Queue& queue_;

private:
    template <class Word, class Bits>
    void take_words(Word const* in, Bits* out, std::size_t n, std::size_t step) {
        queue_.template launch<kernel::take_fields>(
            loop_over(queue_, n),
            kernel::field_arguments<Bits, Word>{in, out, n, step / sizeof(Word)}, kernel::plus{});
    }
};

/// Answers whether a range is sorted, by a device's kernel.
template <class Queue>
void run_question(Queue& queue, sort_request const& request) {
    using function = std::size_t (*)(Queue&, sort_request const&);
    static constexpr auto table = tabulate(
        []<class Bits>(type_list<Bits>) -> function {
            return [](Queue& q, sort_request const& r) {
                return descent_of(q, static_cast<Bits const*>(r.first), r.n,
                                  order_of_keys<Bits>(r));
            };
        },
        bits_of_keys());
    *request.position = table[index_of_key_size(request)](queue, request);
}

} // namespace gpu::inline v0::detail
