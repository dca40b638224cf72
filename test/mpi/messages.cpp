// SPDX-License-Identifier: Apache-2.0
/// Counts the messages of a call and their bytes, by MPI's profiling interface: all are so short
/// that networks send them at once.
#include "ranks.hpp"

#include <gpualgo/complex.hpp>
#include <gpualgo/gpualgo.hpp>
#include <gpualgo/mpi.hpp>

#include <algorithm>
#include <complex>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace {

/// The bytes of each collective call.
std::vector<std::size_t> scans, reductions;

std::size_t bytes_of(int count, MPI_Datatype type) {
    int size = 0;
    PMPI_Type_size(type, &size);
    return static_cast<std::size_t>(size) * static_cast<std::size_t>(count);
}

} // namespace

extern "C" {
int MPI_Exscan(void const* from, void* to, int count, MPI_Datatype type, MPI_Op op, MPI_Comm all) {
    scans.push_back(bytes_of(count, type));
    return PMPI_Exscan(from, to, count, type, op, all);
}
int MPI_Allreduce(void const* from, void* to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm all) {
    reductions.push_back(bytes_of(count, type));
    return PMPI_Allreduce(from, to, count, type, op, all);
}
}

namespace mpi_test {
namespace {

constexpr std::size_t eager = 4096;

/// The sum of n ones per rank, counted.
template <class T, class Value>
void sum(std::size_t n) {
    std::vector<Value> const x(n, Value(1));
    auto const world = gpu::automatic.across(MPI_COMM_WORLD);
    std::uint64_t const mine = n;
    std::uint64_t all = 0;
    MPI_Allreduce(&mine, &all, 1, MPI_UINT64_T, MPI_SUM, MPI_COMM_WORLD);
    scans.clear();
    reductions.clear();
    T const total = gpu::reduce(world, x.begin(), x.end(), T(0));
    check(total == T(static_cast<double>(all)), "a sum of ones is wrong");
}

/// Blocks of any type that cut segments.
template <class T, class Value>
void check_short_messages() {
    for (std::size_t const n : {100'003, 700}) {
        sum<T, Value>(n);
        auto const longest = std::max(*std::max_element(scans.begin(), scans.end()),
                                      *std::max_element(reductions.begin(), reductions.end()));
        check(longest <= eager, "a message is long");
        check(scans.size() <= 4 && reductions.size() == 2, "there are more messages");
    }
}

} // namespace

void count_messages() {
    using list = std::vector<std::size_t>;
    sum<float, float>(10); // is sent with the elements of cut segments
    check(scans == list{8}, "a few elements are passed on");
    check(reductions.size() == 2 && reductions[0] == 48 &&
              reductions[1] == 264 + 96 * static_cast<std::size_t>(ranks),
          "a few elements take longer messages");

    sum<float, float>(50 * 2048 + (rank == ranks - 1 ? 2047 : 0)); // only the last segment is cut
    check(scans == list{8}, "elements are passed on in vain");
    check(reductions.size() == 2 && reductions[1] < 1000, "a message of whole segments is long");

    sum<float, float>(rank % 2 == 0 ? 50 * 2048 + 1020 : 50 * 2048 - 1020);
    check(scans == (ranks == 1 ? list{8} : list{8, eager}), "1020 elements are no single message");

    sum<float, float>(100'000); // the table of doc/distributed.md
    check(ranks != 4 || (scans == list{8, eager, eager} && reductions == list{48, 704}),
          "the documented messages are others");

    check_short_messages<float, float>();
    check_short_messages<std::int64_t, std::int8_t>();
    check_short_messages<double, double>();
    check_short_messages<std::complex<double>, std::complex<double>>();
}

} // namespace mpi_test
