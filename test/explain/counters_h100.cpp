// SPDX-License-Identifier: Apache-2.0
/// The model beside hardware counters of the same kernels on an H100: equal within 2 %, or with a
/// stated reason.
#include "counters_h100.hpp"

#include <gpualgo/explain.hpp>
#include <gpualgo/kernel/block.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <type_traits>

using test::counter_names;
using test::counter_row;
using test::counters_h100;

namespace {

/// Why a counter of some kernels differs, and by how much at most. Machine code is that of nvcc
/// 13.0 for compute capability 9.0. Many instructions are predicated: a warp issues them, and they
/// count, even if no lane is active.
struct reason {
    std::string_view counter;
    std::string_view kernel; ///< its name, or how names of several begin
    double least, most;      ///< hardware minus model, per block of the launch
    std::string_view text;
};

constexpr std::string_view arbitration =
    "Beyond conflicts of addresses, the counter has wavefronts that accesses lose to each other. "
    "These differ from run to run.";
constexpr std::string_view counts_arrival =
    "The context of GPUs has a branch for the thread that counts its block as arrived.";
constexpr std::string_view predicated_fold =
    "The compiler predicates accesses of some lanes, which then are no branches. One is left in "
    "blocks whose first tile is less than a warp: the others skip the last fold.";
constexpr std::string_view ends_fold =
    "Two lines of the thread that ends a fold: the compiler predicates them, or both are one "
    "branch.";
constexpr std::string_view waits_for_tiles =
    "Blocks read totals again that are not published yet, how often differs from run to run. In "
    "the model all are there in time.";
constexpr std::string_view takes_number =
    "Only the one of 10 warps that needs the launch's number loads it. Of the predicated loads, 25 "
    "have no active lane.";
constexpr std::string_view copies_to_shared =
    "4 asynchronous copies of each of 8 warps write to shared memory without a store.";
constexpr std::string_view single_lanes =
    "Predicated accesses of single lanes. Waiting has more branches.";
constexpr std::string_view context_stores =
    "The context of GPUs resets the counter of arrived blocks, and tells the host of the end: two "
    "or three stores per launch.";

constexpr reason reasons[] = {
    // Global memory.
    {"global store requests", "reduce_canonical", 2. / 64, 3. / 64, context_stores},
    {"global store sectors", "reduce_canonical", 2. / 64, 3. / 64, context_stores},
    {"global store requests", "count", 4. / 256, 4. / 256,
     "In the model no addition is the last one, which writes both totals, and tells the host of "
     "the end."},
    {"global store sectors", "count", 4. / 256, 4. / 256, "One per store."},
    {"global load requests", "scan_canonical", 0, 10, waits_for_tiles},
    {"global load sectors", "scan_canonical", 0, 128, waits_for_tiles},
    {"global load requests", "partition", 0, 8, waits_for_tiles},
    {"global load requests", "select", 0, 8, waits_for_tiles},
    {"global load sectors", "partition", 0, 128, waits_for_tiles},
    {"global load sectors", "select", 0, 128, waits_for_tiles},

    // Instructions on shared memory.
    {"shared loads", "reduce<cg_tile<1>, registers>", -348, -348,
     "One thread adds up the block: the compiler merges most loads of neighbours into 16 bytes."},
    {"shared loads", "reduce<cg_tile<1>, shared>", -348 + 32, -348 + 32,
     "Merged likewise. The step of a tile's fold is predicated: each of 16 warps issues its two "
     "loads, although a tile of one thread has no step."},
    {"shared stores", "reduce<cg_tile<1>, shared>", 16, 16,
     "The store of that predicated step, by 16 warps."},
    {"shared stores", "reduce<warp_shuffle", 12, 12,
     "The store of a warp's total is predicated: all 16 warps issue it, of which 4 have values."},
    {"shared loads", "reduce_canonical", 7, 7,
     "The load of the warps' totals is predicated: all 8 warps issue it, of which one has lanes."},
    {"shared loads", "matmul<cg_tile<1>, shared>", 16, 16,
     "The step of a tile's fold is predicated: each of 8 warps issues its two loads, although a "
     "tile of one thread has no step."},
    {"shared stores", "matmul<cg_tile<1>, shared>", 8, 8,
     "The store of that predicated step, by 8 warps."},
    {"shared loads", "matmul<shared_tile", -16 * 32 * 24, -16 * 32 * 24,
     "32 warps multiply 16 pairs of tiles, and read 32 elements of a row of A's tile each time: "
     "the "
     "compiler merges four neighbours into one load."},
    {"shared loads", "partition", 16, 17, takes_number},
    {"shared loads", "select", 16, 17, takes_number},
    {"shared loads", "scan_canonical", 16, 16, takes_number},
    {"shared load wavefronts", "partition", -9, -7, takes_number},
    {"shared load wavefronts", "select", -9, -7, takes_number},
    {"shared load wavefronts", "scan_canonical", -9, -9, takes_number},
    {"shared stores", "partition", -32, -32, copies_to_shared},
    {"shared stores", "select", -32, -32, copies_to_shared},
    {"shared stores", "scan_canonical", -32, -32, copies_to_shared},
    {"shared loads", "scan<hillis_steele", 7, 7,
     "The load of a step is predicated: all 8 warps issue it in 8 steps, of which 57 have a lane "
     "beyond the stride."},
    {"shared loads", "scan<blelloch", 256 + 8 - 54, 256 + 8 - 54,
     "The loads of a step are predicated: all 8 warps issue two in 16 steps, and read one result."},
    {"shared stores", "scan<blelloch", 128 + 8 - 31, 128 + 8 - 31,
     "The store of a step is predicated: all 8 warps issue it in 16 steps, after one of elements."},
    {"shared loads", "scan<cg_tile<32>", 1, 1,
     "The load of the total before a warp is predicated: the first warp issues it, too."},
    {"shared loads", "scan<warp_shuffle", 1, 1, "The same."},

    // Wavefronts of shared memory.
    {"shared load wavefronts", "reduce<cg_tile<1>", -348, -344,
     "As many as the merged loads, in launches of many blocks a little more by arbitration. Loads "
     "without active lanes take none."},
    {"shared load wavefronts", "reduce<cg_tile", 0, 5, arbitration},
    {"shared load wavefronts", "scan<", 0, 1, arbitration},
    {"shared load wavefronts", "matmul<cg_tile", 0, 1, arbitration},
    {"shared load wavefronts", "matmul_vector_by_columns", 0, 80, arbitration},
    {"shared load wavefronts", "matmul<shared_tile", -16 * 32 * 768, -16 * 32 * 767,
     "32 rows of A's tile begin in one bank. A merged load takes 32 wavefronts for four elements, "
     "which the source loads in 128."},
    {"shared store conflicts", "reduce<cg_tile", 0, 30, arbitration},
    {"shared store conflicts", "reduce_canonical", 0, 1, arbitration},
    {"shared store conflicts", "matmul<", 0, 130, arbitration},
    {"shared store conflicts", "matmul_", 0, 16, arbitration},
    {"shared store conflicts", "scan<cg_tile", 0, 6, arbitration},
    {"shared store conflicts", "scan_canonical", 0, 64, arbitration},
    {"shared store conflicts", "partition", 0, 64, arbitration},
    {"shared store conflicts", "select", 0, 64, arbitration},

    // Branches.
    {"divergent branches", "reduce_canonical", -9, -8,
     "Predicated stores of the totals of 8 warps. Branches are left of the threads that fold "
     "these, "
     "and of the one that counts its block as arrived."},
    {"divergent branches", "reduce<neighbored", -2, -2, ends_fold},
    {"divergent branches", "reduce<interleaved", -2, -2, ends_fold},
    {"divergent branches", "reduce<bank_conflict_free", -2 - 5 * 2, -2 - 5 * 2,
     "Likewise. Padded accesses are lines of their own: each of 5 divergent steps is three lines."},
    {"divergent branches", "reduce<cg_tile", -514, -18, predicated_fold},
    {"divergent branches", "reduce<warp_shuffle", -18, -6, predicated_fold},
    {"divergent branches", "matmul<cg_tile", -56, -8,
     "The compiler predicates accesses of some lanes; others exit, which is no branch."},
    {"divergent branches", "matmul<neighbored", -8, -8, ends_fold},
    {"divergent branches", "matmul<interleaved", -8, -8, ends_fold},
    {"divergent branches", "matmul_vector_by_rows", -41, -41,
     "Predicated stores of 4 rows by 8 warps. Threads without a row exit, which is no branch."},
    {"divergent branches", "clear", -1, 0, "Threads without a word exit, which is no branch."},
    {"divergent branches", "count", -10, -8,
     "Predicated stores of the totals of 8 warps, and additions of single lanes."},
    {"divergent branches", "select_by_warps", 0, 1, counts_arrival},
    {"divergent branches", "partition_by_warps", 0, 1, counts_arrival},
    {"divergent branches", "partition", -6, -4, single_lanes},
    {"divergent branches", "select", -134, -133,
     "The compiler predicates accesses of single lanes, and those to selected elements of a row."},
    {"divergent branches", "scan_canonical", -6, -5, single_lanes},
    {"divergent branches", "scan<hillis_steele", -7, -6,
     "The load of a step is predicated, and so is the last element of a block."},
    {"divergent branches", "scan<blelloch", -14, -13,
     "Accesses of a step are predicated, and so is the last element of a block."},
    {"divergent branches", "scan<cg_tile", -514, -11, predicated_fold},
    {"divergent branches", "scan<warp_shuffle", -12, -12, predicated_fold},
};

/// Kernels that have changed since their counters were read: bench/counters.sh must read them
/// again.
constexpr std::array<std::string_view, 1> changed{"matmul_register_tile"};

bool has_changed(counter_row const& row) {
    return std::ranges::any_of(
        changed, [&](std::string_view kernel) { return row.kernel.starts_with(kernel); });
}

reason const* reason_for(counter_row const& row, std::string_view counter) {
    auto const found = std::ranges::find_if(reasons, [&](reason const& r) {
        return r.counter == counter && row.kernel.starts_with(r.kernel);
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

TEST_CASE("the model's counters are those of an H100 within 2 %, or there is a reason") {
    std::set<reason const*> used;
    unsigned equal = 0;
    for (auto const& row : counters_h100) {
        CAPTURE(row.algorithm, row.policy, row.space, row.grid);
        auto const explained = explain_row(row, policies());
        auto const launch = std::ranges::find_if(explained.launches, [&](auto const& l) {
            return l.kernel == row.kernel && l.grid.x * l.grid.y == row.grid &&
                   l.block.x * l.block.y == row.block;
        });
        bool const is_there = launch != explained.launches.end();
        auto const model = counters_of(is_there ? explained.total(static_cast<std::size_t>(
                                                      launch - explained.launches.begin()))
                                                : gpu::warp_counts{});
        if (has_changed(row)) {
            // equal requests to global memory: the kernel need not be listed any more
            REQUIRE_FALSE((is_there && is_close(model[0], row.values[0])));
            continue;
        }
        REQUIRE(is_there);
        for (std::size_t i = 0; i < model.size(); ++i) {
            if (is_close(model[i], row.values[i])) {
                ++equal;
                continue;
            }
            CAPTURE(counter_names[i], model[i], row.values[i]);
            auto const* const why = reason_for(row, counter_names[i]);
            REQUIRE(why != nullptr);
            double const apart =
                (static_cast<double>(row.values[i]) - static_cast<double>(model[i])) / row.grid;
            REQUIRE(apart >= why->least);
            REQUIRE(apart <= why->most);
            used.insert(why);
        }
    }
    REQUIRE(used.size() == std::size(reasons)); // none is out of date
    REQUIRE(equal >= 876);                      // of 1080
}

TEST_CASE("every strategy with kernels of its own has a row") {
    using namespace gpu;
    auto const has_row = [](std::string_view algorithm, std::string_view policy,
                            memory_space space) {
        return std::ranges::any_of(counters_h100, [&](auto const& row) {
            return row.algorithm == algorithm && row.policy == policy &&
                   row.space == detail::known_spaces[static_cast<std::size_t>(space)];
        });
    };
    auto const require_rows = [&]<class Policy>(std::string_view algorithm, Policy) {
        if constexpr (!std::is_same_v<Policy, policy::vendor> &&
                      !std::is_same_v<Policy, policy::tensor_core>)
            for (auto const space : Policy::spaces) {
                CAPTURE(algorithm, Policy::name, detail::known_spaces[std::size_t(space)]);
                if (algorithm == "inclusive_scan" && space != Policy::spaces[0]) continue;
                if (algorithm == "matmul" && Policy::name == automatic.name) continue; // cuBLAS's
                REQUIRE(has_row(algorithm, Policy::name, space));
            }
    };
    auto const require_all = [&]<class... Policies>(std::string_view algorithm,
                                                    detail::type_list<Policies...>) {
        (require_rows(algorithm, Policies()), ...);
    };
    require_all("reduce", detail::strategies());
    require_all("matmul", detail::matmul_strategies());
    require_all("inclusive_scan", detail::scan_strategies());
    for (auto const* const algorithm : {"count_if", "copy_if", "partition_copy"})
        require_all(algorithm, detail::type_list<policy::automatic, policy::warp_shuffle>());
}

TEST_CASE("divergent branches per block, as the hardware counts them") {
    for (auto const& row : counters_h100) {
        if (row.algorithm != "reduce" || !row.policy.starts_with("neighbored") || row.grid != 1)
            continue;
        auto const explained = explain_row(row, policies());
        std::uint64_t in_loop = 0; // the line of the fold has the most divergent steps
        for (auto const& line : explained)
            if (line.launch == 1) in_loop = std::max(in_loop, line.counts.divergent_steps);
        REQUIRE(in_loop == row.values[8]); // 95 and 5
    }
}
