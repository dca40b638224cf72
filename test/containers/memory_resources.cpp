// SPDX-License-Identifier: Apache-2.0
/// Containers and calls take memory from their memory resource, and from nowhere else.
#include "support/counting_resource.hpp"

#include <gpualgo/gpualgo.hpp>
#include <gpualgo/limiting_resource.hpp>
#include <gpualgo/pool_resource.hpp>

#include <catch2/catch.hpp>

#include <cstdint>
#include <new>
#include <numeric>
#include <stdexcept>
#include <vector>

using Catch::Contains;

namespace {

std::vector<int> const numbers = [] {
    std::vector<int> v(5000);
    std::iota(v.begin(), v.end(), 0);
    return v;
}();
int const sum = std::accumulate(numbers.begin(), numbers.end(), 0);

gpu::device any_device() { return GENERATE(from_range(gpu::devices())); }

} // namespace

TEST_CASE("containers take their memory from a resource, and so do their copies") {
    auto const where = any_device();
    test::counting_resource resource(where);
    {
        gpu::device_vector<int> v(numbers, resource);
        CHECK(v.device() == where);
        CHECK(v.source().resource() == &resource);
        CHECK(resource.bytes() == 20000);
        v.resize(6000);
        v.shrink_to_fit();
        CHECK(resource.bytes() == 24000);
        auto const copy = v;
        CHECK(copy.source().resource() == &resource);
        CHECK(resource.blocks() == 2);
        gpu::device_vector<int> const elsewhere(v, where);
        CHECK(elsewhere.source().resource() == nullptr);
        CHECK(elsewhere.to_host() == copy.to_host());
        auto const moved = std::move(v);
        CHECK(resource.blocks() == 2);
        gpu::matrix<float> const m(10, 20, resource);
        CHECK(m.device() == where);
        CHECK(resource.bytes() == 48800);
        CHECK(gpu::to_device(numbers, resource).to_host() == numbers);
        gpu::device_vector<int> const none(resource);
        CHECK(resource.blocks() == 3);
    }
    CHECK(resource.blocks() == 0);
}

TEST_CASE("calls take their scratch from a resource") {
    auto const where = any_device();
    test::counting_resource resource(where);
    gpu::device_vector<int> const v(numbers, where);
    CHECK(gpu::reduce(gpu::automatic.with(resource), v) == sum);
    CHECK(gpu::reduce(gpu::neighbored.in(gpu::memory_space::global).with(resource), v) == sum);
    CHECK(gpu::reduce(gpu::interleaved.on(where).with(resource), numbers) == sum);
    gpu::matrix<float> const a(30, 40, where);
    gpu::matrix<float> c(30, 30, where);
    gpu::matmul(gpu::automatic.with(resource), a, gpu::transposed(a), c);
    CHECK((where == gpu::device::host()) == (resource.calls() == 0)); // the host needs none
    CHECK(resource.blocks() == 0);
}

TEST_CASE("a resource of another device than the call's is refused") {
    test::counting_resource resource(gpu::device::simulated());
    CHECK_THROWS_WITH(gpu::reduce(gpu::automatic.with(resource), numbers),
                      Contains("memory of simulated, but the call runs on host"));
    CHECK_THROWS_AS(gpu::reduce(gpu::automatic.on(gpu::device::host()).with(resource), numbers),
                    std::invalid_argument);
    gpu::matrix<float> const a(3, 3, gpu::device::host());
    gpu::matrix<float> c(3, 3, gpu::device::host());
    CHECK_THROWS_AS(gpu::matmul(gpu::automatic.with(resource), a, a, c), std::invalid_argument);
    CHECK(resource.calls() == 0);
}

TEST_CASE("exceptions of a resource propagate unchanged, and nothing has happened") {
    auto const simulated = gpu::device::simulated();
    struct refusal {};
    struct refusing : test::counting_resource {
        using counting_resource::counting_resource;
        void* allocate(std::size_t) override { throw refusal(); }
    } resource(simulated);
    gpu::device_vector<int> v(numbers, simulated);
    gpu::report report;
    report.strategy = "untouched";
    CHECK_THROWS_AS(gpu::reduce(gpu::automatic.with(resource).report_to(report), v), refusal);
    CHECK_THROWS_AS(gpu::device_vector<int>(numbers, resource), refusal);
    CHECK(report.strategy == "untouched");
    CHECK(gpu::reduce(v) == sum);
}

TEST_CASE("a call that does without the memory that a resource lacks succeeds") {
    struct refusal {};
    struct refusing : test::counting_resource {
        using counting_resource::counting_resource;
        void* allocate(std::size_t bytes) override {
            if (bytes == 1) throw std::bad_alloc();
            throw refusal();
        }
    } resource(gpu::device::host());
    auto const allocate = [&](std::uint64_t bytes) {
        gpu::detail::reduce_request request;
        request.n = bytes;
        gpu::detail::call<gpu::detail::strategies>(
            gpu::automatic.with(resource), request,
            +[](gpu::detail::reduce_request const* r, gpu::detail::call_result*) noexcept {
                (void)r->scratch.allocate(r->scratch.context, r->n);
            });
    };
    CHECK_NOTHROW(allocate(1));
    CHECK_THROWS_AS(allocate(2), refusal); // not about memory
}

TEST_CASE("a limiting resource") {
    auto const where = any_device();
    test::counting_resource upstream(where);
    gpu::limiting_resource limited(upstream, 1000);
    gpu::device_vector<int> v(100, 1, limited);
    CHECK(limited.used() == 400);
    try {
        v.resize(200);
        FAIL("there are only 600 bytes left");
    } catch (gpu::out_of_memory const& e) {
        CHECK(e.requested() == 800);
        CHECK(e.available() == 600);
        CHECK_THAT(e.what(), Contains("limiting_resource of 1000 bytes has no 800; 600 are free"));
    }
    CHECK(v.to_host() == std::vector<int>(100, 1));
    v.resize(150); // succeeds: exactly at the limit during reallocation
    CHECK(limited.used() == 600);
    v = gpu::device_vector<int>(where);
    CHECK(limited.used() == 0);

    gpu::limiting_resource empty(upstream, 0);
    if (where == gpu::device::host()) return;
    gpu::device_vector<int> const w(numbers, where);
    CHECK_THROWS_AS(gpu::reduce(gpu::automatic.with(empty), w), gpu::out_of_memory);
    CHECK(gpu::reduce(w) == sum);
}

TEST_CASE("a pool reuses memory, and returns it to upstream if that is exhausted") {
    auto const where = any_device();
    test::counting_resource upstream(where);
    gpu::limiting_resource limited(upstream, 8192);
    {
        gpu::pool_resource pool(limited);
        CHECK(pool.device() == where);
        int const* first = nullptr;
        {
            gpu::device_vector<int> const v(1000, 1, pool);
            first = v.data();
            CHECK(limited.used() == 4096);
        }
        CHECK(limited.used() == 4096); // kept by the pool
        gpu::device_vector<int> const again(900, 2, pool);
        CHECK(again.data() == first);
        gpu::device_vector<int> const other(700, 3, pool);
        CHECK(other.data() != first);
        CHECK(again.to_host() == std::vector<int>(900, 2));
        CHECK(upstream.calls() == 2);
        CHECK_THROWS_AS(gpu::device_vector<int>(10, 4, pool), gpu::out_of_memory);
    }
    CHECK(upstream.blocks() == 0);

    gpu::pool_resource pool(limited);
    { gpu::device_vector<int> const small(1000, 1, pool); }
    gpu::device_vector<int> const large(2000, 1, pool); // frees the small block first
    CHECK(limited.used() == 8192);
    CHECK_THROWS_AS(pool.allocate(~std::size_t{0}), gpu::out_of_memory);
    pool.release();
    CHECK(upstream.blocks() == 1);
}
