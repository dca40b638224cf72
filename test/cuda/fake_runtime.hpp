// SPDX-License-Identifier: Apache-2.0
/// @file
/// A CUDA runtime without a GPU, linked in place of cudart: memory is the host's, kernels are only
/// noted, and any call can be made to fail. What the backend does when CUDA fails is tested with
/// it.
#pragma once

#include <cuda_runtime_api.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace fake_cuda {

/// A GPU of the fake machine.
struct device {
    std::string name = "Fake GPU";
    int major = 9;
    int minor = 0;
    cudaError_t loads = cudaSuccess; ///< what loading a kernel gives
};

/// The fake machine.
struct machine {
    std::vector<device> gpus = std::vector<device>(64);
    cudaError_t counts = cudaSuccess; ///< what cudaGetDeviceCount gives
    int driver_version = 13000;
    std::size_t bytes_free = std::size_t{1} << 30;

    int calls = 0; ///< so far
    /// the number of the call that fails; 0 where none does
    int failing_call = 0;
    cudaError_t failure = cudaErrorMemoryAllocation; ///< how it fails
    bool fails_for_good = false;                     ///< whether all calls behind it fail too

    std::map<void*, std::size_t> device_memory; ///< not yet given back: address and bytes
    std::map<void*, std::size_t> host_memory;   ///< page-locked
    std::vector<int> loaded_on;                 ///< the GPUs on which a kernel was loaded
    int launches = 0;
    int launched_on = -1;                     ///< the current device at the last launch
    cudaError_t failing_launch = cudaSuccess; ///< what launches give
    int largest_shared_memory = 0;            ///< that a kernel was allowed, in bytes a block
    int shared_memory_per_block = 227 * 1024; ///< that a kernel can be allowed
    int synchronisations = 0;
    int pools = 0;
    int devices_set = 0;         ///< calls of cudaSetDevice
    std::set<int> contexts;      ///< the GPUs that have one
    std::map<int, int> retained; ///< how often the driver was asked to keep them

    std::map<cudaStream_t, unsigned long long> streams; ///< that have not ended, and their numbers
    std::set<cudaStream_t> independent_streams;         ///< that do not wait for the default stream
    unsigned long long streams_made = 0;
    std::uintptr_t first_address_of_streams = 0x10000;
    /// that have not ended, and the number of the stream that each was last recorded on
    std::map<cudaEvent_t, unsigned long long> events;
    std::uintptr_t events_made = 0;
    std::set<unsigned long long> busy; ///< the numbers of streams whose work is not done
    std::function<void(cudaStream_t)> synchronised = [](cudaStream_t) {}; ///< called at the end
    cudaStream_t captured = nullptr; ///< the stream that is being captured into the one graph
    int broken_captures = 0;         ///< how many calls have ended a capture
    std::pair<cudaHostFn_t, void*> object;
    std::vector<std::pair<cudaHostFn_t, void*>> objects_of_graph;
    void end_graph();

    /// Makes the call fail that comes after `good` successful ones.
    void fail_after(int good, cudaError_t code, bool for_good = false);
    void heal();
};

/// The one machine.
machine& here();

} // namespace fake_cuda
