// SPDX-License-Identifier: Apache-2.0
#include "ahead.hpp"

#include "call/backend.hpp"
#include "call/devices.hpp"
#include "call/placement.hpp"

#include <gpualgo/error.hpp>

#include <optional>

namespace gpu::inline v0::detail {
namespace {

thread_local std::optional<device_id> device_of_kernels;

} // namespace

void compile_ahead(device_id const* device) {
    device_of_kernels.reset();
    if (device == nullptr) return;
    device_description ignored;
    backend_of(*device).describe(device->ordinal, ignored); // throws if it cannot be used
    device_of_kernels = *device;
}

bool compiles_ahead(device_id device) { return device_of_kernels == device; }

void check_texts(expression_view const& e, device_id device) {
    if (device.kind == static_cast<std::uint32_t>(device_kind::cuda)) return;
    for (auto const& text : texts_of(e))
        if (text.has_host_function == 0)
            throw unsupported_operator(
                "the function of gpu::source is CUDA C++, which runs on GPUs only, not on " +
                name_of(device) +
                "; give it a function of the host: gpu::source<float(float)>(text, function)");
}

} // namespace gpu::inline v0::detail
