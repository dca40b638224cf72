// SPDX-License-Identifier: Apache-2.0
/// @file
/// The GPUs of the machine: those that can be used, and the reasons why the others cannot.
#pragma once

#include <gpualgo/abi/devices.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// Facts about the GPUs. The first call of `get` queries the driver. To test whether a GPU can be
/// used, a kernel is loaded on it. That creates a context, which takes time and memory. So the test
/// is done on demand, and on one GPU of each architecture.
class cuda_devices {
public:
    /// The only object; never destroyed.
    static cuda_devices& get();

    /// Whether this process was forked after the first call of `get`: CUDA does not work in such a
    /// child.
    static bool is_forked() noexcept;
    static constexpr char const* describe_forked =
        "this process was forked from one that had initialised CUDA, and cannot use a GPU; start "
        "it before CUDA is used, or by exec";

    /// The number of GPUs that CUDA lists, usable or not.
    [[nodiscard]] std::size_t size() const noexcept { return known_.size(); }
    /// The number of GPUs before the first one that is known to fail or has no kernels. Loads no
    /// kernel.
    [[nodiscard]] std::uint32_t listed();
    /// The number of GPUs before the first one that cannot be used.
    [[nodiscard]] std::uint32_t count();
    /// Describes a GPU. Throws gpu::no_device, saying why, if it cannot be used.
    void describe(std::uint32_t ordinal, device_description& description);
    /// A GPU on which a kernel was loaded, and which has a context; 0 if there is none yet.
    [[nodiscard]] std::uint32_t used();
    [[nodiscard]] std::size_t multiprocessors(std::uint32_t ordinal) const {
        return known_[ordinal].multiprocessors;
    }
    /// Compute capability of a usable GPU: 90 is 9.0.
    [[nodiscard]] int capability(std::uint32_t ordinal) const { return known_[ordinal].capability; }
    /// Whether a usable GPU has cp.async. Those that do have 99 KiB or more of shared memory per
    /// block; compute capability 7.5 has 64 KiB.
    [[nodiscard]] bool copies_asynchronously(std::uint32_t ordinal) const {
        return capability(ordinal) >= 80;
    }

private:
    struct known {
        std::string name;
        int failure = 0; ///< a CUDA error code; 0 if none is known
        int capability = 0;
        bool is_loaded = false; ///< whether a kernel was loaded on it
        std::size_t multiprocessors = 0;
    };

    cuda_devices();
    void probe(int ordinal);
    /// @return a CUDA error code if the GPU cannot be used, otherwise 0
    int failure_of(std::size_t ordinal);
    void check_usable(std::uint32_t ordinal);

    std::mutex mutex_; ///< protects `failure` and `is_loaded` of all GPUs
    std::vector<known> known_;
    std::string why_none_; ///< why CUDA lists no GPU at all
    int failure_ = 0;      ///< the error code for `why_none_`
};

} // namespace gpu::inline v0::detail
