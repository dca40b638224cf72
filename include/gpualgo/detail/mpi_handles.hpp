// SPDX-License-Identifier: Apache-2.0
/// @file
/// Checks of MPI calls and of communicators, and owners of MPI's datatypes and operations.
#pragma once

#include <gpualgo/error.hpp>

#include <mpi.h>

#include <cstddef>
#include <stdexcept>
#include <string>

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

} // namespace gpu::inline v0::detail
