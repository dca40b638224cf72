// SPDX-License-Identifier: Apache-2.0
#include "program_kernel.hpp"

#include "queue.hpp"

#include <gpualgo/error.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gpu::inline v0::simulated {
namespace {

using detail::checked_memory;
using detail::launch_memory;
using detail::memory_use;

std::string text_of(extent3 const& e) {
    return std::to_string(e.x) + "x" + std::to_string(e.y) + "x" + std::to_string(e.z);
}

void check_extent(char const* what, extent3 const& given, extent3 const& most) {
    auto const is_in = [](std::uint32_t n, std::uint32_t limit) { return n >= 1 && n <= limit; };
    if (is_in(given.x, most.x) && is_in(given.y, most.y) && is_in(given.z, most.z)) return;
    throw std::invalid_argument(std::string("a ") + what + " of " + text_of(given) +
                                "; each dimension is at least 1, and at most " + text_of(most));
}

/// The limits of all GPUs, also those of single dimensions.
void check_limits(launch_shape const& shape) {
    check_extent("grid", shape.grid, {max_blocks, 0xffff, 0xffff});
    check_extent("block", shape.block, {max_threads, max_threads, 64});
    check({shape.grid, shape.block, shape.shared_bytes});
}

std::string argument(launch_memory const& memory) {
    return "argument " + std::to_string(memory.argument);
}

bool overlap(launch_memory const& a, launch_memory const& b) {
    auto const* const first = static_cast<std::byte const*>(a.first);
    auto const* const second = static_cast<std::byte const*>(b.first);
    return std::less<>()(first, second + b.bytes) && std::less<>()(second, first + a.bytes);
}

bool are_same(launch_memory const& a, launch_memory const& b) {
    return a.first == b.first && a.bytes == b.bytes && a.element_bytes == b.element_bytes;
}

bool is_written(launch_memory const& memory) { return memory.use != memory_use::read; }

void check_pair(launch_memory const& a, launch_memory const& b) {
    if (!overlap(a, b) || (!is_written(a) && !is_written(b))) return;
    if (!are_same(a, b))
        throw std::invalid_argument(argument(a) + " and " + argument(b) +
                                    " overlap, and one of them is written; only the same range may "
                                    "be given twice");
}

void check_memory(std::vector<launch_memory> const& all) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (all[i].first == nullptr && all[i].bytes > 0)
            throw std::invalid_argument(argument(all[i]) + " is a null pointer with " +
                                        std::to_string(all[i].bytes) + " bytes");
        for (std::size_t j = 0; j < i; ++j) check_pair(all[j], all[i]);
    }
}

/// Registers memory with a queue.
checked_memory add(queue& queue, launch_memory const& memory) {
    auto* const first = static_cast<std::byte*>(const_cast<void*>(memory.first));
    return {&queue.add_argument(memory.use, {first, memory.bytes}, memory.element_bytes), first,
            memory.bytes};
}

/// Registers all memory. A range that is given twice is one region, written if one of the two is.
std::vector<checked_memory> add_all(queue& queue, std::vector<launch_memory> const& all) {
    std::vector<checked_memory> added(all.size());
    for (bool const written : {true, false})
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (is_written(all[i]) != written) continue;
            for (std::size_t j = 0; j < all.size() && added[i].region == nullptr; ++j)
                if (are_same(all[i], all[j])) added[i] = added[j];
            if (added[i].region == nullptr) added[i] = add(queue, all[i]);
        }
    return added;
}

} // namespace

counted_launch run_program_kernel(detail::simulated_launch_request const& request) {
    check_limits(request.shape);
    std::vector<launch_memory> const memory(request.memory, request.memory + request.count);
    check_memory(memory);

    std::vector<counted_launch> counted;
    auto options = launch_options::from_environment();
    if (request.shape.seed != 0) options.seed = request.shape.seed;
    options.counted = &counted;
    detail::call_result ran;
    queue queue(ran, std::move(options));
    auto const added = add_all(queue, memory);
    queue.run({request.shape.grid, request.shape.block, request.shape.shared_bytes},
              [&](thread& self) {
                  // the program keeps the exception
                  if (!request.run(request.context, self, added.data()))
                      throw error("the kernel has thrown an exception");
              });
    counted.back().kernel = request.shape.name;
    return std::move(counted.back());
}

} // namespace gpu::inline v0::simulated
