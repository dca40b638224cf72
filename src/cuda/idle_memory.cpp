// SPDX-License-Identifier: Apache-2.0
#include "idle_memory.hpp"

#include "context.hpp"
#include "matmul/cublas_lease.hpp"
#include "workspace.hpp"

#include <exception>

namespace gpu::inline v0::detail {

bool free_idle_memory(std::uint32_t ordinal) noexcept {
    try {
        gpu_context const context = context_of(ordinal);
        bool const of_calls = free_all_kept(context);
        bool const of_cublas = cublas_workspace::free_idle(context, ordinal);
        return of_calls || of_cublas;
    } catch (std::exception const&) {
        return false; // CUDA has shut down, and its memory is gone
    }
}

} // namespace gpu::inline v0::detail
