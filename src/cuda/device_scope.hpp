// SPDX-License-Identifier: Apache-2.0
/// @file
/// The calling thread's current device, changed for a while.
#pragma once

#include "check.hpp"

#include <cstdint>

namespace gpu::inline v0::detail {

/// Makes a GPU the current device of the calling thread, and the former one again at the end.
class device_scope {
public:
    explicit device_scope(std::uint32_t ordinal) : ordinal_(static_cast<int>(ordinal)) {
        check_cuda(cudaGetDevice(&former_), "cudaGetDevice");
        if (former_ != ordinal_) check_cuda(cudaSetDevice(ordinal_), "cudaSetDevice");
    }
    device_scope(device_scope const&) = delete;
    device_scope& operator=(device_scope const&) = delete;
    ~device_scope() {
        if (former_ != ordinal_) ignore_failure(cudaSetDevice(former_));
    }

private:
    int ordinal_;
    int former_ = 0;
};

} // namespace gpu::inline v0::detail
