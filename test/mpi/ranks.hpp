// SPDX-License-Identifier: Apache-2.0
/// @file
/// The program that mpirun starts: its parts, and what they share.
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace mpi_test {

inline int failures = 0, rank = 0, ranks = 0;

/// Counts and prints a failure if `holds` is false.
void check(bool holds, char const* what);

template <class T>
bool same_bits(T a, T b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// This rank's part of a range: the elements [begin, end).
struct block {
    std::size_t begin, end;
};

// the parts of the program, which all ranks call
void compare_with_one_process();
void fail_together();
void refuse_communicators();
void refuse_without_mpi();
void count_messages();
void reduce_more_than_2_to_32_elements();

} // namespace mpi_test
