// SPDX-License-Identifier: Apache-2.0
/// @file
/// A cuBLAS without a GPU: a libcublas.so that computes on the host, and notes how it is called.
/// Products are pending until their stream is waited for.
#pragma once

#include <cublas_api.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace fake_cublas {

/// A product as it was asked for.
struct product {
    cudaStream_t stream;
    void* workspace; ///< null if none was set after the stream was
    std::size_t workspace_bytes;
    cublasMath_t math_mode;
    std::int64_t m, n, k;
    cublasComputeType_t compute;
};

/// What was called so far.
struct library {
    std::mutex mutex; ///< of all that follows
    std::vector<product> products;
    int handles = 0;                       ///< that have not been destroyed
    int shared_handles = 0;                ///< calls on a handle that another thread called on
    int shared_workspaces = 0;             ///< products in a workspace of another stream's work
    std::map<void*, cudaStream_t> pending; ///< workspaces, and the stream that works there
    std::string failing_function;          ///< the one that fails, or none
    cublasStatus_t failure = CUBLAS_STATUS_EXECUTION_FAILED; ///< how it fails

    /// The work of a stream is done.
    void wait(cudaStream_t stream) {
        std::lock_guard const lock(mutex);
        std::erase_if(pending, [stream](auto const& entry) { return entry.second == stream; });
    }
};

} // namespace fake_cublas

/// The one library of the process.
extern "C" fake_cublas::library* fake_cublas_library();
