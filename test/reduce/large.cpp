// SPDX-License-Identifier: Apache-2.0
/// More than 2^32 elements, so that 32-bit indices overflow. Nearly all pages are never written and
/// take no memory.
#include <gpualgo/gpualgo.hpp>

#include <catch2/catch.hpp>

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <span>

TEST_CASE("reduce: more than 2^32 elements") {
    constexpr std::size_t n = (std::size_t{1} << 32) + 4099;
    void* const pages = mmap(nullptr, n, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    REQUIRE(pages != MAP_FAILED);
    std::span<std::int8_t> const x(static_cast<std::int8_t*>(pages), n);
    for (std::size_t const i : {std::size_t{0}, (std::size_t{1} << 31) - 1, std::size_t{1} << 31,
                                (std::size_t{1} << 32) - 1, std::size_t{1} << 32, n - 1})
        x[i] = 3;

    gpu::report ran;
    CHECK(gpu::reduce(gpu::automatic.report_to(ran), x, std::int64_t{1}) == 19);
    CHECK(ran.bytes == n);
    // sizes around the limits of 32-bit numbers
    for (std::size_t const power : {std::size_t{1} << 31, std::size_t{1} << 32})
        for (std::size_t const size : {power - 1, power, power + 1}) {
            int const expected = 3 * (1 + (size >= power ? 1 : 0) + (size > power ? 1 : 0) +
                                      (power >> 32 != 0 ? 2 : 0));
            INFO(size);
            CHECK(gpu::reduce(x.first(size), std::int64_t{0}) == expected);
        }
    x[(std::size_t{1} << 32) + 7] = 100;
    CHECK(gpu::reduce(x, std::int8_t{0}, gpu::maximum<>{}) == 100);
    CHECK(munmap(pages, n) == 0);
}
