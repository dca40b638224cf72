// SPDX-License-Identifier: Apache-2.0
/// Scans that leave their results to a stream, on a fake runtime. They neither wait nor allocate.
/// Scans of two streams share no workspace, and captured ones are part of a graph. Nothing is
/// scanned: the first result is init.
#include "fake_runtime.hpp"

#include "cuda/workspace.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/kernel/scan/launches.hpp>
#include <gpualgo/scan.hpp>
#include <gpualgo/scan_into.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace {

constexpr std::size_t tile = gpu::kernel::scan_shape<float, float>::tile;
/// as many tiles need more words than fit in a workspace's scratch
constexpr std::size_t many = (gpu::detail::cuda_workspace::scratch_bytes / 8 + 1) * tile;

/// A GPU whose workspaces no other test uses.
gpu::device gpu_number(int ordinal) { return gpu::device::cuda(ordinal); }

cudaStream_t handle_of(gpu::stream const& stream) {
    return static_cast<cudaStream_t>(stream.native_handle());
}

/// The parts of the fake machine that calls in stream order leave as they are.
struct counters {
    int waits, allocations, copies;
    std::size_t blocks, pinned;

    bool operator==(counters const&) const = default;
};
counters now() {
    auto const& m = fake_cuda::here();
    return {m.synchronisations, m.allocations, m.copies, m.device_memory.size(),
            m.host_memory.size()};
}

/// An exclusive scan in place, whose first result is init.
/// @param n may be more than the elements: only the first is accessed
template <class Policy>
void scan_into(Policy const& policy, gpu::device_vector<float>& x, std::size_t n, float init) {
    gpu::exclusive_scan_into(policy, x.data(), x.data() + n, x.data(), init);
}

} // namespace

TEST_CASE("a warm scan in stream order neither waits nor allocates") {
    gpu::stream const stream(gpu_number(40));
    gpu::device_vector<float> x(20 * tile, 1.f, gpu_number(40));
    auto const check = [&](auto const& policy, bool writes) {
        INFO(policy.name);
        scan_into(policy, x, x.size(), 5);
        auto const before = now();
        for (std::size_t const n : {std::size_t{1}, std::size_t{100}, tile, 20 * tile}) {
            scan_into(policy, x, n, static_cast<float>(n));
            gpu::inclusive_scan_into(policy, x.begin(), x.begin() + 1, x.begin() + 1);
        }
        CHECK(now() == before);
        if (writes) CHECK(static_cast<float>(x[0]) == static_cast<float>(20 * tile));
    };
    check(gpu::automatic.on(stream), true);
    check(gpu::blelloch.on(stream), false);
    check(gpu::vendor.on(stream), false);
    check(gpu::automatic.on(gpu_number(40)), true); // on the default stream
}

TEST_CASE("a scan that waits does so once, and its workspace serves any stream") {
    gpu::stream const a(gpu_number(24)), b(gpu_number(24));
    gpu::device_vector<float> x(100, 1.f, gpu_number(24));
    gpu::inclusive_scan(gpu::automatic.on(a), x, x);
    auto const before = now();
    gpu::inclusive_scan(gpu::automatic.on(b), x, x);
    CHECK(now().waits == before.waits + 1);
    CHECK(now().blocks == before.blocks);
}

TEST_CASE("scans in the order of two streams have workspaces of their own") {
    std::optional<gpu::stream> a(std::in_place, gpu_number(25));
    gpu::stream const b(gpu_number(25));
    gpu::device_vector<float> x(tile, 1.f, gpu_number(25)), y(tile, 1.f, gpu_number(25));
    auto const blocks = [] { return fake_cuda::here().device_memory.size(); };
    auto const first = blocks();
    scan_into(gpu::automatic.on(*a), x, tile, 1);
    CHECK(blocks() == first + 1); // a workspace
    scan_into(gpu::automatic.on(*a), x, tile, 2);
    CHECK(blocks() == first + 1);
    scan_into(gpu::automatic.on(b), y, tile, 3); // while the words of the first are in use
    CHECK(blocks() == first + 2);
    scan_into(gpu::automatic.on(*a), x, tile, 4);
    scan_into(gpu::automatic.on(b), y, tile, 5);
    CHECK(blocks() == first + 2);
    CHECK(static_cast<float>(x[0]) == 4);
    CHECK(static_cast<float>(y[0]) == 5);
    a.reset(); // its workspace may serve others
    gpu::stream const c(gpu_number(25));
    scan_into(gpu::automatic.on(c), x, tile, 6);
    CHECK(blocks() == first + 2);
}

TEST_CASE("a captured scan neither waits nor allocates, and its workspace is the graph's") {
    auto& machine = fake_cuda::here();
    gpu::stream const stream(gpu_number(26)), other(gpu_number(26));
    gpu::device_vector<float> x(5 * tile, 1.f, gpu_number(26));
    scan_into(gpu::automatic.on(stream), x, x.size(), 1);
    stream.synchronize();
    scan_into(gpu::automatic.on(other), x, x.size(), 1);
    auto const blocks = machine.device_memory.size();

    machine.captured = handle_of(stream);
    scan_into(gpu::automatic.on(stream), x, x.size(), 2);
    CHECK(machine.objects_of_graph.size() == 1);
    auto const before = now();
    scan_into(gpu::automatic.on(stream), x, 100, 3); // after it in the graph
    gpu::inclusive_scan_into(gpu::blelloch.on(stream), x.begin(), x.end(), x.begin());
    CHECK(machine.objects_of_graph.size() == 1);
    CHECK(now() == before);
    CHECK_THROWS_WITH(gpu::inclusive_scan(gpu::automatic.on(stream), x, x),
                      Catch::Contains("the stream is being captured into a graph"));
    machine.captured = nullptr;
    CHECK(machine.broken_captures == 0);

    // the graph may run while this does
    auto const captured = machine.device_memory.size();
    scan_into(gpu::automatic.on(stream), x, x.size(), 4);
    CHECK(machine.device_memory.size() == captured + (captured == blocks ? 1 : 0));
    machine.end_graph();
    auto const ended = machine.device_memory.size();
    scan_into(gpu::automatic.on(gpu::stream(gpu_number(26))), x, x.size(), 5);
    CHECK(machine.device_memory.size() == ended); // the graph's
}

TEST_CASE("a captured scan of very many tiles has its words in memory that the graph keeps") {
    auto& machine = fake_cuda::here();
    gpu::stream const stream(gpu_number(27));
    gpu::device_vector<float> x(1, 1.f, gpu_number(27));
    machine.captured = handle_of(stream);
    scan_into(gpu::automatic.on(stream), x, 1, 1); // makes the graph's workspace
    auto const before = now();
    scan_into(gpu::automatic.on(stream), x, many, 2);
    CHECK(now().waits == before.waits + 1); // until the memory is there
    CHECK(now().allocations == before.allocations + 1);
    CHECK(now().blocks == before.blocks + 1);
    auto const kept = now();
    scan_into(gpu::automatic.on(stream), x, many, 3);
    CHECK(now() == kept);
    machine.captured = nullptr;
    CHECK(machine.broken_captures == 0);
    machine.end_graph();
}

TEST_CASE("whatever call of CUDA fails in a captured scan, nothing leaks") {
    auto& machine = fake_cuda::here();
    gpu::device_vector<float> x(1, 1.f, gpu_number(28));
    gpu::stream const stream(gpu_number(28));
    scan_into(gpu::automatic.on(stream), x, many, 1); // what stays allocated
    stream.synchronize();
    auto const blocks = machine.device_memory.size();
    int failures = 0;
    for (int good = 0;; ++good) {
        machine.captured = handle_of(stream);
        machine.fail_after(good, cudaErrorUnknown);
        bool thrown = false;
        try {
            scan_into(gpu::automatic.on(stream), x, many, 2);
        } catch (gpu::error const&) {
            thrown = true;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        machine.captured = nullptr;
        machine.end_graph();
        // at most one workspace more, and what it keeps
        CHECK(machine.device_memory.size() <= blocks + 2);
        failures += thrown;
        if (!reached) break;
        REQUIRE(good < 300);
    }
    CHECK(failures > 3);
    scan_into(gpu::automatic.on(stream), x, many, 9);
    CHECK(static_cast<float>(x[0]) == 9);
}
