// SPDX-License-Identifier: Apache-2.0
/// The code of the page about counts. A region stands between two lines with its name.
#include <gpualgo/explain.hpp>

#include <catch2/catch.hpp>

#include <iostream>
#include <sstream>

TEST_CASE("explain: a table, and numbers") {
    std::ostringstream out;
    //! [table]
    auto const counts =
        gpu::explain(gpu::interleaved.block_size(512), gpu::problem::reduce<int>(1 << 20));
    out << counts;
    //! [table]
    CHECK(out.str().starts_with("interleaved\nreduce<interleaved, shared>, grid 2048, block 512"));

    //! [rows]
    for (auto const& line : counts)
        if (line.counts.divergent_steps > 0)
            out << line.file << ':' << line.number << ": " << line.counts.divergent_steps << " of "
                << line.counts.steps << " warp-steps diverge\n";
    //! [rows]
    CHECK(out.str().find("10240 of 40960 warp-steps diverge") != std::string::npos);
}

TEST_CASE("explain: problems") {
    //! [problems]
    using gpu::problem;
    auto const sum = gpu::explain(gpu::neighbored.in(gpu::memory_space::global),
                                  problem::reduce<float>(1 << 20));
    auto const dot = gpu::explain(gpu::automatic, problem::transform_reduce<double>(1 << 20));
    auto const smallest = gpu::explain(gpu::automatic, problem::min_element<int>(1 << 20));
    auto const product = gpu::explain(gpu::row_on_x, problem::matmul<float>(512, 512, 512));
    auto const picture =
        gpu::explain(gpu::automatic, problem::transform<float>(200, 150).block(16, 16));
    //! [problems]
    //! [streams]
    auto const selection = gpu::explain(gpu::warp_shuffle, problem::copy_if<float>(1 << 20));
    auto const count = gpu::explain(gpu::automatic, problem::count_if<int>(1 << 20));
    auto const parts = gpu::explain(gpu::automatic, problem::partition_copy<float>(1 << 20));
    auto const sums = gpu::explain(gpu::blelloch, problem::inclusive_scan<float>(1 << 20));
    auto const sums_before = gpu::explain(gpu::automatic, problem::exclusive_scan<float>(1 << 20));
    //! [streams]
    //! [merges]
    auto const sort = gpu::explain(gpu::automatic, problem::sort<float>(1 << 20));
    auto const merge = gpu::explain(gpu::automatic, problem::merge<float>(1 << 20, 1 << 20));
    //! [merges]
    CHECK(selection.total().atomics == selection.launches.back().warps);
    CHECK(sort.launches.size() == 9);
    CHECK(merge.launches.size() == 2);
    //! [fields]
    auto const fields = gpu::explain(gpu::automatic, problem::transform<float>(1 << 20));
    auto const structures =
        gpu::explain(gpu::automatic, problem::transform<float>(1 << 20).stride(2));
    //! [fields]
    CHECK(fields.total().global_loads.sectors_per_request() == 4);
    CHECK(structures.total().global_loads.sectors_per_request() == 8);
    for (auto const* explained : {&sum, &dot, &smallest, &product, &picture, &selection, &count,
                                  &parts, &sums, &sums_before, &sort, &merge})
        CHECK(explained->total().global_loads.requests > 0);
    CHECK(product.total().global_stores.sectors_per_request() == 32);
    CHECK(picture.launches[0].divergent_warps == 75);
}
