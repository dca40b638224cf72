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

/// Whose a block of memory, a pool, a stream or an event is.
struct owner {
    int device = 0;
    unsigned long long number = 0; ///< never used again
};

/// A copy from a GPU to another one.
struct peer_copy {
    int target = -1;
    int source = -1;
    bool is_ordered = false; ///< whether it comes after the work on the source's default stream
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
    std::map<void*, std::size_t> registered;    ///< of the program, page-locked
    /// of what is there: blocks of memory, pools, streams and events
    std::map<void const*, owner> owners;
    unsigned long long owned = 0; ///< so far
    /// blocks that resets have ended, by their bytes: they are given out again
    std::multimap<std::size_t, void*> recycled;
    int crashes = 0; ///< calls that were given what a reset has ended: CUDA would not survive them
    bool are_connected = true;              ///< whether GPUs can reach each other's memory
    std::set<std::pair<int, int>> accesses; ///< to the pools of a GPU by another one
    std::vector<peer_copy> peer_copies;
    std::vector<int> loaded_on; ///< the GPUs on which a kernel was loaded
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
    std::set<unsigned long long> busy; ///< the numbers of streams whose work is not done
    std::function<void(cudaStream_t)> synchronised = [](cudaStream_t) {}; ///< called at the end
    cudaStream_t captured = nullptr; ///< the stream that is being captured into the one graph
    int broken_captures = 0;         ///< how many calls have ended a capture
    std::pair<cudaHostFn_t, void*> object;
    std::vector<std::pair<cudaHostFn_t, void*>> objects_of_graph;
    void end_graph();
    /// Notes something new of the calling thread's device.
    void own(void const* handle);
    /// @return a handle that no other thing has had
    template <class Handle>
    Handle make_handle() {
        auto const handle = reinterpret_cast<Handle>(0x7000'0000'0000 + ++owned);
        own(handle);
        return handle;
    }
    /// Whether something is there. If it is not, a call of CUDA that is given it crashes.
    [[nodiscard]] bool is_there(void const* handle);
    /// Ends what was made on a GPU, as cudaDeviceReset does.
    void reset(int device);

    /// Makes the call fail that comes after `good` successful ones.
    void fail_after(int good, cudaError_t code, bool for_good = false);
    void heal();
};

/// The one machine.
machine& here();

} // namespace fake_cuda
