// SPDX-License-Identifier: Apache-2.0
/// @file
/// The exchange of partial results between the ranks of a communicator. One scan of the counts
/// gives indices, and one agreement the size of messages. If that is large, elements of cut
/// segments are passed on first. One reduction of messages gives the result. A rank that fails
/// takes part, with its reason.
#pragma once

#include <gpualgo/detail/mpi_carry.hpp>
#include <gpualgo/detail/mpi_handles.hpp>
#include <gpualgo/detail/mpi_status.hpp>
#include <gpualgo/error.hpp>

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// Exchanges counts: elements of the ranks before this one.
inline std::uint64_t begin_among(MPI_Comm communicator, std::uint64_t count) {
    std::uint64_t before = 0;
    check_mpi(MPI_Exscan(&count, &before, 1, MPI_UINT64_T, MPI_SUM, communicator), "MPI_Exscan");
    int rank = 0;
    check_mpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
    return rank == 0 ? 0 : before; // rank 0 receives nothing
}

/// Reduces the partial results of all ranks.
/// @tparam Partial a type with `merge`, `serialize`, `deserialize`, `max_serialized_size`
template <class Partial>
class mpi_exchange {
    using carry = mpi_carry<Partial>;
    using message = std::vector<std::byte>;
    static constexpr std::size_t head_size = sizeof(mpi_status) + sizeof(std::uint64_t);

public:
    /// @param root the rank that takes the result, or -1 for all
    /// @param arguments bytes that must be the same on all ranks
    mpi_exchange(MPI_Comm communicator, int root, void const* arguments, std::size_t size)
        : communicator_(communicator) {
        check_mpi(MPI_Comm_rank(communicator, &rank_), "MPI_Comm_rank");
        check_mpi(MPI_Comm_size(communicator, &ranks_), "MPI_Comm_size");
        status_.first_rank = rank_;
        status_.root = root;
        status_.arguments_size = static_cast<std::uint32_t>(size);
        std::memcpy(status_.arguments, arguments, std::min(size, sizeof status_.arguments));
    }

    [[nodiscard]] bool takes_result() const { return status_.root < 0 || rank_ == status_.root; }
    /// @return the number of elements of all ranks, after `run`
    [[nodiscard]] std::uint64_t count() const { return count_; }

    /// @param count_mine returns the number of elements of this rank
    /// @param make returns this rank's partial result, given the index of its first element
    /// @return the merged result, of whole segments; meaningless on ranks that do not take it
    template <class Count, class Make>
    Partial run(Count count_mine, Make make) {
        std::uint64_t n = 0;
        keep_failure([&] { n = count_mine(); });
        std::uint64_t const begin = begin_among(communicator_, n);
        Partial mine(begin);
        std::optional<carry> passed_on;
        mpi_block block{};
        // all memory is allocated before the ranks agree
        if (status_.failed_rank < 0)
            keep_failure([&] {
                check_root();
                sent_.resize(head_size + Partial::max_serialized_size);
                received_.resize(sent_.size());
                mine = make(begin);
                passed_on.emplace(mine, rank_ + 1 == ranks_);
                block = {mine.end(), write(sent_.data(), status_, mine), passed_on->count()};
            });
        block.has_failed = status_.failed_rank >= 0;
        mpi_agreement const all(communicator_, block, status_);
        if (!all.is_good()) fail(merged_status(communicator_, status_));
        count_ = all.end();
        // no merged result is longer than its parts together
        auto size = std::min<std::uint64_t>(Partial::max_serialized_size,
                                            all.bytes() * static_cast<std::uint64_t>(ranks_));
        if constexpr (carry::is_needed)
            if (head_size + size > mpi_eager_size) {
                passed_on->exchange(communicator_, all.carried());
                size = carry::max_size(count_);
                keep_failure([&] {
                    passed_on->complete();
                    write(sent_.data(), status_, mine);
                });
            }
        std::memcpy(sent_.data(), &status_, sizeof status_);
        reduce(head_size + static_cast<std::size_t>(size));
        mpi_status const merged = read_status(received_.data());
        if (merged.failed_rank >= 0) fail(merged);
        return takes_result() ? read_partial(received_.data()) : mine;
    }

private:
    /// Calls f. If it throws, this rank has failed.
    template <class F>
    void keep_failure(F f) noexcept {
        try {
            f();
        } catch (std::exception const& e) {
            status_.fail(rank_, e.what());
        } catch (...) {
            status_.fail(rank_, "an exception of an unknown type");
        }
    }

    [[noreturn]] static void fail(mpi_status const& all) {
        throw error("rank " + std::to_string(all.failed_rank) +
                    " of the communicator: " + all.reason);
    }

    void check_root() const {
        if (status_.root < -1 || status_.root >= ranks_)
            throw std::invalid_argument("across(communicator, " + std::to_string(status_.root) +
                                        "): it has " + std::to_string(ranks_) + " ranks");
    }

    /// Reduces the messages of all ranks.
    void reduce(std::size_t size) {
        mpi_bytes const type(size);
        mpi_operation const merge(&merge_messages);
        if (status_.root < 0) {
            check_mpi(MPI_Allreduce(sent_.data(), received_.data(), 1, type.get(), merge.get(),
                                    communicator_),
                      "MPI_Allreduce");
            return;
        }
        check_mpi(MPI_Reduce(sent_.data(), received_.data(), 1, type.get(), merge.get(),
                             status_.root, communicator_),
                  "MPI_Reduce");
        check_mpi(
            MPI_Bcast(received_.data(), sizeof(mpi_status), MPI_BYTE, status_.root, communicator_),
            "MPI_Bcast");
    }

    /// An MPI_User_function: right = left followed by right.
    static void merge_messages(void* left, void* right, int* count, MPI_Datatype* type) noexcept {
        int bytes = 0; // per message
        MPI_Type_size(*type, &bytes);
        auto const size = static_cast<std::size_t>(bytes);
        for (std::size_t i = 0; i < static_cast<std::size_t>(*count); ++i) {
            auto* const later = static_cast<std::byte*>(right) + i * size;
            auto const* const earlier = static_cast<std::byte const*>(left) + i * size;
            mpi_status status = read_status(earlier);
            status.merge(read_status(later));
            try {
                if (status.failed_rank < 0) {
                    Partial merged = read_partial(earlier);
                    merged.merge(read_partial(later));
                    write(later, status, merged);
                    continue;
                }
            } catch (std::exception const& e) { // on a rank that MPI has chosen
                status.fail(status.first_rank, "its result cannot be merged: ");
                status.append(e.what());
            }
            std::memcpy(later, &status, sizeof status);
        }
    }

    /// @return the bytes of the partial result
    static std::uint64_t write(std::byte* to, mpi_status const& status, Partial const& partial) {
        auto const bytes = partial.serialize();
        std::uint64_t const size = bytes.size();
        std::memcpy(to, &status, sizeof status);
        std::memcpy(to + sizeof status, &size, sizeof size);
        std::memcpy(to + head_size, bytes.data(), bytes.size());
        return size;
    }
    static mpi_status read_status(std::byte const* from) {
        mpi_status status;
        std::memcpy(&status, from, sizeof status);
        return status;
    }
    static Partial read_partial(std::byte const* from) {
        std::uint64_t size = 0;
        std::memcpy(&size, from + sizeof(mpi_status), sizeof size);
        if (size > Partial::max_serialized_size)
            throw std::invalid_argument("a message is damaged");
        return Partial::deserialize({from + head_size, static_cast<std::size_t>(size)});
    }

    MPI_Comm communicator_;
    int rank_ = 0;
    int ranks_ = 0;
    std::uint64_t count_ = 0;
    mpi_status status_;
    message sent_, received_;
};

} // namespace gpu::inline v0::detail
