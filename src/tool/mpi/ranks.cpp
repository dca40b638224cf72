// SPDX-License-Identifier: Apache-2.0
#include "ranks.hpp"

#include <gpualgo/detail/mpi_handles.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

namespace tool {

namespace {

using gpu::detail::check_mpi;

constexpr std::size_t message_size = sizeof(std::uint64_t) + partial_total::max_serialized_size;

void write(std::byte* message, partial_total const& part) {
    auto const bytes = part.serialize();
    std::uint64_t const size = bytes.size();
    std::memcpy(message, &size, sizeof size);
    std::memcpy(message + sizeof size, bytes.data(), bytes.size());
}

partial_total read(std::byte const* message) {
    std::uint64_t size = 0;
    std::memcpy(&size, message, sizeof size);
    return partial_total::deserialize(
        {message + sizeof size, std::min<std::uint64_t>(size, partial_total::max_serialized_size)});
}

/// An MPI_User_function: right = left followed by right. An exception here would cross MPI, so that
/// a fault ends the program.
void merge_messages(void* left, void* right, int* count, MPI_Datatype*) noexcept {
    for (int i = 0; i < *count; ++i) {
        auto const at = static_cast<std::size_t>(i) * message_size;
        auto part = read(static_cast<std::byte const*>(left) + at);
        part.merge(read(static_cast<std::byte const*>(right) + at));
        write(static_cast<std::byte*>(right) + at, part);
    }
}

} // namespace

ranks::ranks() {
    check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
    check_mpi(MPI_Comm_size(MPI_COMM_WORLD, &count_), "MPI_Comm_size");
}

void ranks::together(std::function<void()> const& f) const {
    std::array<char, 1024> reason{};
    try {
        f();
    } catch (std::exception const& failure) {
        std::strncpy(reason.data(), failure.what(), reason.size() - 1);
        if (reason[0] == 0) reason[0] = '?';
    }
    int const mine = reason[0] == 0 ? count_ : rank_;
    int first = count_;
    check_mpi(MPI_Allreduce(&mine, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD), "MPI_Allreduce");
    if (first == count_) return;
    check_mpi(
        MPI_Bcast(reason.data(), static_cast<int>(reason.size()), MPI_CHAR, first, MPI_COMM_WORLD),
        "MPI_Bcast");
    throw std::runtime_error(fmt::format("rank {}: {}", first, reason.data()));
}

void ranks::require_same(std::uint64_t number, char const* what) const {
    std::uint64_t of_first = number;
    check_mpi(MPI_Bcast(&of_first, 1, MPI_UINT64_T, 0, MPI_COMM_WORLD), "MPI_Bcast");
    together([&] {
        if (number != of_first)
            throw std::runtime_error(
                fmt::format("{} is {} here, but {} on rank 0", what, number, of_first));
    });
}

std::uint64_t ranks::begin_of_block(int rank, std::uint64_t n, std::uint64_t segment) const {
    if (rank == count_) return n;
    auto const all = static_cast<std::uint64_t>(count_);
    auto const r = static_cast<std::uint64_t>(rank);
    std::uint64_t const segments = n / segment;
    return (segments / all * r + std::min(r, segments % all)) * segment;
}

partial_total ranks::merged(partial_total const& part) const {
    gpu::detail::mpi_bytes const type(message_size);
    gpu::detail::mpi_operation const merge(&merge_messages);
    std::vector<std::byte> sent(message_size), received(message_size);
    write(sent.data(), part);
    check_mpi(
        MPI_Reduce(sent.data(), received.data(), 1, type.get(), merge.get(), 0, MPI_COMM_WORLD),
        "MPI_Reduce");
    return is_first() ? read(received.data()) : part;
}

double ranks::longest(double milliseconds) const {
    double all = 0;
    check_mpi(MPI_Reduce(&milliseconds, &all, 1, MPI_DOUBLE, MPI_MAX, 0, MPI_COMM_WORLD),
              "MPI_Reduce");
    return all;
}

gpu::device ranks::device() const {
    MPI_Comm machine = MPI_COMM_NULL;
    check_mpi(MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine),
              "MPI_Comm_split_type");
    int here = 0;
    int const code = MPI_Comm_rank(machine, &here);
    MPI_Comm_free(&machine);
    check_mpi(code, "MPI_Comm_rank");
    auto const preferred = gpu::device::preferred();
    if (preferred.kind() != gpu::device_kind::cuda) return preferred;
    std::vector<gpu::device> gpus;
    for (auto const device : gpu::devices())
        if (device.kind() == gpu::device_kind::cuda) gpus.push_back(device);
    return gpus[static_cast<std::size_t>(here) % gpus.size()];
}

} // namespace tool
