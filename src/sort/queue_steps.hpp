// SPDX-License-Identifier: Apache-2.0
/// @file
/// The steps of sorts on devices with queues, and the question whether a range is sorted.
#pragma once

#include "steps.hpp"

#include <gpualgo/kernel/sort/launches.hpp>

#include <cstddef>

namespace gpu::inline v0::detail {

/// The steps of a sort that kernel bodies do. See steps.hpp.
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
    void wait() { queue_.wait(); }

protected:
    Queue& queue_;
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
