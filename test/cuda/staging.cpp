// SPDX-License-Identifier: Apache-2.0
/// Copies of partly page-locked host memory, on a fake runtime that, like CUDA, refuses to copy it
/// in one call.
#include "fake_runtime.hpp"

#include "call/backend.hpp"

#include <catch2/catch.hpp>

#include <cstddef>
#include <numeric>
#include <vector>

using namespace gpu::detail;

namespace {

/// Page-locks memory of the program.
class locked {
public:
    locked(std::byte* memory, std::size_t bytes) : memory_(memory) {
        REQUIRE(cudaHostRegister(memory, bytes, 0) == cudaSuccess);
    }
    locked(locked const&) = delete;
    locked& operator=(locked const&) = delete;
    ~locked() { CHECK(cudaHostUnregister(memory_) == cudaSuccess); }

private:
    std::byte* memory_;
};

std::vector<std::byte> some_bytes(std::size_t n, unsigned first) {
    std::vector<std::byte> bytes(n);
    for (auto& byte : bytes) byte = static_cast<std::byte>(first++ % 251);
    return bytes;
}

/// Whether host bytes survive a copy to a GPU and back.
bool copies(std::vector<std::byte>& host) {
    auto const values = host;
    void* const there = cuda_backend().allocate(52, host.size());
    cuda_backend().copy(there, host.data(), host.size());
    for (auto& byte : host) byte = {};
    cuda_backend().copy(host.data(), there, host.size());
    cuda_backend().deallocate(52, there);
    return host == values;
}

} // namespace

TEST_CASE("host memory that the program has partly locked is copied, of any size") {
    std::size_t const n = GENERATE(std::size_t{2}, std::size_t{1000}, std::size_t{3} << 20,
                                   (std::size_t{9} << 20) + 5);
    auto bytes = some_bytes(n, 3);
    SECTION("the first half") {
        locked const half(bytes.data(), n / 2);
        CHECK(copies(bytes));
    }
    SECTION("the second half") {
        locked const half(bytes.data() + n / 2, n - n / 2);
        CHECK(copies(bytes));
    }
    SECTION("both halves separately") {
        locked const first(bytes.data(), n / 2);
        locked const second(bytes.data() + n / 2, n - n / 2);
        CHECK(copies(bytes));
    }
    SECTION("all of it") {
        auto const locked_by_cuda = fake_cuda::here().host_memory.size();
        locked const all(bytes.data(), n);
        CHECK(copies(bytes));
        CHECK(fake_cuda::here().host_memory.size() == locked_by_cuda); // no staging
    }
    SECTION("both ends") {
        if (n < 1000) return;
        locked const first(bytes.data(), n / 4);
        locked const second(bytes.data() + n / 2, n - n / 2);
        CHECK(copies(bytes));
    }
}
