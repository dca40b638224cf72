// SPDX-License-Identifier: Apache-2.0
/// @file
/// The processes that mpirun has started, and what they do together.
#pragma once

#include "tool/partial_total.hpp"

#include <gpualgo/device.hpp>

#include <mpi.h>

#include <cstdint>
#include <functional>
#include <optional>

namespace tool {

/// All ranks of `MPI_COMM_WORLD`. Every member function but `rank` and `count` is collective.
class ranks {
public:
    ranks();

    /// @return the rank of this process
    [[nodiscard]] int rank() const { return rank_; }
    /// @return the number of processes
    [[nodiscard]] int count() const { return count_; }
    /// @return whether this process prints
    [[nodiscard]] bool is_first() const { return rank_ == 0; }

    /// Call a function on every rank, which calls nothing collective.
    /// @throws std::runtime_error on every rank, if it throws on any: with the first such rank and
    /// its reason
    void together(std::function<void()> const& f) const;

    /// Check that a number is the same on all ranks.
    /// @param what it is, for the message
    /// @throws std::runtime_error on every rank, if it is not
    void require_same(std::uint64_t number, char const* what) const;

    /// @param n elements in all
    /// @param segment a multiple of which every block begins at
    /// @return the index that the block of a rank begins at; n for rank `count()`
    [[nodiscard]] std::uint64_t begin_of_block(int rank, std::uint64_t n,
                                               std::uint64_t segment) const;

    /// @param part of this rank
    /// @return on the first rank, the parts of all ranks, merged in a tree
    [[nodiscard]] partial_total merged(partial_total const& part) const;

    /// @return the longest of the times of all ranks, on the first rank
    [[nodiscard]] double longest(double milliseconds) const;

    /// @return the preferred device; if that is a GPU, ranks of one machine take turns
    [[nodiscard]] gpu::device device() const;

private:
    int rank_ = 0, count_ = 1;
};

} // namespace tool
