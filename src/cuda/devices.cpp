// SPDX-License-Identifier: Apache-2.0
#include "devices.hpp"

#include "../text.hpp"
#include "check.hpp"
#include "device_scope.hpp"
#include "fill.hpp"

#include <gpualgo/error.hpp>

#include <unistd.h>

#include <algorithm>
#include <atomic>

namespace gpu::inline v0::detail {
namespace {

/// The process that asked the driver; 0 before that.
std::atomic<pid_t> asking_process{0};

/// A CUDA version as people write it: 13000 is 13.0.
std::string version_words(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Why cudaGetDeviceCount gave no devices.
std::string words_for_none(cudaError_t code) {
    int driver = 0;
    (void)cudaDriverGetVersion(&driver);
    switch (code) {
    case cudaErrorInsufficientDriver:
        if (driver == 0) return "there is no NVIDIA driver: libcuda.so.1 was not found";
        return "the NVIDIA driver is too old: it is for CUDA " + version_words(driver) +
               ", this library needs one for CUDA " + version_words(CUDART_VERSION);
    case cudaSuccess:
    case cudaErrorNoDevice:
        return "there is an NVIDIA driver for CUDA " + version_words(driver) +
               ", but no GPU, or CUDA_VISIBLE_DEVICES hides it";
    default: return "CUDA cannot be initialised: " + cuda_words(code);
    }
}

/// A compute capability as people write it: 90 is 9.0.
std::string capability_words(int capability) {
    return "compute capability " + std::to_string(capability / 10) + "." +
           std::to_string(capability % 10);
}

/// Why the library's kernels cannot be loaded on a GPU.
std::string words_for_unusable(std::string const& name, int capability, cudaError_t code) {
    std::string const named = name + ", " + capability_words(capability);
    switch (code) {
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidDeviceFunction:
    case cudaErrorUnsupportedPtxVersion:
        return named + ": this library has no kernels for that architecture: " + cuda_words(code);
    default: return named + ": it cannot be initialised: " + cuda_words(code);
    }
}

} // namespace

cuda_devices const& cuda_devices::get() {
    // outlives all static objects that may ask
    static cuda_devices const& found = *new cuda_devices;
    return found;
}

bool cuda_devices::is_forked() noexcept {
    pid_t const asked = asking_process;
    return asked != 0 && asked != getpid();
}

cuda_devices::cuda_devices() {
    asking_process = getpid();
    int n = 0; // stays as it is where there is no driver
    cudaError_t const code = cudaGetDeviceCount(&n);
    if (code != cudaSuccess || n == 0) {
        failure_ = code != cudaSuccess ? code : cudaErrorNoDevice;
        why_none_ = words_for_none(code);
    }
    known_.resize(code == cudaSuccess ? static_cast<std::size_t>(n) : 0);
    for (int i = 0; i < static_cast<int>(known_.size()); ++i) look_at(i);
    ignore_failure(code);
}

void cuda_devices::look_at(int ordinal) {
    auto const i = static_cast<std::size_t>(ordinal);
    known& device = known_[i];
    cudaDeviceProp properties;
    cudaError_t code = cudaGetDeviceProperties(&properties, ordinal);
    if (code == cudaSuccess) {
        device.name = properties.name;
        device.capability = 10 * properties.major + properties.minor;
        device.multiprocessors = static_cast<std::size_t>(properties.multiProcessorCount);
        // Loading a kernel makes a context, which takes time and memory: one GPU that can do it
        // answers for all of its architecture.
        bool const loaded =
            std::any_of(known_.begin(), known_.begin() + ordinal, [&](known const& other) {
                return other.failure == 0 && other.capability == device.capability;
            });
        if (!loaded) code = load_a_kernel(ordinal);
    }
    device.failure = code;
    device.why = code != cudaSuccess
                     ? words_for_unusable(device.name, device.capability, code)
                     : "a GPU of " + capability_words(device.capability) + " with " +
                           std::to_string(device.multiprocessors) + " multiprocessors";
    ignore_failure(code);
}

std::uint32_t cuda_devices::count() const {
    if (is_forked()) return 0;
    auto const unusable = std::find_if(known_.begin(), known_.end(),
                                       [](known const& device) { return device.failure != 0; });
    return static_cast<std::uint32_t>(unusable - known_.begin());
}

void cuda_devices::check_usable(std::uint32_t ordinal) const {
    std::string const device = "cuda:" + std::to_string(ordinal) + " cannot be used: ";
    if (is_forked()) throw no_device(device + words_for_forked, cudaErrorInitializationError);
    if (known_.empty()) throw no_device(device + why_none_, failure_);
    if (ordinal >= known_.size())
        throw no_device(device + "CUDA lists " + std::to_string(known_.size()) +
                            " GPU(s), from cuda:0 on",
                        cudaErrorInvalidDevice);
    if (known_[ordinal].failure != 0)
        throw no_device(device + known_[ordinal].why, known_[ordinal].failure);
}

void cuda_devices::describe(std::uint32_t ordinal, device_description& description) const {
    check_usable(ordinal);
    device_scope const scope(ordinal);
    std::size_t free = 0;
    std::size_t total = 0;
    check_cuda(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    description.bytes_free = free;
    description.bytes_total = total;
    write_text(description.name, known_[ordinal].name);
    write_text(description.why, known_[ordinal].why);
}

} // namespace gpu::inline v0::detail
