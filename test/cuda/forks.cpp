// SPDX-License-Identifier: Apache-2.0
/// Child processes of programs that use GPUs: the whole library on a fake runtime. CUDA does not
/// survive a fork, so a child's destructors must not call it.
#include "fake_runtime.hpp"
#include "in_child.hpp"

#include <gpualgo/device_resource.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/pool_resource.hpp>

#include <catch2/catch.hpp>

#include <optional>
#include <string>
#include <vector>

namespace {

/// One object of each kind that owns a GPU resource.
struct objects {
    gpu::device_vector<int> vector{{1, 2, 3}, gpu::device::cuda(35)};
    gpu::pinned_vector<int> pinned{4, 5, 6};
    gpu::stream stream{gpu::device::cuda(35)};
    gpu::matrix<float> matrix{2, 2, gpu::device::cuda(35)};
    gpu::device_resource upstream{gpu::device::cuda(35)};
    gpu::pool_resource pool{upstream};
    gpu::device_vector<int> pooled{{7, 8}, pool};
};

} // namespace

TEST_CASE("in a child, destructors make no CUDA call") {
    std::optional<objects> all(std::in_place);
    auto const text = test::in_child([&] {
        int const calls = fake_cuda::here().calls;
        std::string const seen = std::to_string(all->pinned[2]);
        all.reset();
        return seen + " " + std::to_string(fake_cuda::here().calls - calls);
    });
    CHECK(text == "6 0");
    CHECK(all->vector.to_host() == std::vector<int>{1, 2, 3}); // the parent's objects are unchanged
    CHECK(all->pinned == gpu::pinned_vector<int>{4, 5, 6});
    all->stream.synchronize();
}

TEST_CASE("a child has plain memory instead of page-locked memory") {
    gpu::pinned_vector<int> parents{1, 2, 3};
    auto const text = test::in_child([&] {
        int const calls = fake_cuda::here().calls;
        parents.assign(1000, 4);
        gpu::pinned_vector<int> const own(parents);
        return std::to_string(own[999]) + " " + std::to_string(fake_cuda::here().calls - calls);
    });
    CHECK(text == "4 0");
}
