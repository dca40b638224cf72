// SPDX-License-Identifier: Apache-2.0
#include "simulated/sort.hpp"

#include "sort/queue_steps.hpp"

#include <cstddef>

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

/// The steps of a sort, all by kernel bodies. Numbers that CUB sorts on GPUs are sorted by digits
/// here. So are some that GPUs merge: the device also shows a radix sort of numbers of any size.
class steps : public queue_steps<queue> {
    static constexpr std::size_t most_merged = 1 << 14;

public:
    using queue_steps::queue_steps;

    template <class Bits, class Value>
    void sort(Bits* keys, Value* values, std::size_t n, kernel::sort_order<Bits> order) {
        bool const may_be_merged = n <= most_merged || is_sorted_by_counts<Bits, Value>(queue_, n);
        if (!may_be_merged || !try_own_kernels(keys, values, n, order))
            sort_by_digits(queue_, keys, values, n, order);
    }
    template <class Bits, class Index>
    bool sort_few_indices(Bits const* keys, Index* indices, std::size_t n,
                          kernel::sort_order<Bits> order) {
        return n <= most_merged && queue_steps::sort_few_indices(keys, indices, n, order);
    }
};

} // namespace

void sort(queue& queue, sort_request const& request) {
    auto const add_values = [&](void* values, std::size_t size) {
        if (values != nullptr)
            queue.add_output({values, request.n * size},
                             std::size_t{1} << index_of_word(values, size));
    };
    add_values(request.values, request.value_size);
    add_values(request.more_values, request.more_value_size);
    bool const are_fields = request.key_step != 0;
    std::size_t const key_bytes = known_types[request.value].size;
    if ((writes_keys(request) || request.may_write_keys) && !are_fields)
        queue.add_output({keys_of<void>(request), bytes_of_keys(request)}, key_bytes);
    else if (!are_fields) queue.add_input(request.first, bytes_of_keys(request));
    else if (!writes_keys(request)) // otherwise they are among the values
        queue.add_input(request.first, (request.n - 1) * request.key_step + key_bytes);
    if (is_question(request)) return run_question(queue, request);
    sort_registered(queue, request);
}

void sort_registered(queue& queue, sort_request const& request) {
    steps all(queue);
    run_sort(all, request);
}

void merge_sort(queue& queue, sort_request const& request) {
    auto const sort = [&]<class Bits>(Bits* keys) {
        sort_by_merges(
            queue,
            merge_sort_arrays<Bits, kernel::no_value>{keys, keys, nullptr, nullptr, request.n},
            order_of_keys<Bits>(request));
    };
    if (known_types[request.value].size == 4) sort(keys_of<std::uint32_t>(request));
    else sort(keys_of<std::uint64_t>(request));
}

} // namespace gpu::inline v0::simulated
