// SPDX-License-Identifier: Apache-2.0
/// @file
/// The GPUs of the machine: which can be used, and why the others cannot.
#pragma once

#include <gpualgo/abi/devices.hpp>

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// What was found out about the GPUs. The driver is asked when `get` is first called. To see
/// whether a GPU can be used, a kernel is loaded on it. That makes a context, which takes time and
/// memory: it is done when the answer is needed, and on one GPU of each architecture.
class cuda_devices {
public:
    /// The one object; never destroyed.
    static cuda_devices& get();

    /// Whether this process is a child that was forked after `get` was first called: CUDA does not
    /// survive that.
    static bool is_forked() noexcept;
    static constexpr char const* describe_forked =
        "this process was forked from one that had initialised CUDA, and cannot use a GPU; start "
        "it before CUDA is used, or by exec";

    /// How many CUDA lists, whether they can be used or not.
    [[nodiscard]] std::size_t size() const noexcept { return known_.size(); }
    /// How many there are from 0 on that kernels are there for and that are not known to fail. No
    /// kernel is loaded.
    [[nodiscard]] std::uint32_t listed();
    /// How many can be used from 0 on: GPUs after one that cannot be used are not counted.
    [[nodiscard]] std::uint32_t count();
    /// Names a GPU. Throws gpu::no_device, saying why, if it cannot be used.
    void describe(std::uint32_t ordinal, device_description& description);
    /// A GPU that a kernel was loaded on, which has a context; 0 if there is none yet.
    [[nodiscard]] std::uint32_t used();
    /// Multiprocessors of a GPU that can be used.
    [[nodiscard]] std::size_t multiprocessors(std::uint32_t ordinal) const {
        return known_[ordinal].multiprocessors;
    }
    /// Compute capability of a GPU that can be used: 90 is 9.0.
    [[nodiscard]] int capability(std::uint32_t ordinal) const { return known_[ordinal].capability; }

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
    /// @return why it cannot be used, as a CUDA error code; 0 if it can
    int failure_of(std::size_t ordinal);
    void check_usable(std::uint32_t ordinal);

    std::mutex mutex_; ///< of what is found out later
    std::vector<known> known_;
    std::string why_none_; ///< why CUDA lists no GPU at all
    int failure_ = 0;      ///< its error code
};

} // namespace gpu::inline v0::detail
