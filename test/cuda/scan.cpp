// SPDX-License-Identifier: Apache-2.0
/// Scans on a fake runtime: launches, shared memory, memory of the tree of totals, and failures.
/// Nothing is scanned: the first result is init.
#include "fake_reductions.hpp"
#include "fake_runtime.hpp"

#include "call/backend.hpp"
#include "scan/names.hpp"
#include "scan/table.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

using namespace gpu::detail;

namespace {

constexpr std::uint32_t ordinal = 41;

/// A scan of floats. Only the first result exists; the input is never read.
struct scan {
    explicit scan(std::size_t n, std::uint32_t strategy = 0) {
        request.strategy = strategy;
        request.space = static_cast<std::uint32_t>(known_scan_strategies[strategy].default_space);
        request.block_size = 256;
        request.value = index_of<float, types>;
        request.operation = index_of<gpu::kernel::plus, operators>;
        request.kind = static_cast<std::uint32_t>(scan_kind::exclusive);
        request.first = request.out = &result;
        request.init = &init;
        request.n = n;
    }
    void run() { cuda_backend().scan(ordinal, request, ran); }

    float init = 7;
    float result = 1;
    scan_request request;
    call_result ran;
};

constexpr std::size_t tile = gpu::kernel::scan_shape<float, float>::tile;
/// as many tiles need more words than a workspace has
constexpr std::size_t many = (cuda_workspace::short_word_bytes / 8 + 1) * tile;

} // namespace

TEST_CASE("a scan is one launch; long ones get more shared memory, as far as the GPU has it") {
    auto& machine = fake_cuda::here();
    machine.largest_shared_memory = 0;
    int const launches = machine.launches;
    scan one(10);
    one.run();
    CHECK(one.result == 7);
    CHECK(std::string(one.ran.kernel) == "scan_canonical");
    CHECK(one.ran.grid == 1);
    CHECK(machine.launches == launches + 1);
    CHECK(machine.largest_shared_memory == 0); // one tile needs no request

    scan(many).run();
    int const most = machine.largest_shared_memory;
    CHECK(most > 90 * 1024); // six tiles
    CHECK(2 * most <= machine.shared_memory_per_block);
    // blocks that scan a share of three tiles at once have a kernel of their own
    scan(24 * tile).run();
    int const of_share = machine.largest_shared_memory;
    CHECK(of_share > 48 * 1024);
    CHECK(of_share < most);
    // neither asks for less: another thread may be about to launch with the larger limit
    machine.largest_shared_memory = 0;
    for (std::size_t const tiles : {60U, 48U, 40U, 32U, 24U, 20U, 16U}) {
        scan(tiles * tile).run();
        CHECK(machine.largest_shared_memory == 0);
    }
    machine.shared_memory_per_block = 64 * 1024;
    machine.largest_shared_memory = 0;
    scan(many).run();
    CHECK(machine.largest_shared_memory == 0); // two tiles would leave no room for a second block
    machine.shared_memory_per_block = 227 * 1024;
}

TEST_CASE("memory for totals: the workspace's if it suffices, otherwise the call's") {
    auto& machine = fake_cuda::here();
    scan(tile).run();
    auto const blocks = machine.device_memory;
    scan(many - 2000 * tile).run();
    CHECK(machine.device_memory == blocks);
    scan large(many);
    int const before = machine.calls;
    large.run();
    int const calls_of_large = machine.calls - before;
    CHECK(large.result == 7);
    CHECK(machine.device_memory == blocks);
    scan small(many - 2000 * tile);
    int const between = machine.calls;
    small.run();
    CHECK(calls_of_large > machine.calls - between); // allocates, clears and frees
}

TEST_CASE("any CUDA call of a scan may fail: an exception, no leak, and the next scan works") {
    auto& machine = fake_cuda::here();
    auto const vendor = static_cast<std::uint32_t>(index_of<gpu::policy::vendor, scan_strategies>);
    auto const named = static_cast<std::uint32_t>(index_of<gpu::policy::blelloch, scan_strategies>);
    for (std::uint32_t const strategy : {0U, named, vendor}) {
        std::size_t const n = strategy == 0 ? many : 100'000;
        std::vector<float> results(n); // the fake CUB writes nothing, fake launches the first one
        auto const run = [&] {
            scan s(n, strategy);
            s.request.out = results.data();
            s.run();
        };
        run(); // warm-up
        auto const blocks = machine.device_memory;
        int failures = 0;
        for (int good = 0;; ++good) {
            INFO("strategy " << strategy << ": the call after " << good << " fails");
            machine.fail_after(good, cudaErrorLaunchOutOfResources);
            bool thrown = false;
            try {
                run();
            } catch (gpu::error const& e) {
                thrown = true;
                CHECK(e.code() == cudaErrorLaunchOutOfResources);
            }
            bool const reached = machine.calls >= machine.failing_call;
            machine.heal();
            CHECK(cudaGetLastError() == cudaSuccess);
            CHECK(machine.device_memory == blocks);
            REQUIRE(cudaSetDevice(0) == cudaSuccess);
            failures += thrown;
            if (!reached) break;
            CHECK_NOTHROW(run());
        }
        CHECK(failures >= 4);
    }
}
