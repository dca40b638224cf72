// SPDX-License-Identifier: Apache-2.0
/// @file
/// The functions of threads that kernels in headers call.
#pragma once

#include <gpualgo/abi/simulated_thread.hpp>

namespace gpu::inline v0::simulated {

extern detail::thread_functions const functions_of_threads;

} // namespace gpu::inline v0::simulated
