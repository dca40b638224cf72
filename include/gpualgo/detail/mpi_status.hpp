// SPDX-License-Identifier: Apache-2.0
/// @file
/// How the ranks of a communicator fared, and the numbers that all of them learn before results are
/// sent.
#pragma once

#include <gpualgo/detail/mpi_handles.hpp>

#include <mpi.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>

namespace gpu::inline v0::detail {

/// How the ranks of a message fared: it precedes their partial result.
struct mpi_status {
    static constexpr std::size_t max_arguments = 24;

    std::int32_t failed_rank = -1; ///< the first one that failed, or -1
    std::int32_t first_rank = 0;   ///< of the ranks that the message is from
    std::int32_t root = -1;        ///< the rank that takes the result, or -1 for all
    std::uint32_t arguments_size = 0;
    unsigned char arguments[max_arguments] = {}; ///< types and init: the same on all ranks
    char reason[216] = {};

    void fail(int rank, char const* why) noexcept {
        failed_rank = rank;
        std::strncpy(reason, why, sizeof reason - 1);
    }

    /// Adds to the reason.
    void append(char const* text) noexcept {
        std::strncat(reason, text, sizeof reason - 1 - std::strlen(reason));
    }

    /// Appends the status of later ranks.
    void merge(mpi_status const& later) noexcept {
        if (failed_rank >= 0) return;
        if (later.failed_rank >= 0) {
            *this = later;
        } else if (arguments_size != later.arguments_size ||
                   std::memcmp(arguments, later.arguments, sizeof arguments) != 0) {
            fail(later.first_rank, "its types, operator or init differ from those of rank ");
            append(std::to_string(first_rank).c_str());
        } else if (root != later.root) {
            fail(later.first_rank, "its root differs from that of rank ");
            append(std::to_string(first_rank).c_str());
        }
    }

    /// @return a hash of all that is the same on all ranks
    [[nodiscard]] std::uint64_t hash() const noexcept {
        std::uint64_t hash = std::uint64_t{arguments_size} << 32 ^ static_cast<std::uint32_t>(root);
        for (unsigned char const byte : arguments) hash = (hash ^ byte) * 0x100000001b3;
        return hash;
    }
};

/// The status of all ranks, on each. Collective.
inline mpi_status merged_status(MPI_Comm communicator, mpi_status const& mine) {
    mpi_bytes const type(sizeof(mpi_status));
    mpi_operation const merge([](void* left, void* right, int* count, MPI_Datatype*) {
        for (int i = 0; i < *count; ++i) { // MPI's memory is not aligned
            auto const at = static_cast<std::size_t>(i) * sizeof(mpi_status);
            mpi_status earlier, later;
            std::memcpy(&earlier, static_cast<std::byte const*>(left) + at, sizeof earlier);
            std::memcpy(&later, static_cast<std::byte const*>(right) + at, sizeof later);
            earlier.merge(later);
            std::memcpy(static_cast<std::byte*>(right) + at, &earlier, sizeof earlier);
        }
    });
    mpi_status all;
    check_mpi(MPI_Allreduce(&mine, &all, 1, type.get(), merge.get(), communicator),
              "MPI_Allreduce");
    return all;
}

/// The numbers of a rank that have to be known to all.
struct mpi_block {
    std::uint64_t end = 0;     ///< index after its last element
    std::uint64_t bytes = 0;   ///< of its partial result
    std::uint64_t carried = 0; ///< elements of a cut segment that it passes on
    bool has_failed = false;
};

/// The largest of each number of all ranks, and whether their arguments are the same.
class mpi_agreement {
public:
    /// Collective.
    mpi_agreement(MPI_Comm communicator, mpi_block const& mine, mpi_status const& status) {
        std::uint64_t const hash = status.hash();
        std::array<std::uint64_t, 6> const numbers{mine.end,        mine.bytes, mine.carried,
                                                   mine.has_failed, hash,       ~hash};
        check_mpi(MPI_Allreduce(numbers.data(), most_.data(), static_cast<int>(numbers.size()),
                                MPI_UINT64_T, MPI_MAX, communicator),
                  "MPI_Allreduce");
    }

    /// @return the number of elements of all ranks
    [[nodiscard]] std::uint64_t end() const { return most_[0]; }
    /// @return bytes of the longest partial result
    [[nodiscard]] std::uint64_t bytes() const { return most_[1]; }
    /// @return the most elements that any rank passes on
    [[nodiscard]] std::uint64_t carried() const { return most_[2]; }
    /// @return whether no rank has failed, and all have the same arguments
    [[nodiscard]] bool is_good() const { return most_[3] == 0 && most_[4] == ~most_[5]; }

private:
    std::array<std::uint64_t, 6> most_{};
};

} // namespace gpu::inline v0::detail
