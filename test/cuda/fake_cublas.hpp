// SPDX-License-Identifier: Apache-2.0
/// @file
/// A cuBLAS without a GPU: a libcublas.so that computes on the host and records its calls. Products
/// are pending until their stream is synchronised.
#pragma once

#include <cublas_api.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace fake_cublas {

/// Arguments and settings of a product.
struct product {
    cudaStream_t stream;
    void* workspace; ///< null if none was set after the stream
    std::size_t workspace_bytes;
    cublasMath_t math_mode;
    std::int64_t m, n, k;
    cublasComputeType_t compute;
};

/// Record of all calls so far.
struct library {
    std::mutex mutex; ///< protects all members below
    std::vector<product> products;
    int handles = 0;           ///< not destroyed yet
    int settings = 0;          ///< of a handle's stream or workspace
    int shared_handles = 0;    ///< calls on a handle during a call of another thread
    int shared_workspaces = 0; ///< products in a workspace with pending work of another stream
    std::map<void*, cudaStream_t> pending; ///< workspaces, and the streams that use them
    std::string failing_function;          ///< name of the function that fails, or empty
    cublasStatus_t failure = CUBLAS_STATUS_EXECUTION_FAILED; ///< its status

    /// Marks the work of a stream as done.
    void wait(cudaStream_t stream) {
        std::lock_guard const lock(mutex);
        std::erase_if(pending, [stream](auto const& entry) { return entry.second == stream; });
    }
};

} // namespace fake_cublas

/// The record of this process.
extern "C" fake_cublas::library* fake_cublas_library();
