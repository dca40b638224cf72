// SPDX-License-Identifier: Apache-2.0
/// @file
/// The GPUs of the machine: which can be used, and why the others cannot.
#pragma once

#include <gpualgo/detail/request.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// What was found out about the GPUs. The driver is asked when `get` is first called, and then
/// never again.
class cuda_devices {
public:
    /// The one object; never destroyed.
    static cuda_devices const& get();

    /// Whether this process is a child that was forked after `get` was first called: CUDA does not
    /// survive that.
    static bool is_forked() noexcept;
    static constexpr char const* words_for_forked =
        "this process was forked from one that had initialised CUDA, and cannot use a GPU; start "
        "it before CUDA is used, or by exec";

    /// How many can be used from 0 on: GPUs behind one that cannot be used are not counted.
    [[nodiscard]] std::uint32_t count() const;
    /// Names a GPU. Throws gpu::no_device, saying why, where it cannot be used.
    void describe(std::uint32_t ordinal, device_description& description) const;
    /// Multiprocessors of a GPU that can be used.
    [[nodiscard]] std::size_t multiprocessors(std::uint32_t ordinal) const {
        return known_[ordinal].multiprocessors;
    }

private:
    struct known {
        std::string name;
        std::string why; ///< what it is, or why it cannot be used
        int failure = 0; ///< a CUDA error code; 0 where it can be used
        int capability = 0;
        std::size_t multiprocessors = 0;
    };

    cuda_devices();
    void look_at(int ordinal);
    void check_usable(std::uint32_t ordinal) const;

    std::vector<known> known_;
    std::string why_none_; ///< where CUDA lists no GPU at all
    int failure_ = 0;      ///< its error code
};

} // namespace gpu::inline v0::detail
