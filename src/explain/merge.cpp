// SPDX-License-Identifier: Apache-2.0
#include "counting.hpp"
#include "merged_order.hpp"
#include "problem.hpp"
#include "simulated/kernels.hpp"

#include <gpualgo/kernel/sorted/merge.hpp>

#include <algorithm>
#include <memory>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

/// Elements of a block.
std::uint32_t tile_of_merge(std::size_t element_bytes) {
    return element_bytes == 8 ? kernel::merge_shape<std::uint64_t>::tile
                              : kernel::merge_shape<std::uint32_t>::tile;
}

/// An array of a merge, to search it.
struct ranked_array {
    merged_order const& order;
    std::uint64_t (merged_order::*rank)(std::uint64_t) const;
    std::uint64_t get(std::uint64_t i) const { return (order.*rank)(i); }
};

struct by_rank {
    std::uint64_t key(std::uint64_t rank) const { return rank; }
};

/// Elements of the first array among the first d of all.
std::uint64_t split_at(merged_order const& order, explain_request const& r, std::uint64_t d) {
    return kernel::merge_split(ranked_array{order, &merged_order::rank_of_first}, r.n,
                               ranked_array{order, &merged_order::rank_of_second}, r.m, d,
                               by_rank());
}

} // namespace

launches count_merge(explain_request const& r, simulated::dry_run::selection blocks) {
    launches counted;
    call_result ran;
    std::size_t const bytes = type_of(r).size;
    std::uint64_t const total = r.n + r.m;
    std::uint32_t const tile = tile_of_merge(bytes);
    auto options = counting_options(counted, bytes, blocks);
    auto const order = std::make_shared<merged_order const>(tile);
    options.dry->inputs = {
        content_of(bytes, [=](std::uint32_t, std::uint64_t i) { return order->rank_of_first(i); }),
        content_of(bytes,
                   [=](std::uint32_t, std::uint64_t i) { return order->rank_of_second(i); })};
    options.dry->scratch = {content_of(sizeof(std::uint64_t), [=](std::uint32_t, std::uint64_t i) {
        return split_at(*order, r, std::min(i * tile, total));
    })};
    if (total > tile) // then the first launch searches the arrays, each thread for another tile
        options.dry->samples = [](std::uint32_t launch, std::uint32_t grid) {
            std::vector<simulated::sampled_blocks> all{{{0, grid}}};
            return launch == 1 ? all : std::vector<simulated::sampled_blocks>();
        };
    simulated::queue queue(ran, std::move(options));
    sorted_request request;
    static_cast<call_options&>(request) = r;
    request.value = r.value;
    request.n = r.n;
    request.first = place_array(queue, r.n, r.offset, bytes);
    request.second_n = r.m;
    request.second = place_array(queue, r.m, r.offset, bytes);
    request.out = place_array(queue, total, r.offset, bytes);
    request.out_size = static_cast<std::uint32_t>(bytes);
    simulated::run_sorted(queue, request);
    return counted;
}

} // namespace gpu::inline v0::detail
