// SPDX-License-Identifier: Apache-2.0
#include "devices.hpp"

#include "call/text.hpp"
#include "check.hpp"
#include "device_scope.hpp"
#include "fill.hpp"

#include <gpualgo/error.hpp>

#include <unistd.h>

#include <algorithm>
#include <atomic>

namespace gpu::inline v0::detail {
namespace {

/// The process that initialised CUDA; 0 before that.
std::atomic<pid_t> asking_process{0};

/// A CUDA version for messages: 13000 is "13.0".
std::string version_words(int version) {
    return std::to_string(version / 1000) + "." + std::to_string(version % 1000 / 10);
}

/// Why cudaGetDeviceCount found no devices.
std::string describe_none(cudaError_t code) {
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

/// A compute capability for messages: 90 is "9.0".
std::string capability_words(int capability) {
    return "compute capability " + std::to_string(capability / 10) + "." +
           std::to_string(capability % 10);
}

/// Why the library's kernels cannot be loaded on a GPU.
std::string describe_unusable(std::string const& name, int capability, cudaError_t code) {
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

cuda_devices& cuda_devices::get() {
    // outlives all static objects that may use it
    static cuda_devices& found = *new cuda_devices;
    return found;
}

bool cuda_devices::is_forked() noexcept {
    pid_t const asked = asking_process;
    return asked != 0 && asked != getpid();
}

cuda_devices::cuda_devices() {
    asking_process = getpid();
    int n = 0; // unchanged if there is no driver
    cudaError_t const code = cudaGetDeviceCount(&n);
    if (code != cudaSuccess || n == 0) {
        failure_ = code != cudaSuccess ? code : cudaErrorNoDevice;
        why_none_ = describe_none(code);
    }
    known_.resize(code == cudaSuccess ? static_cast<std::size_t>(n) : 0);
    for (int i = 0; i < static_cast<int>(known_.size()); ++i) probe(i);
    ignore_failure(code);
}

void cuda_devices::probe(int ordinal) {
    known& device = known_[static_cast<std::size_t>(ordinal)];
    cudaDeviceProp properties;
    cudaError_t code = cudaGetDeviceProperties(&properties, ordinal);
    if (code == cudaSuccess) {
        device.name = properties.name;
        device.capability = 10 * properties.major + properties.minor;
        device.multiprocessors = static_cast<std::size_t>(properties.multiProcessorCount);
        if (!is_built_for(device.capability)) code = cudaErrorNoKernelImageForDevice;
    }
    device.failure = code;
    ignore_failure(code);
}

int cuda_devices::failure_of(std::size_t ordinal) {
    std::lock_guard const lock(mutex_);
    known& device = known_[ordinal];
    bool const is_known = std::ranges::any_of(known_, [&](known const& other) {
        return other.is_loaded && other.capability == device.capability;
    });
    if (device.failure == 0 && !is_known) {
        device.failure = load_a_kernel(static_cast<std::uint32_t>(ordinal));
        device.is_loaded = device.failure == 0;
    }
    return device.failure;
}

std::uint32_t cuda_devices::listed() {
    if (is_forked()) return 0;
    std::lock_guard const lock(mutex_);
    auto const failed = std::ranges::find_if(known_, &known::failure);
    return static_cast<std::uint32_t>(failed - known_.begin());
}

std::uint32_t cuda_devices::count() {
    if (is_forked()) return 0;
    std::uint32_t usable = 0;
    while (usable < known_.size() && failure_of(usable) == 0) ++usable;
    return usable;
}

std::uint32_t cuda_devices::used() {
    std::lock_guard const lock(mutex_);
    auto const loaded = std::ranges::find_if(known_, &known::is_loaded);
    return loaded == known_.end() ? 0 : static_cast<std::uint32_t>(loaded - known_.begin());
}

void cuda_devices::check_usable(std::uint32_t ordinal) {
    std::string const device = "cuda:" + std::to_string(ordinal) + " cannot be used: ";
    if (is_forked()) throw no_device(device + describe_forked, cudaErrorInitializationError);
    if (known_.empty()) throw no_device(device + why_none_, failure_);
    if (ordinal >= known_.size())
        throw no_device(device + "CUDA lists " + std::to_string(known_.size()) +
                            " GPU(s), from cuda:0 on",
                        cudaErrorInvalidDevice);
    known const& gpu = known_[ordinal];
    if (int const code = failure_of(ordinal); code != 0)
        throw no_device(
            device + describe_unusable(gpu.name, gpu.capability, static_cast<cudaError_t>(code)),
            code);
}

void cuda_devices::describe(std::uint32_t ordinal, device_description& description) {
    check_usable(ordinal);
    device_scope const scope(ordinal);
    std::size_t free = 0;
    std::size_t total = 0;
    check_cuda(cudaMemGetInfo(&free, &total), "cudaMemGetInfo");
    known const& device = known_[ordinal];
    description.bytes_free = free;
    description.bytes_total = total;
    write_text(description.name, device.name);
    write_text(description.why, "a GPU of " + capability_words(device.capability) + " with " +
                                    std::to_string(device.multiprocessors) + " multiprocessors");
}

} // namespace gpu::inline v0::detail
