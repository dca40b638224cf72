// SPDX-License-Identifier: Apache-2.0
#include "devices.hpp"

#include <gpualgo/error.hpp>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace gpu::inline v0::detail {
namespace {

constexpr device_id cuda_id(std::uint32_t ordinal) {
    return {static_cast<std::uint32_t>(device_kind::cuda), ordinal};
}

/// Why the first GPU cannot be used; empty if it can.
std::string why_no_gpu() {
    // count() is cheaper than describe()
    if (cuda_backend().count() > 0) return {};
    try {
        device_description ignored;
        cuda_backend().describe(0, ignored);
        return {};
    } catch (error const& e) {
        return e.what();
    }
}

/// The device that a value of GPUALGO_DEVICE other than `auto` names.
device_id parse_device(std::string_view value) {
    if (value == "host") return host_id;
    if (value == "simulated") return simulated_id;
    if (value == "cuda") return cuda_id(0);
    std::uint32_t ordinal = 0;
    if (value.starts_with("cuda:")) {
        auto const [end, failure] =
            std::from_chars(value.data() + 5, value.data() + value.size(), ordinal);
        if (failure == std::errc() && end == value.data() + value.size()) return cuda_id(ordinal);
    }
    throw std::invalid_argument("GPUALGO_DEVICE is '" + std::string(value) +
                                "'; it may be auto, host, simulated, cuda or cuda:N");
}

} // namespace

backend& backend_of(device_id device) {
    switch (static_cast<device_kind>(device.kind)) {
    case device_kind::host: return host_backend();
    case device_kind::simulated: return simulated_backend();
    case device_kind::cuda: return cuda_backend();
    }
    throw no_device("there is no device of kind " + std::to_string(device.kind));
}

std::vector<device_id> usable_devices() {
    std::vector<device_id> devices{host_id, simulated_id};
    std::uint32_t const gpus = cuda_backend().listed();
    for (std::uint32_t i = 0; i < gpus; ++i) devices.push_back(cuda_id(i));
    return devices;
}

device_description describe(device_id device) {
    device_description description;
    backend_of(device).describe(device.ordinal, description);
    if (device == host_id) {
        std::string const reason = why_no_gpu();
        std::string const why =
            reason.empty()
                ? "cuda:0 can be used, and is preferred unless GPUALGO_DEVICE says otherwise"
                : reason;
        std::strncpy(description.why, why.c_str(), sizeof description.why - 1);
    }
    return description;
}

preference preferred_device() {
    char const* const value = secure_getenv("GPUALGO_DEVICE");
    if (value != nullptr && *value != 0 && std::strcmp(value, "auto") != 0) {
        device_id const named = parse_device(value);
        device_description ignored;
        backend_of(named).describe(named.ordinal, ignored); // throws if it cannot be used
        return {named, {}};
    }
    std::string reason = why_no_gpu();
    return reason.empty() ? preference{cuda_id(0), {}} : preference{host_id, std::move(reason)};
}

preference default_device() {
    auto preferred = preferred_device();
    if (!preferred.fallback.empty() && is_strict())
        throw no_device("GPUALGO_STRICT=1 forbids falling back to the host: " + preferred.fallback);
    return preferred;
}

bool is_strict() {
    char const* const value = secure_getenv("GPUALGO_STRICT");
    return value != nullptr && std::strcmp(value, "1") == 0;
}

device_id locate(void const* memory) noexcept { return cuda_backend().locate(memory); }

} // namespace gpu::inline v0::detail
