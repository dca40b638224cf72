// SPDX-License-Identifier: Apache-2.0
/// Memory behaviour that only a GPU shows: partly page-locked ranges, forked children, and empty
/// ranges.
#include "in_child.hpp"
#include "on_gpu.hpp"

#include <gpualgo/gpualgo.hpp>

#include <cuda_runtime_api.h>

#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

using test::the_gpu;

namespace {

/// Page-locks memory of the program; whole pages are locked.
class locked {
public:
    locked(void* memory, std::size_t bytes) : memory_(memory) {
        REQUIRE(cudaHostRegister(memory, bytes, cudaHostRegisterDefault) == cudaSuccess);
    }
    locked(locked const&) = delete;
    locked& operator=(locked const&) = delete;
    ~locked() { CHECK(cudaHostUnregister(memory_) == cudaSuccess); }

private:
    void* memory_;
};

struct free_memory {
    void operator()(void* memory) const { std::free(memory); }
};

/// One object of each kind that owns a GPU resource.
struct objects {
    explicit objects(gpu::device device)
        : vector({1, 2, 3}, device), stream(device), matrix(2, 2, device) {}
    gpu::device_vector<int> vector;
    gpu::pinned_vector<int> pinned{4, 5, 6};
    gpu::pinned_vector<int> large = gpu::pinned_vector<int>(1'000'000, 7);
    gpu::stream stream;
    gpu::matrix<float> matrix;
};

} // namespace

TEST_CASE("partly page-locked host memory is copied to the GPU and back") {
    auto const device = the_gpu();
    if (!device) return;
    constexpr std::size_t page = 4096;
    for (std::size_t const pages : {std::size_t{2}, std::size_t{300}, std::size_t{5000}}) {
        std::size_t const n = pages * page / sizeof(std::uint32_t);
        std::unique_ptr<std::uint32_t, free_memory> const memory(
            static_cast<std::uint32_t*>(std::aligned_alloc(page, pages * page)));
        auto* const first = memory.get();
        auto const check = [&] {
            std::iota(first, first + n, 11U);
            gpu::device_vector<std::uint32_t> there(n, gpu::uninitialized, *device);
            gpu::copy(first, first + n, there.begin());
            CHECK(gpu::reduce(there) == gpu::reduce(std::vector(first, first + n)));
            std::vector const values(first, first + n);
            std::fill(first, first + n, 0U);
            gpu::copy(there.begin(), there.end(), first);
            CHECK(std::equal(values.begin(), values.end(), first));
            CHECK(gpu::reduce(gpu::interleaved.on(*device), first, first + n) ==
                  gpu::reduce(values));
        };
        std::size_t const half = pages / 2 * page;
        INFO(pages << " pages");
        {
            locked const begin(first, half);
            check();
        }
        {
            locked const end(first + half / sizeof(*first), pages * page - half);
            check();
        }
        {
            locked const begin(first, half);
            locked const end(first + half / sizeof(*first), pages * page - half);
            check();
        }
        locked const all(first, pages * page);
        check();
    }
}

TEST_CASE("a child can destroy its parent's objects on a GPU") {
    auto const device = the_gpu();
    if (!device) return;
    std::optional<objects> all(std::in_place, *device);
    CHECK(test::in_child([&] {
              all.reset();
              gpu::pinned_vector<int> const own(1000, 8);
              return std::to_string(gpu::reduce(own.begin(), own.end()));
          }) == "8000");
    CHECK(all->vector.to_host() == std::vector{1, 2, 3});
    CHECK(all->pinned == gpu::pinned_vector<int>{4, 5, 6});
    gpu::device_vector<int> const copied(all->large, *device);
    CHECK(gpu::reduce(copied) == 7'000'000);
    all->stream.synchronize();
}

TEST_CASE("the total of an empty range of pointers is init") {
    auto const device = the_gpu();
    if (!device) return;
    gpu::device_vector<int> v({1, 2, 3}, *device);
    gpu::stream const stream(*device);
    for (int* const nothing : {static_cast<int*>(nullptr), v.data(), v.data() + 3}) {
        gpu::reduce_into(gpu::automatic, nothing, nothing, v.data(), 4);
        gpu::reduce_into(gpu::automatic.on(*device), nothing, nothing, v.data() + 1, 5);
        gpu::reduce_into(gpu::automatic.on(stream), nothing, nothing, v.begin() + 2, 6);
        stream.synchronize();
        CHECK(v.to_host() == std::vector{4, 5, 6});
        v.assign({1, 2, 3});
        CHECK(gpu::reduce(gpu::automatic.on(*device), nothing, nothing, 7) == 7);
    }
}
