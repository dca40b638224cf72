// SPDX-License-Identifier: Apache-2.0
#include "device_scope.hpp"

#include "check.hpp"

#include <gpualgo/error.hpp>

#include <cudaTypedefs.h>

#include <mutex>
#include <set>
#include <string>

namespace gpu::inline v0::detail {
namespace {

template <class F>
F driver_function(char const* name, unsigned version) {
    void* function = nullptr;
    cudaDriverEntryPointQueryResult found{};
    check_cuda(
        cudaGetDriverEntryPointByVersion(name, &function, version, cudaEnableDefault, &found),
        "cudaGetDriverEntryPointByVersion");
    if (found != cudaDriverEntryPointSuccess)
        throw error("the NVIDIA driver has no function " + std::string(name));
    return reinterpret_cast<F>(function);
}

/// Driver functions without an equivalent in the runtime API.
struct driver {
    PFN_cuDevicePrimaryCtxRetain_v7000 retain =
        driver_function<PFN_cuDevicePrimaryCtxRetain_v7000>("cuDevicePrimaryCtxRetain", 7000);
    PFN_cuDevicePrimaryCtxRelease_v11000 release =
        driver_function<PFN_cuDevicePrimaryCtxRelease_v11000>("cuDevicePrimaryCtxRelease", 11000);
    PFN_cuCtxPushCurrent_v4000 push =
        driver_function<PFN_cuCtxPushCurrent_v4000>("cuCtxPushCurrent", 4000);
    PFN_cuCtxPopCurrent_v4000 pop =
        driver_function<PFN_cuCtxPopCurrent_v4000>("cuCtxPopCurrent", 4000);

    static driver const& get() {
        static driver const functions;
        return functions;
    }
};

/// The driver's error codes equal those of the runtime.
void check_driver(CUresult code, char const* call) {
    check_cuda(static_cast<cudaError_t>(code), call);
}

CUcontext retained_context(int ordinal) {
    CUcontext context = nullptr;
    check_driver(driver::get().retain(&context, ordinal), "cuDevicePrimaryCtxRetain");
    return context;
}

/// Retains the first context of a GPU, so that it outlives the scope.
void keep_first_context(std::uint32_t ordinal) {
    static std::mutex mutex;
    static auto& kept = *new std::set<std::uint32_t>;
    std::lock_guard const lock(mutex);
    if (kept.contains(ordinal)) return;
    keep_context(ordinal);
    kept.insert(ordinal);
}

} // namespace

void keep_context(std::uint32_t ordinal) { (void)retained_context(static_cast<int>(ordinal)); }

device_scope::device_scope(std::uint32_t ordinal) : ordinal_(static_cast<int>(ordinal)) {
    int current = 0;
    check_cuda(cudaGetDevice(&current), "cudaGetDevice");
    if (current == ordinal_) return;
    keep_first_context(ordinal);
    // each time, because cudaDeviceReset may have destroyed the context
    CUcontext const context = retained_context(ordinal_);
    CUresult const code = driver::get().push(context);
    if (code != CUDA_SUCCESS) (void)driver::get().release(ordinal_);
    check_driver(code, "cuCtxPushCurrent");
    is_changed_ = true;
}

device_scope::~device_scope() {
    if (!is_changed_) return;
    CUcontext context = nullptr;
    (void)driver::get().pop(&context);
    (void)driver::get().release(ordinal_);
}

} // namespace gpu::inline v0::detail
