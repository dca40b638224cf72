// SPDX-License-Identifier: Apache-2.0
#include "counting.hpp"
#include "select/request.hpp"
#include "simulated/kernels.hpp"
#include "tile_pipeline.hpp"

#include <gpualgo/kernel/select/launches.hpp>

#include <utility>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

using simulated::dry_content;

/// The elements of a tile of the selection of n elements.
using tile_size = std::uint64_t (*)(simulated::queue& queue, std::size_t n);

constexpr auto tile_sizes = tabulate(
    []<class T>(type_list<T>) -> tile_size {
        return [](simulated::queue& queue, std::size_t n) {
            std::uint64_t tile = 0;
            if constexpr (in_list<T, real_types>)
                with_selection_shape<T, false>(
                    queue, n,
                    [&]<template <class> class Shape>(
                        selection_shape<Shape>, pipeline_grid const&) { tile = Shape<T>::tile; });
            return tile;
        };
    },
    types());

/// The elements of a tile of the launch.
std::uint64_t tile_of(explain_request const& r) {
    launches counted;
    call_result ran;
    simulated::queue queue(ran, counting_options(counted, known_types[r.value].size,
                                                 simulated::dry_run::selection::few));
    return tile_sizes[r.value](queue, r.n);
}

select_kind kind_of(explain_request const& r) {
    switch (static_cast<explained_algorithm>(r.algorithm)) {
    case explained_algorithm::count_if: return select_kind::count_if;
    case explained_algorithm::copy_if: return select_kind::copy_if;
    default: return select_kind::partition_copy;
    }
}

/// Elements of which every other one is 1, the second one first; the others are 0.
dry_content alternating(std::size_t element_bytes) {
    return [=](simulated::dry_reader const&, std::size_t offset, std::span<std::byte> read) {
        for (std::size_t i = 0; i < read.size(); i += element_bytes)
            read[i] = static_cast<std::byte>((offset + i) / element_bytes % 2);
    };
}

/// @param scratch the contents of allocations
launches selection_launches(explain_request const& r, simulated::dry_run::selection blocks,
                            std::vector<dry_content> scratch) {
    launches counted;
    call_result ran;
    std::size_t const bytes = known_types[r.value].size;
    auto options = counting_options(counted, bytes, blocks);
    select_request request;
    static_cast<call_options&>(request) = r;
    request.wanted = static_cast<std::uint32_t>(kind_of(r));
    options.dry->inputs = {alternating(bytes)};
    options.dry->scratch = std::move(scratch);

    simulated::queue queue(ran, options);
    auto const place_output = [&] {
        void* const first = place_array(queue, r.n, r.offset, bytes);
        queue.add_output({first, r.n * bytes}, bytes);
        return select_output{first, {}, r.n};
    };
    request.value = r.value;
    request.n = r.n;
    request.first = place_array(queue, r.n, r.offset, bytes);
    queue.add_input(request.first, r.n * bytes);
    if (!is_for_count(request)) request.selected = place_output();
    if (is_for_both(request)) request.others = place_output();
    request.test = {0, ~std::uint64_t{}, 1, 0}; // the element's bits are those of 1
    std::uint64_t totals[2];
    request.totals = totals;
    simulated::run_selection(queue, request);
    return counted;
}

} // namespace

launches count_selection(explain_request const& r, std::uint64_t exact_up_to) {
    using simulated::dry_run;
    select_request strategy;
    static_cast<call_options&>(strategy) = r;
    if (is_by_warps(strategy) || kind_of(r) == select_kind::count_if)
        return selection_launches(
            r, r.n <= exact_up_to ? dry_run::selection::all : dry_run::selection::few, {});
    auto const tile = tile_of(r);
    auto const tiles = static_cast<std::uint32_t>((r.n - 1) / tile + 1);
    return count_pipeline(tiles, exact_up_to, published_totals(tiles, tile / 2),
                          [&](dry_run::selection blocks, std::vector<dry_content> scratch) {
                              scratch.emplace(scratch.begin()); // the result is allocated first
                              return selection_launches(r, blocks, std::move(scratch));
                          });
}

} // namespace gpu::inline v0::detail
