// SPDX-License-Identifier: Apache-2.0
/// Copies between two GPUs, on a fake runtime. Like real GPUs, each GPU can access others' memory
/// only if their pools allow it.
#include "fake_runtime.hpp"

#include "call/backend.hpp"

#include <gpualgo/error.hpp>

#include <catch2/catch.hpp>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

using namespace gpu::detail;

namespace {

/// Memory of a GPU; on the fake runtime, the host can access it.
class gpu_bytes {
public:
    gpu_bytes(std::uint32_t ordinal, std::string const& contents)
        : ordinal_(ordinal), size_(contents.size()),
          data_(static_cast<char*>(cuda_backend().allocate(ordinal, size_))) {
        std::memcpy(data_, contents.data(), size_);
    }
    gpu_bytes(gpu_bytes const&) = delete;
    gpu_bytes& operator=(gpu_bytes const&) = delete;
    ~gpu_bytes() { cuda_backend().deallocate(ordinal_, data_); }

    [[nodiscard]] char* data() const { return data_; }
    [[nodiscard]] std::string contents() const { return {data_, size_}; }

private:
    std::uint32_t ordinal_;
    std::size_t size_;
    char* data_;
};

} // namespace

TEST_CASE("a copy to another GPU waits for the source's default stream") {
    auto& machine = fake_cuda::here();
    gpu_bytes const source(20, "source");
    gpu_bytes const target(21, "target");
    machine.peer_copies.clear();
    cuda_backend().copy(target.data(), source.data(), 6);
    CHECK(target.contents() == "source");
    REQUIRE(machine.peer_copies.size() == 1);
    CHECK(machine.peer_copies[0].target == 21);
    CHECK(machine.peer_copies[0].source == 20);
    CHECK(machine.peer_copies[0].is_ordered);
    CHECK(machine.accesses.contains({20, 21}));
    CHECK(machine.accesses.contains({21, 20}));

    // the other direction needs no more set-up
    std::size_t const accesses = machine.accesses.size();
    cuda_backend().copy(source.data() + 1, target.data(), 5);
    CHECK(source.contents() == "ssourc");
    REQUIRE(machine.peer_copies.size() == 2);
    CHECK(machine.peer_copies[1].target == 20);
    CHECK(machine.peer_copies[1].is_ordered);
    CHECK(machine.accesses.size() == accesses);
}

TEST_CASE("a copy within one GPU is no copy between GPUs") {
    auto& machine = fake_cuda::here();
    gpu_bytes const source(22, "source");
    gpu_bytes const target(22, "target");
    machine.peer_copies.clear();
    cuda_backend().copy(target.data(), source.data(), 6);
    CHECK(target.contents() == "source");
    CHECK(machine.peer_copies.empty());
}

TEST_CASE("GPUs without peer access copy, too") {
    auto& machine = fake_cuda::here();
    machine.are_connected = false;
    gpu_bytes const source(23, "source");
    gpu_bytes const target(24, "target");
    cuda_backend().copy(target.data(), source.data(), 6);
    CHECK(target.contents() == "source");
    CHECK_FALSE(machine.accesses.contains({23, 24}));
    machine.are_connected = true;
}

TEST_CASE("after a reset of either GPU, access to their pools is restored") {
    auto& machine = fake_cuda::here();
    int const gone = GENERATE(25, 26);
    {
        gpu_bytes const source(25, "source");
        gpu_bytes const target(26, "target");
        cuda_backend().copy(target.data(), source.data(), 6);
    }
    int const crashes = machine.crashes;
    machine.reset(gone);
    machine.accesses.clear();
    gpu_bytes const source(25, "second");
    gpu_bytes const target(26, "target");
    cuda_backend().copy(target.data(), source.data(), 6);
    CHECK(target.contents() == "second");
    CHECK(machine.accesses.contains({25, 26}));
    CHECK(machine.accesses.contains({26, 25}));
    CHECK(machine.crashes == crashes);
}

TEST_CASE(
    "any CUDA call that a copy between GPUs makes may fail: no leak, and the next copy works") {
    auto& machine = fake_cuda::here();
    gpu_bytes const source(27, "source");
    gpu_bytes const target(28, "target");
    auto const events = machine.events.size();
    int failures = 0;
    for (int good = 0;; ++good) {
        machine.fail_after(good, cudaErrorUnknown);
        bool thrown = false;
        try {
            cuda_backend().copy(target.data(), source.data(), 6);
        } catch (gpu::error const&) {
            thrown = true;
        }
        bool const reached = machine.calls >= machine.failing_call;
        machine.heal();
        failures += thrown;
        CHECK(machine.events.size() == events);
        int device = -1;
        CHECK(cudaGetDevice(&device) == cudaSuccess);
        CHECK(device == 0);
        std::memcpy(target.data(), "target", 6);
        cuda_backend().copy(target.data(), source.data(), 6);
        CHECK(target.contents() == "source");
        if (!reached) break;
    }
    CHECK(failures > 10);
}

TEST_CASE(
    "while a stream is captured, copies between GPUs are refused, and the capture stays valid") {
    auto& machine = fake_cuda::here();
    gpu_bytes const source(29, "source");
    gpu_bytes const target(30, "target");
    cudaStream_t stream = nullptr;
    REQUIRE(cudaStreamCreate(&stream) == cudaSuccess);
    int const broken = machine.broken_captures;
    machine.captured = stream;
    CHECK_THROWS_AS(cuda_backend().copy(target.data(), source.data(), 6), gpu::error);
    CHECK(machine.broken_captures == broken);
    machine.captured = nullptr;
    CHECK(cudaStreamDestroy(stream) == cudaSuccess);
    CHECK(target.contents() == "target");
}
