// SPDX-License-Identifier: Apache-2.0
/// Memory that checking needs, and refusal of launches that would exceed the available memory.
#include "simulated_device.hpp"

#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <new>
#include <vector>

using test::context;
using test::defect;
using test::shape;
using test::simulated_device;

namespace {

/// A range of addresses; only pages that are written take memory.
class address_range {
public:
    explicit address_range(std::size_t bytes)
        : bytes_(bytes), begin_(::mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {
        if (begin_ == MAP_FAILED) throw std::bad_alloc();
    }
    address_range(address_range const&) = delete;
    address_range& operator=(address_range const&) = delete;
    ~address_range() { ::munmap(begin_, bytes_); }

    template <class T>
    [[nodiscard]] T* as() const {
        return static_cast<T*>(begin_);
    }

private:
    std::size_t bytes_;
    void* begin_;
};

gpu::device const on = gpu::device::simulated();
constexpr std::size_t mebibyte = std::size_t{1} << 20;

} // namespace

TEST_CASE("a matrix takes memory only for its elements, however far apart its rows are") {
    constexpr std::int64_t step = std::int64_t{1} << 32;
    address_range const memory((step + 2) * sizeof(float));
    auto* const x = memory.as<float>();
    float const a[] = {1, 2, 3, 4};
    gpu::matrix_view<float const> const factor(a, 2, 2);
    gpu::matrix_view<float> const by_rows(x, 2, 2, step);
    gpu::matmul(gpu::shared_tile.on(on), factor, factor, by_rows);
    CHECK((x[0] == 7 && x[1] == 10 && x[step] == 15 && x[step + 1] == 22));
    gpu::matmul(gpu::automatic.on(on), 1.0F, factor, factor, 1.0F, by_rows);
    CHECK((x[0] == 14 && x[1] == 20 && x[step] == 30 && x[step + 1] == 44));
    gpu::matmul(gpu::row_on_x.on(on), factor, factor,
                gpu::matrix_view<float, gpu::column_major>(x, 2, 2, step));
    CHECK((x[0] == 7 && x[1] == 15 && x[step] == 10 && x[step + 1] == 22));
}

TEST_CASE("matrices with interleaved rows") {
    // columns 0 and 1 are A, 2 and 3 are C, 4 and 5 are B
    std::vector<float> x{1, 2, -1, -1, 1, 2, 0, 0, //
                         3, 4, -1, -1, 3, 4, 0, 0};
    auto const at = [&](std::ptrdiff_t column) {
        return gpu::matrix_view<float>(x.data() + column, 2, 2, 8);
    };
    gpu::matmul(gpu::cg_tile<4>.on(on), at(0), at(4), at(2));
    CHECK(x == std::vector<float>{1, 2, 7, 10, 1, 2, 0, 0, 3, 4, 15, 22, 3, 4, 0, 0});
    gpu::matmul(gpu::warp_shuffle.on(on), at(0), at(0), at(2)); // the same matrix as A and B
    CHECK(x == std::vector<float>{1, 2, 7, 10, 1, 2, 0, 0, 3, 4, 15, 22, 3, 4, 0, 0});
}

TEST_CASE("the gaps of an output do not belong to the kernel") {
    std::vector<int> x(20, 7); // rows of 3 elements, 5 apart
    auto const touching = [&](std::size_t i, bool writes) {
        return [=, out = x.data()](context const& c) {
            auto const memory = c.global(out);
            if (writes) memory.put(i, 1);
            else (void)memory.get(i);
        };
    };
    simulated_device device;
    device.queue().add_output({x.data(), 3 * sizeof(int), 4, 5 * sizeof(int)}, sizeof(int));
    for (std::size_t const i : {0u, 2u, 5u, 17u}) {
        device.run(shape(1, 1), touching(i, true));
        device.run(shape(1, 1), touching(i, false));
        CHECK(x[i] == 1);
    }
    for (std::size_t const i : {3u, 4u, 8u, 14u, 18u})
        for (bool const writes : {false, true}) {
            auto const found = device.find(shape(1, 1), touching(i, writes));
            CHECK(found.kind() == defect::bounds);
            CHECK(x[i] == 7);
        }
    CHECK_THROWS_WITH(device.run(shape(1, 1), touching(8, true)),
                      Catch::Contains("writes byte 32 of the output") &&
                          Catch::Contains("between its lines"));
    CHECK(device.find(shape(1, 1), [out = x.data()](context const& c) { (void)c.global(out + 4); })
              .kind() == defect::bounds);
    // every element has a separate access history
    auto const race = device.find(shape(2, 1), touching(11, true));
    CHECK(race.kind() == defect::race);
    CHECK_THAT(race.what(), Catch::Contains("byte 44 of the output"));
}

TEST_CASE("scratch and outputs that do not fit together with their histories are refused") {
    gpu::simulated::launch_options options;
    options.free_memory = [] { return std::uint64_t{100 * mebibyte}; };
    simulated_device device(options);
    std::size_t const n = 100 * mebibyte / (4 + gpu::simulated::shadow::bytes_per_cell);
    (void)device.queue().allocate<int>(n / 2);
    std::vector<int> output(n / 2);
    device.queue().add_output({output.data(), n / 2 * sizeof(int)}, sizeof(int));
    try {
        (void)device.queue().allocate<int>(n + 1);
        FAIL("it does not fit");
    } catch (gpu::out_of_memory const& e) {
        CHECK(e.requested() > 100 * mebibyte);
        CHECK(e.requested() < 101 * mebibyte);
        CHECK(e.available() == 100 * mebibyte);
        CHECK_THAT(e.what(), Catch::Contains(std::to_string(e.requested())) &&
                                 Catch::Contains("104857600 are free"));
    }
    CHECK_THROWS_AS((void)device.queue().allocate<char>(2 * mebibyte), gpu::out_of_memory);
    output.resize(2 * n);
    CHECK_THROWS_AS(device.queue().add_output({output.data(), 8 * n}, sizeof(int)),
                    gpu::out_of_memory);
}

TEST_CASE("a reduction whose copied elements would not fit into memory is refused") {
    auto const free = on.memory().free;
    std::size_t const n = free / 32;
    address_range const memory(n); // its pages are never touched
    auto const* const x = memory.as<std::int8_t>();
    gpu::report report;
    try {
        (void)gpu::reduce(gpu::interleaved.on(on).report_to(report), x, x + n, std::int64_t{0});
        FAIL("the copies do not fit");
    } catch (gpu::out_of_memory const& e) {
        CHECK(e.requested() > n * 32);
        CHECK(e.available() < e.requested());
    }
    CHECK(report.strategy.empty());
}
