// SPDX-License-Identifier: Apache-2.0
/// More than 2^32 elements, in the block of the first rank and ahead of all others. Nearly all
/// pages are never written and take no memory.
#include "ranks.hpp"

#include <gpualgo/extrema.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/mpi.hpp>

#include <sys/mman.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

namespace mpi_test {

void reduce_more_than_2_to_32_elements() {
    constexpr std::size_t power = std::size_t{1} << 32;
    constexpr std::size_t n_of_first = power + 4099, n_of_others = 1'000'003;
    std::size_t const n = rank == 0 ? n_of_first : n_of_others;
    void* const pages = mmap(nullptr, n, PROT_READ | PROT_WRITE,
                             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED) return check(false, "there is no memory to map");
    std::span<std::int8_t> const x(static_cast<std::int8_t*>(pages), n);
    auto const others = static_cast<std::uint64_t>(ranks - 1);
    std::uint64_t const all = n_of_first + others * n_of_others;
    // the sum of each rank is 100; the first rank has the first one of the largest elements
    if (rank == 0) x[power + 1] = 100;
    else x[n - 2] = 100;
    // and the last rank the smallest one
    if (rank == ranks - 1) x[n - 1] = -50;
    auto const world = gpu::automatic.across(MPI_COMM_WORLD);
    auto const first = x.begin(), last = x.end();
    check(gpu::reduce(world, first, last, std::int64_t{7}) == 7 + 100 * ranks - 50,
          "a sum of more than 2^32 elements is wrong");
    check(gpu::reduce(world, first, last, std::int8_t{1}, gpu::maximum<>()) == 100,
          "a maximum of more than 2^32 elements is wrong");
    check(gpu::min_element(world, first, last) == all - 1,
          "the smallest of more than 2^32 elements is another");
    auto const [smallest, largest] = gpu::minmax_element(world, first, last);
    check(smallest == all - 1 && largest == all - 2,
          "the last of the largest of more than 2^32 elements is another");
    check(gpu::max_element(world, first, last) == power + 1,
          "the first of the largest of more than 2^32 elements is another");
    munmap(pages, n);
}

} // namespace mpi_test
