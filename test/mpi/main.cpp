// SPDX-License-Identifier: Apache-2.0
/// A program that mpirun starts. Exits with 0 if all ranks agree. Given `large`, it only reduces
/// ranges of more than 2^32 elements.
#include "ranks.hpp"

#include <cstdio>
#include <string_view>

void mpi_test::check(bool holds, char const* what) {
    if (holds) return;
    ++failures;
    std::fprintf(stderr, "rank %d of %d: %s\n", rank, ranks, what);
}

int main(int argc, char** argv) {
    using namespace mpi_test;
    bool const is_large = argc > 1 && argv[1] == std::string_view("large");
    refuse_without_mpi();
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (is_large) {
        reduce_more_than_2_to_32_elements();
    } else {
        compare_with_one_process();
        count_messages();
        fail_together();
        refuse_communicators();
    }
    int all_failures = 0;
    MPI_Allreduce(&failures, &all_failures, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Finalize();
    refuse_without_mpi();
    return all_failures + failures == 0 ? 0 : 1;
}
