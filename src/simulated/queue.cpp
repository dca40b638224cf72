// SPDX-License-Identifier: Apache-2.0
#include "queue.hpp"

#include "../scratch.hpp"

#include <gpualgo/error.hpp>

#include <limits>
#include <new>
#include <string>

#include <unistd.h>

namespace gpu::inline v0::simulated {
namespace {

constexpr std::align_val_t alignment{256};

} // namespace

void* allocate(std::size_t bytes) {
    if (bytes <= memory_total()) // more is promised by some systems, and cannot be kept
        if (void* const memory = ::operator new(bytes, alignment, std::nothrow)) return memory;
    throw out_of_memory("simulated device: no memory for " + std::to_string(bytes) + " bytes",
                        bytes, memory_free());
}

void deallocate(void* memory) noexcept { ::operator delete(memory, alignment); }

std::size_t memory_total() {
    return static_cast<std::size_t>(::sysconf(_SC_PHYS_PAGES)) *
           static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}
std::size_t memory_free() {
    return static_cast<std::size_t>(::sysconf(_SC_AVPHYS_PAGES)) *
           static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
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
    else simulated::deallocate(memory);
}

void queue::run_noted(detail::launch_shape const& shape, detail::kernel_name const& name,
                      kernel_call kernel) {
    note_launch(ran_, shape, name);
    run_call({{static_cast<std::uint32_t>(shape.grid)}, {shape.block}, shape.shared_bytes}, kernel);
}

void queue::run_call(grid_shape const& shape, kernel_call kernel) {
    simulated::launch launch{shape, kernel, options_, memory_, ++launches_};
    simulated::run(launch);
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
