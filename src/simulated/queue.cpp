// SPDX-License-Identifier: Apache-2.0
#include "queue.hpp"

#include "../host/memory.hpp"
#include "../scratch.hpp"

#include <gpualgo/error.hpp>

#include <limits>
#include <string>

namespace gpu::inline v0::simulated {

void* allocate(std::size_t bytes) {
    if (bytes <= detail::total_memory()) // more is promised by some systems, and cannot be kept
        if (void* const memory = detail::try_allocate_on_host(bytes)) return memory;
    throw out_of_memory("simulated device: no memory for " + std::to_string(bytes) + " bytes",
                        bytes, detail::free_memory());
}

void* queue::add_scratch(std::size_t count, std::size_t element_bytes) {
    // no allocator has them
    constexpr std::size_t too_many = std::numeric_limits<std::ptrdiff_t>::max();
    std::size_t const bytes = count > too_many / element_bytes ? too_many : count * element_bytes;
    scratch_.reserve(scratch_.size() + 1);
    void* const memory =
        is_given(source_) ? allocate_from(source_, bytes) : simulated::allocate(bytes);
    scratch_.emplace_back(memory, deallocate{source_, bytes});
    memory_.add(memory_kind::scratch, memory, bytes, element_bytes);
    return memory;
}

void queue::deallocate::operator()(void* memory) const noexcept {
    if (is_given(source)) source.deallocate(source.context, memory, bytes);
    else detail::deallocate_on_host(memory);
}

void queue::run_noted(detail::launch_shape const& shape, detail::kernel_name const& name,
                      kernel_call kernel) {
    note_launch(ran_, shape, name);
    run_call({{static_cast<std::uint32_t>(shape.grid)}, {shape.block}, shape.shared_bytes}, kernel);
}

void queue::check_written(void const* element, std::size_t bytes) const {
    auto const* const memory = memory_.find(element);
    if (memory != nullptr &&
        memory->written(
            static_cast<std::size_t>(static_cast<std::byte const*>(element) - memory->begin()),
            bytes))
        return;
    throw finding(defect::unwritten, "the host reads what no kernel has written", options_.seed,
                  {});
}

} // namespace gpu::inline v0::simulated
