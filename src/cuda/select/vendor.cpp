// SPDX-License-Identifier: Apache-2.0
#include "cuda/check.hpp"
#include "select.hpp"
#include "select/table.hpp"

#include <cstddef>

namespace gpu::inline v0::detail {
namespace {

/// A function of CUB, and its name in reports.
struct cub_entry {
    cub_select_function function;
    char const* name;
};

cub_entry entry_of(select_request const& request) {
    auto const functions = cub_select_functions();
    std::size_t const size = index_of_size(request);
    if (is_for_count(request)) return {functions.count[size], "cub::DeviceReduce::TransformReduce"};
    if (is_for_both(request)) return {functions.partition[size], "cub::DevicePartition::If"};
    return {functions.copy[size], "cub::DeviceSelect::If"};
}

} // namespace

void select_by_vendor(cuda_queue& queue, select_request const& request) {
    auto const [select, name] = entry_of(request);
    // a partition has a second number
    auto* const out = &queue.result<kernel::select_totals>()->selected;
    cub_select_storage storage;
    check_cuda(select(storage, request, out, queue.stream()), name);
    storage.memory = queue.allocate<std::byte>(storage.bytes);
    check_cuda(select(storage, request, out, queue.stream()), name);
    queue.note(name);
    std::size_t const selected = queue.fetch(out);
    note_totals(request, {selected, request.n - selected});
}

} // namespace gpu::inline v0::detail
