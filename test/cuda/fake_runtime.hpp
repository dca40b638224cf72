// SPDX-License-Identifier: Apache-2.0
/// @file
/// A CUDA runtime without a GPU, linked instead of cudart. Device memory is host memory, launches
/// are only recorded, and any call can be made to fail. Serves to test how the backend handles
/// failures of CUDA.
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
    cudaError_t loads = cudaSuccess; ///< result of loading a kernel
};

/// Owner of a block of memory, a pool, a stream or an event.
struct owner {
    int device = 0;
    unsigned long long number = 0; ///< never used again
};

/// A copy from one GPU to another.
struct peer_copy {
    int target = -1;
    int source = -1;
    bool is_ordered = false; ///< whether it waits for the source's default stream
};

/// The fake machine.
struct machine {
    std::vector<device> gpus = std::vector<device>(64);
    cudaError_t counts = cudaSuccess; ///< result of cudaGetDeviceCount
    int driver_version = 13000;
    std::size_t bytes_free = std::size_t{1} << 30;

    int calls = 0; ///< so far
    /// records the names of all functions called from now on, unless it is null
    std::vector<std::string>* names_of_calls = nullptr;
    /// number of the call that fails; 0 if none fails
    int failing_call = 0;
    cudaError_t failure = cudaErrorMemoryAllocation; ///< its error code
    bool fails_for_good = false;                     ///< whether all later calls fail, too

    std::map<void*, std::size_t> device_memory; ///< allocated blocks: address and bytes
    std::map<void*, std::size_t> host_memory;   ///< the same, page-locked
    std::map<void*, std::size_t> registered;    ///< registered by the program, page-locked
    /// of existing blocks of memory, pools, streams and events
    std::map<void const*, owner> owners;
    unsigned long long owned = 0; ///< so far
    /// blocks that resets destroyed, by size: they are reused
    std::multimap<std::size_t, void*> recycled;
    int crashes = 0;           ///< calls with an object that a reset destroyed: CUDA would crash
    bool are_connected = true; ///< whether GPUs can reach each other's memory
    std::set<std::pair<int, int>> accesses; ///< (GPU of the pool, GPU with access)
    std::vector<peer_copy> peer_copies;
    std::vector<int> loaded_on; ///< GPUs on which a kernel was loaded
    int libraries = 0;          ///< loaded so far
    int launches = 0;
    int early_launches = 0;                   ///< may start before the kernel ahead ends
    int launched_on = -1;                     ///< current device at the last launch
    std::size_t shared_memory = 0;            ///< bytes per block of the last launch
    cudaError_t failing_launch = cudaSuccess; ///< result of launches
    int largest_shared_memory = 0;            ///< requested for a kernel, in bytes per block
    int shared_memory_per_block = 227 * 1024; ///< largest size that can be requested
    /// requested, by kernel and GPU
    std::map<std::pair<void const*, int>, int> shared_memory_of;
    int synchronisations = 0;
    int allocations = 0; ///< of device memory in the order of a stream
    int copies = 0;      ///< but those between GPUs
    int pools = 0;
    int devices_set = 0;         ///< calls of cudaSetDevice
    std::set<int> contexts;      ///< GPUs that have one
    std::map<int, int> retained; ///< retain counts of primary contexts

    std::map<cudaStream_t, unsigned long long> streams; ///< existing ones, and their numbers
    std::set<cudaStream_t> independent_streams;         ///< created as non-blocking
    unsigned long long streams_made = 0;
    std::uintptr_t first_address_of_streams = 0x10000;
    /// existing ones, and the number of the stream that each was last recorded on
    std::map<cudaEvent_t, unsigned long long> events;
    std::set<unsigned long long> busy; ///< numbers of streams with pending work
    std::function<void(cudaStream_t)> synchronised = [](cudaStream_t) {}; ///< called at the end
    cudaStream_t captured = nullptr; ///< the stream that is being captured
    unsigned long long capture = 1;  ///< id of the capture
    int broken_captures = 0;         ///< number of calls that invalidated a capture
    std::pair<cudaHostFn_t, void*> object;
    std::vector<std::pair<cudaHostFn_t, void*>> objects_of_graph;
    void end_graph();
    /// Records a new object of the calling thread's device.
    void own(void const* handle);
    /// @return a handle that was never used before
    template <class Handle>
    Handle make_handle() {
        auto const handle = reinterpret_cast<Handle>(0x7000'0000'0000 + ++owned);
        own(handle);
        return handle;
    }
    /// Whether an object exists. If it does not, CUDA would crash.
    [[nodiscard]] bool is_there(void const* handle);
    /// Destroys the objects of a GPU, as cudaDeviceReset does.
    void reset(int device);

    /// Makes a call fail, after `good` successful ones.
    void fail_after(int good, cudaError_t code, bool for_good = false);
    void heal();
};

/// The machine of this process.
machine& here();

} // namespace fake_cuda
