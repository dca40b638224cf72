// SPDX-License-Identifier: Apache-2.0
#include "pointers.hpp"

#include <cuda.h>

#include <dlfcn.h>
#include <link.h>

#include <atomic>
#include <cstddef>

namespace gpu::inline v0::detail {
namespace {

/// The number of libraries loaded so far, from the loader's counter, which takes a few nanoseconds
/// to read.
unsigned long long libraries_loaded() noexcept {
    unsigned long long loaded = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* result) {
            *static_cast<unsigned long long*>(result) = info->dlpi_adds;
            return 1; // the first library suffices
        },
        &loaded);
    return loaded;
}

using query_function = decltype(&cuPointerGetAttributes);

/// The driver's query function if the process has loaded the driver, otherwise null.
query_function driver_query() noexcept {
    static std::atomic<query_function> query{nullptr};
    static std::atomic<unsigned long long> looked_at{0};
    if (auto const known = query.load(std::memory_order_acquire)) return known;
    unsigned long long const loaded = libraries_loaded();
    // a failing dlopen takes microseconds; another thread may have found the driver meanwhile
    if (looked_at.load(std::memory_order_acquire) == loaded)
        return query.load(std::memory_order_acquire);

    // The handle stays open, so that `query` cannot become dangling.
    void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (driver != nullptr)
        query.store(reinterpret_cast<query_function>(dlsym(driver, "cuPointerGetAttributes")),
                    std::memory_order_release);
    looked_at.store(loaded, std::memory_order_release);
    return query.load(std::memory_order_acquire);
}

/// Queries the driver, which needs no context and fails if it is not initialised; the runtime would
/// initialise it. All values are 0 for unknown memory.
template <std::size_t N>
CUresult ask(void const* memory, CUpointer_attribute const (&attributes)[N],
             void* (&values)[N]) noexcept {
    auto const query = driver_query();
    return query == nullptr ? CUDA_ERROR_NOT_INITIALIZED
                            : query(N, const_cast<CUpointer_attribute*>(attributes), values,
                                    reinterpret_cast<CUdeviceptr>(memory));
}

/// The location of memory.
struct location {
    CUmemorytype type{}; ///< 0 if the driver does not know the memory
    unsigned managed = 0;
    int ordinal = 0;

    explicit location(void const* memory) noexcept {
        void* values[] = {&type, &managed, &ordinal};
        if (ask(memory,
                {CU_POINTER_ATTRIBUTE_MEMORY_TYPE, CU_POINTER_ATTRIBUTE_IS_MANAGED,
                 CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL},
                values) != CUDA_SUCCESS)
            type = {};
    }
    /// False for managed memory, which belongs to both the host and a GPU.
    [[nodiscard]] bool is(CUmemorytype wanted) const noexcept {
        return type == wanted && managed == 0 && ordinal >= 0;
    }
};

CUresult ask_number(void const* memory, unsigned long long& number) noexcept {
    void* values[] = {&number};
    return ask(memory, {CU_POINTER_ATTRIBUTE_BUFFER_ID}, values);
}

} // namespace

bool is_cuda_memory(void const* memory, std::uint32_t& ordinal) noexcept {
    location const found(memory);
    ordinal = static_cast<std::uint32_t>(found.ordinal);
    return found.is(CU_MEMORYTYPE_DEVICE);
}

bool is_locked_memory(void const* memory, std::uint32_t& ordinal) noexcept {
    location const found(memory);
    ordinal = static_cast<std::uint32_t>(found.ordinal);
    return found.is(CU_MEMORYTYPE_HOST);
}

unsigned long long number_of_allocation(void const* memory) noexcept {
    unsigned long long number = 0;
    return ask_number(memory, number) == CUDA_SUCCESS ? number : 0;
}

bool is_allocated(void const* memory, unsigned long long number) noexcept {
    unsigned long long found = 0;
    switch (ask_number(memory, found)) {
    case CUDA_SUCCESS: return found == number;
    case CUDA_ERROR_INVALID_VALUE:
    case CUDA_ERROR_NOT_INITIALIZED:
    case CUDA_ERROR_DEINITIALIZED:
    case CUDA_ERROR_INVALID_CONTEXT:
    case CUDA_ERROR_CONTEXT_IS_DESTROYED: return false;
    default: return true; // an error of earlier work
    }
}

} // namespace gpu::inline v0::detail
