// SPDX-License-Identifier: Apache-2.0
#include "queue.hpp"

#include "counting/sample.hpp"

#include "call/scratch.hpp"
#include "host/memory.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <utility>

namespace gpu::inline v0::simulated {
namespace {

std::string text_of(detail::kernel_name const& name) {
    std::string text(name.body);
    if (name.strategy.empty()) return text;
    return text.append("<").append(name.strategy).append(", ").append(name.space).append(">");
}

} // namespace

void* allocate(std::size_t bytes) {
    if (bytes <= detail::total_memory()) // some systems promise more than they have
        if (void* const memory = detail::try_allocate_on_host(bytes)) return memory;
    throw out_of_memory("simulated device: no memory for " + std::to_string(bytes) + " bytes",
                        bytes, detail::free_memory());
}

void queue::add_inputs(std::vector<std::span<std::byte const>> inputs) {
    std::ranges::sort(inputs, std::less<>(), [](auto const& input) { return input.data(); });
    for (std::size_t i = 0; i < inputs.size();) {
        auto const* const begin = inputs[i].data();
        auto const* end = begin + inputs[i].size();
        for (++i; i < inputs.size() && std::less<>()(inputs[i].data(), end); ++i)
            end = std::max(end, inputs[i].data() + inputs[i].size(), std::less<>());
        add_input(begin, static_cast<std::size_t>(end - begin));
    }
}

void queue::add_inputs(void const* a, std::size_t a_bytes, void const* b, std::size_t b_bytes) {
    add_inputs(
        {{static_cast<std::byte const*>(a), a_bytes}, {static_cast<std::byte const*>(b), b_bytes}});
}

// Some systems promise more memory than they have, and kill the process that uses it.
void queue::require(std::size_t bytes) const {
    constexpr std::size_t few = std::size_t{1} << 24; // less is not worth the query
    if (bytes < few) return;
    std::uint64_t const free = options_.free_memory();
    if (bytes > free)
        throw out_of_memory("simulated device: to check every access to what kernels write takes " +
                                std::to_string(bytes) + " bytes; " + std::to_string(free) +
                                " are free",
                            bytes, free);
}

region& queue::add_argument(detail::memory_use use, extent const& where,
                            std::size_t element_bytes) {
    auto kind = memory_kind::input;
    if (use != detail::memory_use::read) {
        require(region::shadow_bytes(where, element_bytes));
        kind = use == detail::memory_use::write_first ? memory_kind::unwritten_output
                                                      : memory_kind::output;
    }
    auto& added = memory_.add(kind, where, element_bytes);
    // aligned like a GPU's memory: counts must not depend on the address in the program
    added.count_from(reserve_addresses(where.line_bytes));
    return added;
}

void* queue::reserve_addresses(std::size_t bytes) {
    constexpr std::size_t alignment = 256;
    std::uintptr_t const first = next_address_;
    next_address_ += (bytes / alignment + 1) * alignment;
    return reinterpret_cast<void*>(first);
}

void* queue::add_scratch(std::size_t count, std::size_t element_bytes, memory_kind kind) {
    // no allocator has this many bytes
    constexpr std::size_t too_many = std::numeric_limits<std::ptrdiff_t>::max();
    std::size_t const bytes = count > too_many / element_bytes ? too_many : count * element_bytes;
    if (is_dry()) return add_dry_scratch(bytes, element_bytes);
    require(bytes + region::shadow_bytes({nullptr, bytes}, element_bytes));
    scratch_.reserve(scratch_.size() + 1);
    void* const memory =
        is_given(source_) ? allocate_from(source_, bytes) : simulated::allocate(bytes);
    scratch_.emplace_back(memory, deallocate{source_, bytes});
    memory_.add(kind, extent{memory, bytes}, element_bytes);
    return memory;
}

void* queue::add_dry_scratch(std::size_t bytes, std::size_t element_bytes) {
    void* const addresses = reserve_addresses(bytes);
    auto& added = memory_.add(memory_kind::addresses, extent{addresses, bytes}, element_bytes);
    std::size_t const number = allocations_++;
    if (number < options_.dry->scratch.size()) added.give(options_.dry->scratch[number]);
    return addresses;
}

void queue::deallocate::operator()(void* memory) const noexcept {
    if (is_given(source)) source.deallocate(source.context, memory, bytes);
    else detail::deallocate_on_host(memory);
}

void queue::run_noted(detail::launch_config const& shape, detail::kernel_name const& name,
                      kernel_call kernel, bool interleaves) {
    check_blocks(shape.grid); // before it is narrowed
    note_launch(ran_, shape, name);
    run_call({{static_cast<std::uint32_t>(shape.grid)}, {shape.block}, shape.shared_bytes},
             options_.counted == nullptr ? std::string() : text_of(name), kernel, interleaves);
}

launch_counts queue::run_counted(grid_shape const& shape, kernel_call kernel, block_range blocks,
                                 block_trace* traced) {
    counts_sum counts;
    simulated::launch_state launch{shape,     kernel, options_, memory_,
                                   launches_, blocks, &counts,  traced};
    simulated::run(launch);
    return counts.sum();
}

void queue::run_samples(std::vector<sampled_blocks> const& samples, grid_shape const& shape,
                        kernel_call kernel, counted_launch& counted) {
    for (auto const& [blocks, weight] : samples) {
        counted.counts += weight * run_counted(shape, kernel, blocks, &counted.first_block);
        counted.blocks_run += blocks.count;
    }
    counted.is_extrapolated = counted.blocks_run < shape.grid.volume();
}

void queue::run_call(grid_shape const& shape, std::string name, kernel_call kernel,
                     bool interleaves) {
    check(shape);
    ++launches_;
    auto const blocks = static_cast<std::uint32_t>(shape.grid.volume());
    if (options_.counted == nullptr) {
        simulated::launch_state launch{shape, kernel, options_, memory_, launches_};
        launch.interleaves = interleaves;
        return simulated::run(launch);
    }
    if (interleaves && !is_dry())
        throw unsupported_operator("events of kernels whose blocks wait for each other are not "
                                   "counted");
    auto& counted = options_.counted->emplace_back(counted_launch{std::move(name), shape, {}});
    auto const selected = is_dry() ? options_.dry->blocks : dry_run::selection::all;
    bool const is_each = selected == dry_run::selection::each;
    if (is_dry() && options_.dry->samples)
        if (auto const samples = options_.dry->samples(launches_, blocks); !samples.empty())
            return run_samples(samples, shape, kernel, counted);
    if (interleaves && !is_each && selected != dry_run::selection::none) {
        counted.counts = run_counted(shape, kernel, {0, 1, false}, &counted.first_block);
        counted.blocks_run = 1;
    } else if (is_each || selected == dry_run::selection::all) {
        counted.counts = run_counted(shape, kernel, {0, blocks}, &counted.first_block);
        counted.blocks_run = blocks;
    } else if (selected == dry_run::selection::few) {
        std::size_t const bytes = shape.block.volume() * options_.dry->element_bytes;
        // words that blocks exchange lie side by side
        std::uint32_t const of_words =
            options_.dry->scratch.empty() ? 1 : period_of(sizeof(std::uint64_t));
        std::uint32_t const period = std::max(period_of(bytes), of_words);
        counted.counts = count_monotone(blocks, period, [&](block_range const& range) {
            counted.blocks_run += range.count;
            return run_counted(shape, kernel, range, &counted.first_block);
        });
        counted.is_extrapolated = counted.blocks_run < blocks;
    }
}

detail::look_back_memory queue::look_back(std::size_t bytes, std::size_t) {
    auto* const control = allocate<unsigned long long>(1);
    auto* const words = allocate<unsigned long long>((bytes + 15) / 8);
    if (is_dry()) memory_.find(control)->make_counter();
    else {
        std::memset(control, 0, sizeof *control);
        std::memset(words, 0, bytes);
    }
    return {control, words};
}

unsigned long long* queue::zero_word() {
    auto* const word = static_cast<unsigned long long*>(
        add_scratch(1, sizeof(unsigned long long), memory_kind::output));
    if (!is_dry()) *word = 0;
    return word;
}

std::span<std::byte const> queue::fetch_partials() const {
    check_written(left_.begin, left_.line_bytes);
    return {static_cast<std::byte const*>(left_.begin), left_.line_bytes};
}

void queue::check_written(void const* element, std::size_t bytes) const {
    auto const* const memory = memory_.find(element);
    if (memory != nullptr &&
        memory->written(
            static_cast<std::size_t>(static_cast<std::byte const*>(element) - memory->begin()),
            bytes))
        return;
    throw make_finding(defect::unwritten, "the host reads what no kernel has written",
                       options_.seed, {});
}

} // namespace gpu::inline v0::simulated
