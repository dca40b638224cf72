// SPDX-License-Identifier: Apache-2.0
#include "fake_call.hpp"

#include "cuda/check.hpp"
#include "cuda/fill.hpp"

#include <cuda.h>

#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string_view>
#include <utility>
#include <vector>

namespace fake_cuda {
namespace {

thread_local std::vector<int> devices{0}; // the last one is current, the others were current before
thread_local cudaError_t last_error = cudaSuccess;

cudaError_t allocate(std::map<void*, std::size_t>& where, void** memory, std::size_t bytes) {
    if (bytes > here().bytes_free) return cudaErrorMemoryAllocation;
    if (auto const former = here().recycled.find(bytes); former != here().recycled.end())
        *memory = here().recycled.extract(former).mapped();
    else *memory = std::aligned_alloc(256, (bytes + 255) / 256 * 256);
    where.emplace(*memory, bytes);
    here().own(*memory);
    return cudaSuccess;
}

/// Frees memory, if allowed. A failure is that of earlier asynchronous work: the memory is freed
/// all the same.
template <class Allowed>
cudaError_t free_call(std::map<void*, std::size_t> machine::*where, void* memory, Allowed allowed) {
    std::lock_guard const lock(machine_mutex());
    cudaError_t code = allowed(here());
    if (code == cudaSuccess) {
        bool const known = (here().*where).erase(memory) == 1;
        here().owners.erase(memory);
        if (known) std::free(memory);
        else code = cudaErrorInvalidValue;
    }
    return call([code](machine&) { return code; });
}

/// Whether blocks of a kernel may have this much dynamic shared memory.
bool is_allowed(machine const& m, void const* kernel, std::size_t shared_bytes) {
    auto const requested = m.shared_memory_of.find({kernel, current_device()});
    int const most = requested == m.shared_memory_of.end() ? 48 * 1024 : requested->second;
    return shared_bytes <= static_cast<std::size_t>(most);
}

/// @param name of the function that calls this one
cudaError_t launch(void const* kernel, std::size_t shared_bytes, cudaStream_t stream,
                   char const* name = __builtin_FUNCTION()) {
    return call_on(
        stream,
        [=](machine& m) {
            if (!is_allowed(m, kernel, shared_bytes)) return cudaErrorInvalidValue;
            m.launched_on = current_device();
            m.shared_memory = shared_bytes;
            if (m.failing_launch == cudaSuccess) ++m.launches;
            return m.failing_launch;
        },
        name);
}

// Driver functions that the runtime gives access to.
CUresult retain(CUcontext* context, CUdevice ordinal) {
    return static_cast<CUresult>(driver_call([&](machine& m) {
        ++m.retained[ordinal];
        m.contexts.insert(ordinal);
        *context = reinterpret_cast<CUcontext>(static_cast<std::intptr_t>(ordinal) + 1);
        return cudaSuccess;
    }));
}
CUresult release(CUdevice ordinal) {
    std::lock_guard const lock(machine_mutex());
    --here().retained[ordinal]; // even if it fails
    return static_cast<CUresult>(driver_call([](machine&) { return cudaSuccess; }));
}
CUresult push(CUcontext context) {
    return static_cast<CUresult>(driver_call([&](machine& m) {
        int const ordinal = static_cast<int>(reinterpret_cast<std::intptr_t>(context)) - 1;
        if (!m.contexts.contains(ordinal)) return cudaErrorContextIsDestroyed;
        devices.push_back(ordinal);
        return cudaSuccess;
    }));
}
CUresult pop(CUcontext* context) {
    *context = reinterpret_cast<CUcontext>(static_cast<std::intptr_t>(devices.back()) + 1);
    devices.pop_back(); // even if it fails
    return static_cast<CUresult>(driver_call([](machine&) { return cudaSuccess; }));
}

} // namespace

int current_device() { return devices.back(); }

std::recursive_mutex& machine_mutex() {
    static std::recursive_mutex only;
    return only;
}

cudaError_t ended(cudaError_t code) {
    if (code != cudaSuccess) last_error = code;
    return code;
}

machine& here() {
    static machine only;
    return only;
}

void machine::own(void const* handle) { owners[handle] = {current_device(), ++owned}; }

void machine::fail_after(int good, cudaError_t code, bool for_good) {
    failing_call = calls + good + 1;
    failure = code;
    fails_for_good = for_good;
}

void machine::heal() { failing_call = 0; }

} // namespace fake_cuda

using namespace fake_cuda;

extern "C" {

char const* cudaGetErrorName(cudaError_t) { return "cudaErrorOfTheFake"; }
char const* cudaGetErrorString(cudaError_t) { return "the fake failed"; }
cudaError_t cudaGetLastError() { return std::exchange(last_error, cudaSuccess); }

cudaError_t cudaGetDeviceCount(int* count) {
    if (here().counts == cudaSuccess) *count = static_cast<int>(here().gpus.size());
    return ended(here().counts);
}
cudaError_t cudaDriverGetVersion(int* version) {
    *version = here().driver_version;
    return cudaSuccess;
}
cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int ordinal) {
    device const& g = here().gpus.at(static_cast<std::size_t>(ordinal));
    *properties = {};
    std::strncpy(properties->name, g.name.c_str(), sizeof properties->name - 1);
    properties->major = g.major;
    properties->minor = g.minor;
    properties->multiProcessorCount = 4;
    return cudaSuccess;
}
cudaError_t cudaGetDevice(int* ordinal) {
    return call_without_context([&](machine&) {
        *ordinal = current_device();
        return cudaSuccess;
    });
}
cudaError_t cudaSetDevice(int ordinal) {
    return call_without_context([&](machine& m) {
        if (ordinal < 0 || ordinal >= static_cast<int>(m.gpus.size()))
            return cudaErrorInvalidDevice;
        devices.back() = ordinal;
        ++m.devices_set;
        m.contexts.insert(ordinal);
        return cudaSuccess;
    });
}
cudaError_t cudaGetDriverEntryPointByVersion(char const* symbol, void** function, unsigned,
                                             unsigned long long,
                                             cudaDriverEntryPointQueryResult* found) {
    return call_without_context([&](machine&) {
        std::string_view const name = symbol;
        auto const any = [](auto* f) { return reinterpret_cast<void*>(f); };
        *function = name == "cuDevicePrimaryCtxRetain"    ? any(&retain)
                    : name == "cuDevicePrimaryCtxRelease" ? any(&release)
                    : name == "cuCtxPushCurrent"          ? any(&push)
                    : name == "cuCtxPopCurrent"           ? any(&pop)
                                                          : nullptr;
        *found =
            *function != nullptr ? cudaDriverEntryPointSuccess : cudaDriverEntryPointSymbolNotFound;
        return cudaSuccess;
    });
}
cudaError_t cudaMemGetInfo(std::size_t* free, std::size_t* total) {
    return call([&](machine& m) {
        *free = m.bytes_free;
        *total = std::size_t{1} << 32;
        return cudaSuccess;
    });
}

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, cudaMemPoolProps const* properties) {
    return call([&](machine& m) {
        *pool = m.make_handle<cudaMemPool_t>();
        ++m.pools;
        return properties->location.id == current_device() ? cudaSuccess : cudaErrorInvalidDevice;
    });
}
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t, cudaMemPoolAttr, void*) {
    return call([](machine&) { return cudaSuccess; });
}
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool) {
    return call([pool](machine& m) {
        --m.pools;
        m.owners.erase(pool);
        return cudaSuccess;
    });
}
cudaError_t cudaMallocFromPoolAsync(void** memory, std::size_t bytes, cudaMemPool_t pool,
                                    cudaStream_t stream) {
    return call_on(stream, [&](machine& m) {
        ++m.allocations;
        return m.is_there(pool) && m.owners[pool].device == current_device()
                   ? allocate(m.device_memory, memory, bytes)
                   : cudaErrorInvalidValue;
    });
}
cudaError_t cudaMalloc(void** memory, std::size_t bytes) {
    return unsafe_call([&](machine& m) { return allocate(m.device_memory, memory, bytes); });
}
cudaError_t cudaFree(void* memory) {
    return free_call(&machine::device_memory, memory, allowed_in_capture);
}
cudaError_t cudaFreeAsync(void* memory, cudaStream_t stream) {
    return free_call(&machine::device_memory, memory,
                     [stream](machine& m) { return submitted(m, stream); });
}
cudaError_t cudaHostAlloc(void** memory, std::size_t bytes, unsigned) {
    return unsafe_call([&](machine& m) { return allocate(m.host_memory, memory, bytes); });
}
cudaError_t cudaFreeHost(void* memory) {
    return free_call(&machine::host_memory, memory, allowed_in_capture);
}

cudaError_t cudaMemsetAsync(void* memory, int value, std::size_t bytes, cudaStream_t stream) {
    return call_on(stream, [&](machine&) {
        std::memset(memory, value, bytes);
        return cudaSuccess;
    });
}
cudaError_t cudaLaunchKernel(void const* kernel, dim3, dim3, void**, std::size_t shared_bytes,
                             cudaStream_t stream) {
    return launch(kernel, shared_bytes, stream);
}
cudaError_t cudaLibraryLoadData(cudaLibrary_t* library, void const*, cudaJitOption*, void**,
                                unsigned, cudaLibraryOption*, void**, unsigned) {
    return call([&](machine& m) {
        *library = m.make_handle<cudaLibrary_t>();
        ++m.libraries;
        return cudaSuccess;
    });
}
cudaError_t cudaLibraryGetKernel(cudaKernel_t* kernel, cudaLibrary_t, char const*) {
    return call([&](machine& m) {
        *kernel = m.make_handle<cudaKernel_t>();
        return cudaSuccess;
    });
}
cudaError_t cudaLibraryUnload(cudaLibrary_t library) {
    return call([&](machine& m) {
        m.owners.erase(library);
        return cudaSuccess;
    });
}
cudaError_t cudaLaunchKernelExC(cudaLaunchConfig_t const* config, void const* kernel, void**) {
    auto const code = launch(kernel, config->dynamicSmemBytes, config->stream);
    for (unsigned i = 0; i < config->numAttrs; ++i)
        if (config->attrs[i].id == cudaLaunchAttributeProgrammaticStreamSerialization &&
            code == cudaSuccess)
            ++here().early_launches;
    return code;
}
cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr, int) {
    return call([&](machine& m) {
        *value = m.shared_memory_per_block;
        return cudaSuccess;
    });
}
cudaError_t cudaFuncSetAttribute(void const* kernel, cudaFuncAttribute attribute, int bytes) {
    return call([&](machine& m) {
        if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize) return cudaSuccess;
        m.largest_shared_memory = bytes;
        if (bytes > m.shared_memory_per_block) return cudaErrorInvalidValue;
        m.shared_memory_of[{kernel, current_device()}] = bytes;
        return cudaSuccess;
    });
}

// Functions that nvcc makes every program with kernels call.
void** __cudaRegisterFatBinary(void*) { return nullptr; }
void __cudaRegisterFatBinaryEnd(void**) {}
void __cudaUnregisterFatBinary(void**) {}
void __cudaRegisterFunction(void**, char const*, char*, char const*, int, void*, void*, void*,
                            void*, int*) {}
void __cudaRegisterVar(void**, char*, char*, char const*, int, std::size_t, int, int) {}
char __cudaInitModule(void**) { return 1; }
cudaError_t __cudaGetKernel(cudaKernel_t*, void const*) { return cudaErrorNotSupported; }
cudaError_t __cudaLaunchKernel(cudaKernel_t, dim3, dim3, void**, std::size_t, cudaStream_t) {
    return cudaErrorNotSupported;
}
cudaError_t __cudaPopCallConfiguration(dim3*, dim3*, std::size_t*, void*) {
    return cudaErrorNotSupported;
}
unsigned __cudaPushCallConfiguration(dim3, dim3, std::size_t, void*) { return 1; }
}

namespace gpu::inline v0::detail {

bool is_built_for(int capability) noexcept { return capability >= 75; }

cudaError_t load_a_kernel(std::uint32_t ordinal) noexcept {
    here().loaded_on.push_back(static_cast<int>(ordinal));
    here().contexts.insert(static_cast<int>(ordinal));
    return ended(here().gpus.at(ordinal).loads);
}

void fill_bytes_on(cudaStream_t stream, std::size_t, std::uintptr_t first, std::uintptr_t last,
                   fill_pattern pattern) {
    check_cuda(call_on(stream, [](machine&) { return cudaSuccess; }), "cudaLaunchKernel");
    for (std::uintptr_t at = first; at < last; ++at)
        *reinterpret_cast<unsigned char*>(at) =
            static_cast<unsigned char>(pattern.words[at % 16 / 4] >> at % 4 * 8);
}

} // namespace gpu::inline v0::detail
