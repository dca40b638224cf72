// SPDX-License-Identifier: Apache-2.0
#include "memory.hpp"

#include <cuda.h>

#include <dlfcn.h>
#include <link.h>

#include <atomic>

namespace gpu::inline v0::detail {
namespace {

/// How often the program has loaded a library: the loader's own counter, which costs a few
/// nanoseconds to read.
unsigned long long libraries_loaded() noexcept {
    unsigned long long loaded = 0;
    dl_iterate_phdr(
        [](dl_phdr_info* info, std::size_t, void* result) {
            *static_cast<unsigned long long*>(result) = info->dlpi_adds;
            return 1; // the first library is enough
        },
        &loaded);
    return loaded;
}

using query_function = decltype(&cuPointerGetAttributes);

/// The driver's query, if the program has the driver loaded; null if not.
query_function driver_query() noexcept {
    static std::atomic<query_function> query{nullptr};
    static std::atomic<unsigned long long> looked_at{0};
    if (auto const known = query.load(std::memory_order_acquire)) return known;
    unsigned long long const loaded = libraries_loaded();
    // to ask dlopen in vain would take microseconds
    if (looked_at.load(std::memory_order_relaxed) == loaded) return nullptr;

    // The handle stays open: what `query` points to must not be unloaded.
    void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_NOLOAD);
    if (driver != nullptr)
        query.store(reinterpret_cast<query_function>(dlsym(driver, "cuPointerGetAttributes")),
                    std::memory_order_release);
    looked_at.store(loaded, std::memory_order_relaxed);
    return query.load(std::memory_order_acquire);
}

} // namespace

bool is_cuda_memory(void const* memory, std::uint32_t& ordinal) noexcept {
    auto const query = driver_query();
    if (query == nullptr) return false;

    // The driver answers without a context, and where it is not initialised it says so. The runtime
    // would initialise it.
    CUmemorytype type{};
    unsigned managed = 0;
    int device = 0;
    CUpointer_attribute attributes[] = {CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                        CU_POINTER_ATTRIBUTE_IS_MANAGED,
                                        CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL};
    void* values[] = {&type, &managed, &device};
    if (query(3, attributes, values, reinterpret_cast<CUdeviceptr>(memory)) != CUDA_SUCCESS)
        return false;
    // managed memory is the host's as well
    if (type != CU_MEMORYTYPE_DEVICE || managed != 0 || device < 0) return false;
    ordinal = static_cast<std::uint32_t>(device);
    return true;
}

} // namespace gpu::inline v0::detail
