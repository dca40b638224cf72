// SPDX-License-Identifier: Apache-2.0
/// @file
/// The exchange of partial results between the ranks of a communicator. One scan of the counts
/// gives indices, one agreement the size of messages, and one reduction of such messages the
/// result. A rank that fails takes part, with its reason.
#pragma once

#include <gpualgo/error.hpp>

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// Throws gpu::error if an MPI function has failed.
inline void check_mpi(int code, char const* function) {
    if (code == MPI_SUCCESS) return;
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw error(std::string(function) + " failed: " + text, code);
}

/// Throws if no collective call on the communicator is possible.
inline void check_communicator(MPI_Comm communicator) {
    int is_initialised = 0, is_finalised = 0, is_inter = 0;
    MPI_Initialized(&is_initialised);
    if (is_initialised == 0)
        throw std::invalid_argument("across(communicator): MPI is not initialised");
    MPI_Finalized(&is_finalised);
    if (is_finalised != 0)
        throw std::invalid_argument("across(communicator): MPI is already finalised");
    if (communicator == MPI_COMM_NULL)
        throw std::invalid_argument("across(communicator): the communicator is MPI_COMM_NULL");
    check_mpi(MPI_Comm_test_inter(communicator, &is_inter), "MPI_Comm_test_inter");
    if (is_inter != 0)
        throw std::invalid_argument("across(communicator): it is an intercommunicator");
}

/// A datatype of a number of bytes, as one element: MPI does not split it.
class mpi_bytes {
public:
    explicit mpi_bytes(std::size_t size) {
        check_mpi(MPI_Type_contiguous(static_cast<int>(size), MPI_BYTE, &type_),
                  "MPI_Type_contiguous");
        check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
    }
    mpi_bytes(mpi_bytes const&) = delete;
    mpi_bytes& operator=(mpi_bytes const&) = delete;
    ~mpi_bytes() { MPI_Type_free(&type_); }
    [[nodiscard]] MPI_Datatype get() const { return type_; }

private:
    MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

/// A user's operation that is associative, not commutative.
class mpi_operation {
public:
    explicit mpi_operation(MPI_User_function* function) {
        check_mpi(MPI_Op_create(function, 0, &operation_), "MPI_Op_create");
    }
    mpi_operation(mpi_operation const&) = delete;
    mpi_operation& operator=(mpi_operation const&) = delete;
    ~mpi_operation() { MPI_Op_free(&operation_); }
    [[nodiscard]] MPI_Op get() const { return operation_; }

private:
    MPI_Op operation_ = MPI_OP_NULL;
};

/// How the ranks of a message fared: it precedes their partial result.
struct mpi_status {
    static constexpr std::size_t max_arguments = 24;

    std::int32_t failed_rank = -1; ///< the first one that failed, or -1
    std::int32_t first_rank = 0;   ///< of the ranks that the message is from
    std::uint64_t arguments_size = 0;
    unsigned char arguments[max_arguments] = {}; ///< types and init: the same on all ranks
    char reason[216] = {};

    void fail(int rank, char const* why) noexcept {
        failed_rank = rank;
        std::strncpy(reason, why, sizeof reason - 1);
    }

    /// Appends the status of later ranks.
    void merge(mpi_status const& later) noexcept {
        if (failed_rank >= 0) return;
        if (later.failed_rank >= 0) {
            *this = later;
        } else if (arguments_size != later.arguments_size ||
                   std::memcmp(arguments, later.arguments, sizeof arguments) != 0) {
            fail(later.first_rank, "its types, operator or init differ from those of rank ");
            std::strncat(reason, std::to_string(first_rank).c_str(),
                         sizeof reason - 1 - std::strlen(reason));
        }
    }
};

/// The index of this rank's first element, and the number of all elements.
struct mpi_interval {
    std::uint64_t begin = 0;
    std::uint64_t total = 0;
};

/// Exchanges counts: elements of the ranks before this one.
inline std::uint64_t begin_among(MPI_Comm communicator, std::uint64_t count) {
    std::uint64_t before = 0;
    check_mpi(MPI_Exscan(&count, &before, 1, MPI_UINT64_T, MPI_SUM, communicator), "MPI_Exscan");
    int rank = 0;
    check_mpi(MPI_Comm_rank(communicator, &rank), "MPI_Comm_rank");
    return rank == 0 ? 0 : before; // rank 0 receives nothing
}

/// All ranks learn the size of the longest message, and whether their arguments are the same.
class mpi_agreement {
public:
    mpi_agreement(MPI_Comm communicator, std::uint64_t size, mpi_status const& status) {
        std::uint64_t const hash = hash_of(status);
        std::uint64_t const mine[3] = {size, hash, ~hash};
        check_mpi(MPI_Allreduce(mine, most_, 3, MPI_UINT64_T, MPI_MAX, communicator),
                  "MPI_Allreduce");
    }

    [[nodiscard]] std::uint64_t longest() const { return most_[0]; }
    [[nodiscard]] bool is_same() const { return most_[1] == ~most_[2]; }

private:
    static std::uint64_t hash_of(mpi_status const& status) {
        std::uint64_t hash = status.arguments_size;
        for (unsigned char const byte : status.arguments) hash = (hash ^ byte) * 0x100000001b3;
        return hash;
    }

    std::uint64_t most_[3] = {};
};

/// Reduces the partial results of all ranks.
/// @tparam Partial a type with `merge`, `serialize`, `deserialize`, `max_serialized_size`
template <class Partial>
class mpi_exchange {
    static constexpr std::size_t head_size = sizeof(mpi_status) + sizeof(std::uint64_t);
    static constexpr std::size_t max_message_size = head_size + Partial::max_serialized_size;
    using message = std::vector<std::byte>;

public:
    /// @param root the rank that takes the result, or -1 for all
    /// @param arguments bytes that must be the same on all ranks
    mpi_exchange(MPI_Comm communicator, int root, void const* arguments, std::size_t size)
        : communicator_(communicator), root_(root) {
        check_mpi(MPI_Comm_rank(communicator, &rank_), "MPI_Comm_rank");
        check_mpi(MPI_Comm_size(communicator, &ranks_), "MPI_Comm_size");
        if (root >= ranks_)
            throw std::invalid_argument("across(communicator, " + std::to_string(root) +
                                        "): it has " + std::to_string(ranks_) + " ranks");
        status_.first_rank = rank_;
        status_.arguments_size = size;
        std::memcpy(status_.arguments, arguments,
                    size < sizeof status_.arguments ? size : sizeof status_.arguments);
    }

    [[nodiscard]] bool takes_result() const { return root_ < 0 || rank_ == root_; }

    /// @param n elements of this rank
    /// @param make returns this rank's partial result, given the index of its first element
    /// @return the merged result; meaningless on ranks that do not take it
    template <class Make>
    Partial run(std::uint64_t n, Make make) {
        std::uint64_t const begin = begin_among(communicator_, n);
        Partial mine(begin);
        try {
            mine = make(begin);
        } catch (std::exception const& e) {
            status_.fail(rank_, e.what());
        } catch (...) {
            status_.fail(rank_, "an exception of an unknown type");
        }
        message sent = written(status_, mine);
        sent.resize(head_size + result_size(sent.size() - head_size));
        message received(sent.size());
        exchange(sent, received);
        mpi_status const all = read_status(received);
        if (all.failed_rank >= 0)
            throw error("rank " + std::to_string(all.failed_rank) +
                        " of the communicator: " + all.reason);
        return takes_result() ? read_partial(received) : mine;
    }

private:
    /// The room for a result in all messages: MPI sends short messages faster.
    [[nodiscard]] std::size_t result_size(std::uint64_t mine) const {
        mpi_agreement const agreement(communicator_, mine, status_);
        if (!agreement.is_same()) return 0; // the types may differ; the status says so
        // no merged result is longer than its parts together
        return static_cast<std::size_t>(
            std::min<std::uint64_t>(Partial::max_serialized_size,
                                    agreement.longest() * static_cast<std::uint64_t>(ranks_)));
    }

    void exchange(message const& sent, message& received) const {
        mpi_bytes const type(sent.size());
        mpi_operation const merge(&merge_messages);
        if (root_ < 0) {
            check_mpi(MPI_Allreduce(sent.data(), received.data(), 1, type.get(), merge.get(),
                                    communicator_),
                      "MPI_Allreduce");
            return;
        }
        check_mpi(MPI_Reduce(sent.data(), received.data(), 1, type.get(), merge.get(), root_,
                             communicator_),
                  "MPI_Reduce");
        check_mpi(MPI_Bcast(received.data(), sizeof(mpi_status), MPI_BYTE, root_, communicator_),
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
                if (status.failed_rank < 0 && size > head_size) {
                    Partial merged = read_partial(earlier);
                    merged.merge(read_partial(later));
                    write(later, status, merged);
                    continue;
                }
            } catch (std::exception const& e) {
                status.fail(status.first_rank, e.what());
            }
            std::memcpy(later, &status, sizeof status);
        }
    }

    static message written(mpi_status const& status, Partial const& partial) {
        message bytes(max_message_size);
        bytes.resize(write(bytes.data(), status, partial));
        return bytes;
    }
    /// @return the bytes written
    static std::size_t write(std::byte* to, mpi_status const& status, Partial const& partial) {
        auto const bytes = partial.serialize();
        std::uint64_t const size = bytes.size();
        std::memcpy(to, &status, sizeof status);
        std::memcpy(to + sizeof status, &size, sizeof size);
        std::memcpy(to + head_size, bytes.data(), bytes.size());
        return head_size + bytes.size();
    }
    static mpi_status read_status(std::byte const* from) {
        mpi_status status;
        std::memcpy(&status, from, sizeof status);
        return status;
    }
    static mpi_status read_status(message const& from) { return read_status(from.data()); }
    static Partial read_partial(std::byte const* from) {
        std::uint64_t size = 0;
        std::memcpy(&size, from + sizeof(mpi_status), sizeof size);
        if (size > Partial::max_serialized_size)
            throw std::invalid_argument("a message is damaged");
        return Partial::deserialize({from + head_size, static_cast<std::size_t>(size)});
    }
    static Partial read_partial(message const& from) { return read_partial(from.data()); }

    MPI_Comm communicator_;
    int root_;
    int rank_ = 0;
    int ranks_ = 0;
    mpi_status status_;
};

} // namespace gpu::inline v0::detail
