// SPDX-License-Identifier: Apache-2.0
/// The accesses of the first block, in order, and arrays of structures.
#include <gpualgo/explain.hpp>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <vector>

using traced = gpu::explanation::access;
using gpu::memory_access;
using gpu::problem;

namespace {

/// The accesses of a warp of the first launch to shared memory, of some kind.
std::vector<traced> shared_accesses(gpu::explanation const& explained, unsigned warp,
                                    memory_access kind) {
    std::vector<traced> found;
    for (auto const& a : explained.accesses)
        if (a.launch == 0 && a.warp == warp && a.kind == kind) found.push_back(a);
    return found;
}

} // namespace

TEST_CASE("neighbored: the lanes that work are further and further apart") {
    auto const explained =
        gpu::explain(gpu::neighbored.block_size(64), problem::reduce<int>(1 << 20));
    for (unsigned const warp : {0u, 1u}) {
        auto const stores = shared_accesses(explained, warp, memory_access::shared_store);
        std::vector<std::uint32_t> lanes;
        for (auto const& store : stores) lanes.push_back(store.lanes);
        std::vector<std::uint32_t> expected{0xffffffff, 0x55555555, 0x11111111,
                                            0x01010101, 0x00010001, 0x00000001};
        if (warp == 0) expected.push_back(1); // the stride of 32
        REQUIRE(lanes == expected);
        for (std::size_t i = 0; i < stores.size(); ++i) REQUIRE(stores[i].interval == i);
    }
}

TEST_CASE("neighbored_less: words of the same bank") {
    auto const explained =
        gpu::explain(gpu::neighbored_less.block_size(1024), problem::reduce<int>(1024));
    auto const loads = shared_accesses(explained, 0, memory_access::shared_load);
    // element 2t + stride and element 2t for t of a warp, then twice as far apart
    std::vector<unsigned> wavefronts;
    for (auto const& load : loads) wavefronts.push_back(load.wavefronts);
    REQUIRE(wavefronts == std::vector<unsigned>{2,  2, 4, 4, 8, 8, 16, 16, 32, 32, 16,
                                                16, 8, 8, 4, 4, 2, 2,  1,  1,  1});
    for (unsigned bank = 0; bank < 32; ++bank)
        REQUIRE(loads[1].bank_words[bank] == (bank % 2 == 0 ? 2 : 0));
    REQUIRE(loads[8].bank_words[0] + loads[9].bank_words[0] == 32);
    for (auto const& load : loads)
        REQUIRE(*std::ranges::max_element(load.bank_words) == load.wavefronts);
    REQUIRE(
        std::ranges::all_of(loads, [](auto const& load) { return load.least_wavefronts == 1; }));
    // 16 bytes per lane are four wavefronts without a conflict
    auto const wide = gpu::explain(gpu::register_tile, problem::matmul<double>(64, 64, 64));
    auto const stored = shared_accesses(wide, 0, memory_access::shared_store);
    REQUIRE(std::ranges::any_of(stored, [](auto const& store) {
        return store.wavefronts == 4 && store.least_wavefronts == 4 && store.bank_words[0] == 4;
    }));
}

TEST_CASE("accesses are those of the first block, and as many as are counted") {
    auto const explained =
        gpu::explain(gpu::interleaved.block_size(256), problem::reduce<int>(256));
    auto const counts = explained.total();
    std::uint64_t sectors = 0, shared = 0;
    for (auto const& a : explained.accesses) {
        sectors += a.sectors;
        shared += a.kind >= memory_access::shared_load;
        REQUIRE(a.file.starts_with("gpualgo/kernel/"));
    }
    REQUIRE(sectors == counts.global_loads.sectors + counts.global_stores.sectors);
    REQUIRE(shared == counts.shared_loads.requests + counts.shared_stores.requests);

    // An extrapolated product has the accesses of a smaller one.
    auto const product = gpu::explain(gpu::row_on_x, problem::matmul<float>(512, 512, 512));
    REQUIRE(product.launches[0].is_extrapolated);
    REQUIRE(std::ranges::count(product.accesses, 0u, &traced::warp) > 40);
    REQUIRE(product.accesses[0].sectors + product.accesses[1].sectors == 33);
}

TEST_CASE("the accesses are the same for every order of lanes") {
    auto const explain = [] {
        return gpu::explain(gpu::cg_tile<4>.in(gpu::memory_space::shared).block_size(128),
                            problem::reduce<double>(10000));
    };
    auto const first = explain();
    for (char const* const seed : {"2", "3", "77"}) {
        setenv("GPUALGO_SEED", seed, 1);
        auto const other = explain();
        unsetenv("GPUALGO_SEED");
        REQUIRE(other.accesses == first.accesses);
    }
}

TEST_CASE("arrays of structures: 8 sectors per request, and structures of arrays: 4") {
    auto const sectors = [](problem const& asked) {
        return gpu::explain(gpu::automatic, asked).total().global_loads;
    };
    for (std::uint64_t const n : {std::uint64_t{1} << 12, std::uint64_t{1} << 30}) {
        auto const arrays = sectors(problem::transform<float>(n));
        REQUIRE(arrays.sectors_per_request() == 4);
        REQUIRE(arrays.efficiency() == 1);
        auto const structures = sectors(problem::transform<float>(n).stride(2));
        REQUIRE(structures.requests == arrays.requests);
        REQUIRE(structures.sectors_per_request() == 8);
        REQUIRE(structures.efficiency() == 0.5);
        REQUIRE(sectors(problem::transform<float>(n).stride(8)).sectors_per_request() == 32);
        REQUIRE(sectors(problem::transform<float>(n).stride(100)).sectors_per_request() == 32);
    }
    REQUIRE_THROWS_AS(sectors(problem::transform<float>(10).stride(0)), std::invalid_argument);
    REQUIRE_THROWS_AS(sectors(problem::reduce<float>(10).stride(2)), std::invalid_argument);
    REQUIRE_THROWS_AS(sectors(problem::transform<float>(std::uint64_t{1} << 39).stride(3)),
                      std::invalid_argument);
}
