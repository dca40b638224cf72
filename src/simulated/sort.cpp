// SPDX-License-Identifier: Apache-2.0
#include "simulated/sort.hpp"

#include "sort/queue_steps.hpp"

#include <cstddef>

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

/// The steps of a sort, all by kernel bodies.
class steps : public queue_steps<queue> {
public:
    using queue_steps::queue_steps;

    template <class Bits, class Value>
    void sort(Bits* keys, Value* values, std::size_t n, kernel::sort_order<Bits> order) {
        if constexpr (sizeof(Bits) == 1)
            if (is_sorted_by_counts<Bits, Value>(n)) return sort_by_counts(queue_, keys, n, order);
        sort_by_digits(queue_, keys, values, n, order);
    }
};

} // namespace

void sort(queue& queue, sort_request const& request) {
    if (request.values != nullptr)
        queue.add_output({request.values, bytes_of_values(request)},
                         std::size_t{1} << index_of_word(request.values, request.value_size));
    if (writes_keys(request))
        queue.add_output({keys_of<void>(request), bytes_of_keys(request)},
                         known_types[request.value].size);
    else queue.add_input(request.first, bytes_of_keys(request));
    if (is_question(request)) return run_question(queue, request);
    steps all(queue);
    run_sort(all, request);
}

} // namespace gpu::inline v0::simulated
