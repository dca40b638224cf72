// SPDX-License-Identifier: Apache-2.0
/// The model beside hardware counters of the same kernels on an H200: equal within 2 %, or with a
/// stated reason.
#include "counters_h200.hpp"

#include <gpualgo/explain.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

using test::counter_names;
using test::counter_row;
using test::counters_h200;

namespace {

/// Why a counter of some kernels differs. Names may be prefixes; an empty one stands for all.
struct reason {
    std::string_view counter;
    std::string_view algorithm;
    std::string_view policy;
    std::string_view text;
};

constexpr reason reasons[] = {
    {"divergent branches", "reduce", "bank_conflict_free",
     "Padded accesses are lines of their own: a step of the fold is three steps of lines. The "
     "single thread that ends a block is predicated."},
    {"divergent branches", "", "",
     "The model counts lines that some lanes skip. The compiler predicates short ones, such as the "
     "single thread that ends a block: they are no branches."},
    {"shared loads", "reduce", "cg_tile<1>",
     "One thread adds up the block: the compiler merges neighbouring loads into some of 16 bytes."},
    {"shared load wavefronts", "reduce", "cg_tile<1>", "As many as the merged loads."},
    {"shared stores", "reduce", "cg_tile<1>", "The compiler emits the store of a warp twice."},
    {"shared stores", "reduce", "warp_shuffle",
     "Stores whose lanes are all switched off count as instructions."},
    {"shared load wavefronts", "reduce", "cg_tile",
     "Arbitration between warps, in launches of many blocks: no addresses conflict."},
    {"shared store conflicts", "reduce", "cg_tile",
     "Arbitration between stores: each lane writes to a bank of its own."},
    {"shared loads", "matmul", "shared_tile",
     "The compiler merges the loads of four neighbours in a row of A's tile."},
    {"shared load wavefronts", "matmul", "shared_tile",
     "A merged load takes 32 wavefronts for four elements, which the source loads in 128."},
    {"shared load wavefronts", "matmul", "register_tile",
     "The hardware serves quarters of a warp together that read the same 16 bytes."},
    {"shared stores", "matmul", "register_tile",
     "Stores whose lanes are all switched off count as instructions."},
    {"shared store conflicts", "matmul", "", "Arbitration between warps: no addresses conflict."},
};

reason const* reason_for(counter_row const& row, std::string_view counter) {
    auto const found = std::ranges::find_if(reasons, [&](reason const& r) {
        return r.counter == counter && row.algorithm.starts_with(r.algorithm) &&
               row.policy.starts_with(r.policy);
    });
    return found == std::end(reasons) ? nullptr : &*found;
}

gpu::problem problem_of(counter_row const& row) {
    using gpu::problem;
    constexpr std::uint64_t n = 1 << 20;
    if (row.algorithm == "reduce") return problem::reduce<int>(n);
    if (row.algorithm == "count_if") return problem::count_if<int>(n);
    if (row.algorithm == "copy_if") return problem::copy_if<int>(n);
    if (row.algorithm == "partition_copy") return problem::partition_copy<int>(n);
    if (row.algorithm == "inclusive_scan") return problem::inclusive_scan<int>(n);
    if (row.algorithm == "matmul 1024x1x4096") return problem::matmul<float>(1024, 1, 4096);
    if (row.algorithm == "matmul 4x1024x4096") return problem::matmul<float>(4, 1024, 4096);
    REQUIRE(row.algorithm == "matmul");
    return problem::matmul<float>(512, 512, 512);
}

template <class Policy>
gpu::explanation explain_row(counter_row const& row, Policy policy) {
    auto const problem = problem_of(row);
    auto const space = row.space == "shared"   ? gpu::memory_space::shared
                       : row.space == "global" ? gpu::memory_space::global
                                               : gpu::memory_space::registers;
    bool const has_block = row.algorithm == "reduce" || row.algorithm == "matmul";
    if constexpr (Policy::takes_block_size)
        if (has_block) policy = policy.block_size(row.block);
    return gpu::explain(policy.in(space), problem);
}

/// Explains a row by the policy of its name.
template <class... Policies>
gpu::explanation explain_row(counter_row const& row, gpu::detail::type_list<Policies...>) {
    gpu::explanation found;
    (void)((Policies::name == row.policy && (found = explain_row(row, Policies()), true)) || ...);
    return found;
}

using policies = gpu::detail::concatenation<
    gpu::detail::strategies,
    gpu::detail::type_list<gpu::policy::row_on_x, gpu::policy::row_on_y, gpu::policy::shared_tile,
                           gpu::policy::register_tile, gpu::policy::hillis_steele,
                           gpu::policy::blelloch>>::type;

std::array<std::uint64_t, 9> counters_of(gpu::warp_counts const& c) {
    return {c.global_loads.requests,  c.global_loads.sectors,      c.global_stores.requests,
            c.global_stores.sectors,  c.shared_loads.requests,     c.shared_loads.wavefronts,
            c.shared_stores.requests, c.shared_stores.conflicts(), c.divergent_steps};
}

bool is_close(std::uint64_t model, std::uint64_t hardware) {
    return 50 * (std::max(model, hardware) - std::min(model, hardware)) <= hardware;
}

} // namespace

TEST_CASE("the model's counters are those of an H200 within 2 %, or there is a reason") {
    std::set<reason const*> used;
    unsigned equal = 0;
    for (auto const& row : counters_h200) {
        CAPTURE(row.algorithm, row.policy, row.space, row.grid);
        auto const explained = explain_row(row, policies());
        auto const launch = std::ranges::find_if(explained.launches, [&](auto const& l) {
            return l.kernel == row.kernel && l.grid.x * l.grid.y == row.grid &&
                   l.block.x * l.block.y == row.block;
        });
        REQUIRE(launch != explained.launches.end());
        auto const model = counters_of(
            explained.total(static_cast<std::size_t>(launch - explained.launches.begin())));
        for (std::size_t i = 0; i < model.size(); ++i) {
            if (is_close(model[i], row.values[i])) {
                ++equal;
                continue;
            }
            CAPTURE(counter_names[i], model[i], row.values[i]);
            auto const* const why = reason_for(row, counter_names[i]);
            REQUIRE(why != nullptr);
            used.insert(why);
        }
    }
    REQUIRE(used.size() == std::size(reasons)); // none is out of date
    REQUIRE(equal >= 363);                      // of 450
}

TEST_CASE("global requests and sectors need no reason") {
    for (auto const& reason : reasons) REQUIRE(!reason.counter.starts_with("global"));
}

TEST_CASE("divergent branches per block, as the hardware counts them") {
    for (auto const& row : counters_h200) {
        if (row.algorithm != "reduce" || !row.policy.starts_with("neighbored") || row.grid != 1)
            continue;
        auto const explained = explain_row(row, policies());
        std::uint64_t in_loop = 0; // the line of the fold has the most divergent steps
        for (auto const& line : explained)
            if (line.launch == 1) in_loop = std::max(in_loop, line.counts.divergent_steps);
        REQUIRE(in_loop == row.values[8]); // 95 and 5
    }
}
