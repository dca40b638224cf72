// SPDX-License-Identifier: Apache-2.0
#include "counting.hpp"

#include "problem.hpp"
#include "simulated/kernels.hpp"

#include <gpualgo/abi/transform_lists.hpp>
#include <gpualgo/kernel/add.hpp>

#include <array>
#include <cstddef>
#include <numeric>

namespace gpu::inline v0::detail {
namespace {

/// A number of any listed type.
struct alignas(16) scalar {
    std::byte bytes[largest_type]{};
};

/// An element of 16 bytes that can be added.
struct wide {
    std::uint64_t low, high;
    friend wide operator+(wide a, wide b) { return {a.low + b.low, a.high + b.high}; }
};

/// Runs `add` on pictures of elements of a type.
template <class T>
void run_add(simulated::queue& queue, simulated::grid_shape const& shape, sizes const& size,
             std::uint64_t offset, std::uint64_t stride) {
    std::size_t const n = size[0] * size[1] * stride;
    T* arrays[3];
    for (auto& array : arrays) {
        array = static_cast<T*>(place_array(queue, n, offset, sizeof(T)));
        queue.add_output({array, n * sizeof(T)}, sizeof(T));
    }
    kernel::add_arguments<T> const arguments{arrays[0], arrays[1], arrays[2],
                                             size[0],   size[1],   stride};
    queue.run(shape, [&](simulated::thread& self) {
        kernel::add::run(simulated::context(self), arguments);
    });
}

using add_function = void (*)(simulated::queue&, simulated::grid_shape const&, sizes const&,
                              std::uint64_t, std::uint64_t);

add_function add_for(std::size_t element_bytes) {
    switch (element_bytes) {
    case 1: return &run_add<std::uint8_t>;
    case 2: return &run_add<std::uint16_t>;
    case 4: return &run_add<std::uint32_t>;
    case 8: return &run_add<std::uint64_t>;
    default: return &run_add<wide>;
    }
}

} // namespace

void* place_array(simulated::queue& queue, std::uint64_t n, std::uint64_t offset,
                  std::size_t element_bytes) {
    auto* const aligned =
        static_cast<std::byte*>(queue.reserve_addresses((n + offset) * element_bytes));
    return aligned + offset * element_bytes;
}

simulated::launch_options counting_options(launches& counted, std::size_t element_bytes,
                                           simulated::dry_run::selection blocks) {
    auto options = simulated::launch_options::from_environment();
    options.resident_blocks = explained_multiprocessors;
    options.counted = &counted;
    options.dry = {element_bytes, blocks};
    return options;
}

launches count_reduction(explain_request const& r) {
    launches counted;
    call_result ran;
    std::size_t const bytes = known_types[r.value].size;
    simulated::queue queue(ran,
                           counting_options(counted, bytes, simulated::dry_run::selection::few));
    reduce_request request;
    static_cast<call_options&>(request) = r;
    request.value = r.value;
    request.accumulator = known_types[r.value].computed_in;
    request.operation = index_of<kernel::plus, operators>;
    request.n = r.n;
    request.first = place_array(queue, r.n, r.offset, bytes);
    if (r.algorithm == static_cast<std::uint32_t>(explained_algorithm::transform_reduce)) {
        request.transform = index_of<kernel::multiplies, transforms>;
        request.second = place_array(queue, r.n, r.offset, bytes);
    }
    scalar init, result;
    request.init = &init;
    request.result = &result;
    simulated::reduce(queue, request);
    return counted;
}

launches count_search(explain_request const& r) {
    launches counted;
    call_result ran;
    std::size_t const bytes = known_types[r.value].size;
    simulated::queue queue(ran,
                           counting_options(counted, bytes, simulated::dry_run::selection::few));
    std::uint64_t position = 0;
    extrema_request request;
    static_cast<call_options&>(request) = r;
    request.value = r.value;
    request.n = r.n;
    request.first = place_array(queue, r.n, r.offset, bytes);
    request.positions = &position;
    simulated::find_extrema(queue, request);
    return counted;
}

// A unit of x keeps the addresses of rows, modulo a sector; one of y moves by whole sectors.
launches count_transform(explain_request const& r, std::uint64_t exact_up_to) {
    std::size_t const bytes = known_types[r.value].size;
    auto const sectors = [](std::uint64_t step) { return 32 / std::gcd<std::uint64_t>(32, step); };
    std::uint64_t const x_unit = std::lcm(std::uint64_t{r.block_x}, sectors(bytes * r.stride));
    // shorter rows would share sectors that long ones do not share
    std::uint64_t const least_x = x_unit + 32 / bytes;
    std::uint64_t const y_unit = r.block_y * sectors(r.block_y * r.n * bytes * r.stride);
    return extrapolated(
        {{{r.n, x_unit, least_x}, {r.m, y_unit}, {1, 1}}},
        [&](sizes const& size, simulated::dry_run::selection selected) {
            launches counted;
            call_result ran;
            simulated::queue queue(ran, counting_options(counted, bytes, selected));
            auto const blocks = [](std::uint64_t n, std::uint32_t threads) {
                return static_cast<std::uint32_t>((n - 1) / threads + 1);
            };
            simulated::grid_shape const shape{
                {blocks(size[0], r.block_x), blocks(size[1], r.block_y)}, {r.block_x, r.block_y}};
            add_for(bytes)(queue, shape, size, r.offset, r.stride);
            counted.back().kernel = "add";
            return counted;
        },
        exact_up_to);
}

} // namespace gpu::inline v0::detail
