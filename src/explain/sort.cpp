// SPDX-License-Identifier: Apache-2.0
#include "simulated/sort.hpp"
#include "counting.hpp"
#include "merged_order.hpp"
#include "problem.hpp"

#include <gpualgo/kernel/sort/staged_elements.hpp>

#include <memory>
#include <vector>

namespace gpu::inline v0::detail {
namespace {

using kernel::run_shape;
using simulated::sampled_blocks;

/// The launches of a sort by merges: the first one sorts runs, and each other one merges them.
class merge_sort_launches {
public:
    explicit merge_sort_launches(std::uint64_t n) : n_(n) {}

    /// The key that a launch reads at a place. Runs of the first launch have the same random order.
    /// Keys of others are ranks among those of two runs, so that only these can be compared.
    [[nodiscard]] std::uint64_t key(std::uint32_t launch, std::uint64_t place) const {
        if (launch == 1) return unsorted_[place % run_shape::run];
        std::uint64_t const run = run_before(launch), in_pair = place % (2 * run);
        return in_pair < run ? merged_.rank_of_first(in_pair)
                             : merged_.rank_of_second(in_pair - run);
    }

    /// All pairs of runs but the last one have the same counts. In a pair, so have two tiles at the
    /// same distance from its ends, but for the first and the last tile. The ends of both tiles are
    /// searched among as many elements, and found at the same places of these.
    [[nodiscard]] std::vector<sampled_blocks> samples(std::uint32_t launch,
                                                      std::uint32_t grid) const {
        if (launch == 1) {
            if (grid == 1) return {{{0, 1}}};
            return {{{0, 1, false}, grid - 1}, {{grid - 1, 1}}};
        }
        std::uint64_t const run = run_before(launch), pairs = (n_ - 1) / (2 * run);
        auto const half = static_cast<std::uint32_t>(run / run_shape::merge_tile);
        auto const last_pair = static_cast<std::uint32_t>(pairs * 2 * half);
        if (pairs == 0) return {{{0, grid}}};
        return {{{0, 1, false}, pairs},
                {{1, half - 1, false}, 2 * pairs},
                {{2 * half - 1, 1, false}, pairs},
                {{last_pair, grid - last_pair}}};
    }

private:
    /// Elements of the runs that a launch merges.
    static std::uint64_t run_before(std::uint32_t launch) {
        return std::uint64_t{run_shape::run} << (launch - 2);
    }

    std::uint64_t n_;
    std::vector<std::uint32_t> unsorted_ = shuffled(run_shape::run);
    merged_order merged_{run_shape::merge_tile};
};

} // namespace

launches count_sort(explain_request const& r, std::uint64_t exact_up_to) {
    launches counted;
    call_result ran;
    std::size_t const bytes = type_of(r).size;
    auto options = counting_options(counted, bytes, simulated::dry_run::selection::all);
    auto const sort = std::make_shared<merge_sort_launches const>(r.n);
    auto const keys = content_of(
        bytes, [sort](std::uint32_t launch, std::uint64_t i) { return sort->key(launch, i); });
    options.dry->inputs = options.dry->scratch = {keys};
    if (r.n > exact_up_to)
        options.dry->samples = [sort](std::uint32_t launch, std::uint32_t grid) {
            return sort->samples(launch, grid);
        };
    simulated::queue queue(ran, std::move(options));
    sort_request request;
    static_cast<call_options&>(request) = r;
    request.value = r.value;
    request.n = r.n;
    request.first = place_array(queue, r.n, r.offset, bytes);
    queue.add_input(request.first, r.n * bytes); // also written; an input has a content
    simulated::merge_sort(queue, request);
    return counted;
}

} // namespace gpu::inline v0::detail
