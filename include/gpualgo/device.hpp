// SPDX-License-Identifier: Apache-2.0
/// @file
/// Devices: the host's cores, the simulated device, and GPUs.
#pragma once

#include <gpualgo/abi/devices.hpp>
#include <gpualgo/detail/raise.hpp>

#include <cstdint>
#include <cstdio>
#include <iosfwd>
#include <new>
#include <string>
#include <vector>

namespace gpu::inline v0 {

/// The kind of device: all cores of the CPU, the SIMT executor on the CPU that checks kernels, or a
/// GPU.
enum class device_kind : std::uint32_t { host, simulated, cuda };

/// The memory of a device, in bytes.
struct memory_info {
    std::uint64_t free;  ///< bytes that can still be allocated
    std::uint64_t total; ///< bytes in all
};

/// The place where work runs and memory lies. A small value: freely copied, compared by `==`, safe
/// to use from any thread.
class device {
public:
    /// @return all cores of the CPU
    [[nodiscard]] static constexpr device host() noexcept { return device(device_kind::host, 0); }

    /// The SIMT executor on the CPU, which runs the GPU's kernels and checks them. Slow, and never
    /// chosen by default.
    /// @return that device
    [[nodiscard]] static constexpr device simulated() noexcept {
        return device(device_kind::simulated, 0);
    }

    /// A GPU.
    /// @param ordinal CUDA's number of the GPU
    /// @return that device
    /// @throws gpu::no_device if it cannot be used, saying why (strong guarantee)
    [[nodiscard]] static device cuda(int ordinal = 0) {
        device const wanted(device_kind::cuda, ordinal);
        (void)wanted.describe(); // throws if it cannot be used
        return wanted;
    }

    /// The default device of containers and named strategies: `cuda:0` if it can be used, otherwise
    /// the host. The environment variable `GPUALGO_DEVICE` (`auto`, `host`, `simulated`, `cuda` or
    /// `cuda:N`) overrides that.
    /// @return that device
    /// @throws std::invalid_argument if `GPUALGO_DEVICE` is none of these values
    /// @throws gpu::no_device if `GPUALGO_DEVICE` names a GPU that cannot be used, or if
    /// `GPUALGO_STRICT` is 1 and the host would take the place of a GPU
    [[nodiscard]] static device preferred() {
        detail::device_id id;
        detail::call_result call_result;
        gpualgo_v0_preferred(&id, &call_result);
        detail::raise(call_result);
        return device(id);
    }

    /// @return the kind of this device
    [[nodiscard]] constexpr device_kind kind() const noexcept { return kind_; }
    /// @return CUDA's number of a GPU; 0 for the other kinds
    [[nodiscard]] constexpr int ordinal() const noexcept { return ordinal_; }
    /// @return the name of the processor or GPU
    /// @throws gpu::no_device if it cannot be used, or can no longer
    [[nodiscard]] std::string name() const { return describe().name; }
    /// @return one sentence: for the host, why no GPU is preferred to it; for others, a description
    /// @throws gpu::no_device if it cannot be used, or can no longer
    [[nodiscard]] std::string why() const { return describe().why; }
    /// @return its memory
    /// @throws gpu::no_device if it cannot be used, or can no longer
    [[nodiscard]] memory_info memory() const {
        auto const known = describe();
        return {known.bytes_free, known.bytes_total};
    }

    /// @return whether both are the same device
    friend constexpr bool operator==(device, device) noexcept = default;

    /// @cond internal
    constexpr explicit device(detail::device_id id) noexcept
        : kind_(static_cast<device_kind>(id.kind)), ordinal_(static_cast<int>(id.ordinal)) {}
    [[nodiscard]] constexpr detail::device_id id() const noexcept {
        return {static_cast<std::uint32_t>(kind_), static_cast<std::uint32_t>(ordinal_)};
    }
    /// @endcond

private:
    constexpr device(device_kind kind, int ordinal) noexcept : kind_(kind), ordinal_(ordinal) {}

    [[nodiscard]] detail::device_description describe() const {
        detail::device_description description;
        detail::call_result call_result;
        gpualgo_v0_describe(id(), &description, &call_result);
        detail::raise(call_result);
        return description;
    }

    device_kind kind_;
    int ordinal_;
};

/// Returns `host`, `simulated`, `cuda:0` ...: the form that `GPUALGO_DEVICE` takes.
/// @param d a device
/// @return its short name
[[nodiscard]] inline std::string to_string(device d) {
    switch (d.kind()) {
    case device_kind::host: return "host";
    case device_kind::simulated: return "simulated";
    default: {
        char name[24]; // std::to_string takes longer to compile
        std::snprintf(name, sizeof name, "cuda:%d", d.ordinal());
        return name;
    }
    }
}

/// Prints the short name.
/// @param out a stream
/// @param d a device
/// @return the stream
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out, device d) {
    return out << to_string(d);
}

/// Lists every device: the host, the simulated device, and the GPUs for which the library has
/// kernels. Makes no context on a GPU; `device::cuda` tells whether one can be used.
/// @return the devices, the host first
[[nodiscard]] inline std::vector<device> devices() {
    std::vector<detail::device_id> ids(gpualgo_v0_devices(nullptr, 0));
    ids.resize(gpualgo_v0_devices(ids.data(), static_cast<std::uint32_t>(ids.size())));
    if (ids.empty()) throw std::bad_alloc(); // the host is always there
    return std::vector<device>(ids.begin(), ids.end());
}

} // namespace gpu::inline v0
