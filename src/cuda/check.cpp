// SPDX-License-Identifier: Apache-2.0
#include "check.hpp"

#include "devices.hpp"

#include <gpualgo/error.hpp>

namespace gpu::inline v0::detail {
namespace {

/// Whether the context is lost for good: according to CUDA, all further calls return the same
/// error.
bool is_sticky(cudaError_t code) {
    switch (code) {
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorContained:
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchTimeout:
    case cudaErrorAssert:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorLaunchFailure:
    case cudaErrorTensorMemoryLeak:
    case cudaErrorMpsClientTerminated:
    case cudaErrorExternalDevice: return true;
    default: return false;
    }
}

constexpr char const* describe_default_stream =
    "; the default stream cannot be used while another stream is captured into a graph: give the "
    "call a stream by on(stream), and fill and copy containers before the capture or after it";

/// " on cuda:1", or empty if CUDA cannot tell.
std::string current_device() {
    int ordinal = 0;
    return cudaGetDevice(&ordinal) == cudaSuccess ? " on cuda:" + std::to_string(ordinal) : "";
}

} // namespace

std::string cuda_words(cudaError_t code) {
    return std::string(cudaGetErrorString(code)) + " (" + cudaGetErrorName(code) + ", " +
           std::to_string(static_cast<int>(code)) + ")";
}

void fail_cuda(cudaError_t code, char const* call, std::size_t bytes) {
    std::string text = call + (bytes > 0 ? " of " + std::to_string(bytes) + " bytes" : "") +
                       " failed" + current_device() + ": " + cuda_words(code);
    std::size_t free = 0;
    std::size_t total = 0;
    if (code == cudaErrorMemoryAllocation && cudaMemGetInfo(&free, &total) == cudaSuccess)
        text += "; " + std::to_string(free) + " of " + std::to_string(total) + " bytes are free";
    if (code == cudaErrorStreamCaptureImplicit) text += describe_default_stream;
    (void)cudaGetLastError();

    if (code == cudaErrorMemoryAllocation) throw out_of_memory(text, bytes, free, code);
    if (is_sticky(code))
        throw device_fault(text + "; this process can no longer use a GPU and must be restarted",
                           code);
    if (cuda_devices::is_forked()) throw error(text + "; " + cuda_devices::describe_forked, code);
    throw error(text, code);
}

} // namespace gpu::inline v0::detail
