// SPDX-License-Identifier: Apache-2.0
/// @file
/// Launches of kernels that were made at run time.
#pragma once

#include "cuda/devices.hpp"
#include "cuda/queue.hpp"
#include "parameters.hpp"
#include "recipes.hpp"

#include <gpualgo/kernel/reduce/launches.hpp>

#include <cstdint>
#include <span>
#include <string>

namespace gpu::inline v0::detail {

/// Stands for the body of a kernel that was made at run time.
struct run_time_body {};
/// Such a kernel, and the addresses of its arguments.
struct run_time_kernel {
    cudaKernel_t kernel;
    char const* name; ///< in reports
    std::span<void*> arguments;
    finish_memory* memory = nullptr; ///< one of the arguments, filled by the launch; may be null
};

/// Launches such a kernel.
template <>
void cuda_queue::launch<run_time_body>(launch_config shape, run_time_kernel run, run_time_body);

/// The kernel of a request.
cudaKernel_t kernel_for(auto const& request, std::uint32_t ordinal) {
    int const capability = cuda_devices::get().capability(ordinal);
    std::string key = cache_key(request);
    key += static_cast<char>(capability);
    return find_kernel(key, capability, [&] { return recipe_of(request); });
}

} // namespace gpu::inline v0::detail
