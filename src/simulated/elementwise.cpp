// SPDX-License-Identifier: Apache-2.0
#include "elementwise/ranges.hpp"
#include "elementwise/table.hpp"
#include "kernels.hpp"

namespace gpu::inline v0::simulated {

using namespace detail;

namespace {

/// Registers the ranges of a request. The output of a call in place is not an input, too.
void add_ranges(queue& queue, elementwise_request const& r) {
    used_ranges const ranges(r);
    used_range const* inputs[2] = {};
    for (auto const& range : ranges) {
        if (range.is_written)
            queue.add_output({range.of(r).first, range.bytes(r)}, range.element_bytes);
        else if (range.of(r).first != r.out.first) inputs[inputs[0] == nullptr ? 0 : 1] = &range;
    }
    if (inputs[1] != nullptr)
        queue.add_inputs(inputs[0]->of(r).first, inputs[0]->bytes(r), inputs[1]->of(r).first,
                         inputs[1]->bytes(r));
    else if (inputs[0] != nullptr) queue.add_input(inputs[0]->of(r).first, inputs[0]->bytes(r));
}

} // namespace

void elementwise(queue& queue, elementwise_request const& r) {
    add_ranges(queue, r);
    using enum elementwise_kind;
    switch (static_cast<elementwise_kind>(r.kind)) {
    case elementwise_kind::transform:
        return with_type(r.value, [&]<class T>() { run_transform<simulated::queue, T>(queue, r); });
    case iota:
        return with_type(r.value, [&]<class T>() { run_iota<simulated::queue, T>(queue, r); });
    default: with_size(r.size, [&]<class T>() { run_moves<simulated::queue, T>(queue, r); });
    }
}

} // namespace gpu::inline v0::simulated
