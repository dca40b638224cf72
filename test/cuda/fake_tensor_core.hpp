// SPDX-License-Identifier: Apache-2.0
/// @file
/// Tensor cores of the fake GPU: by default there are none.
#pragma once

namespace fake_tensor_core {

/// How products end, which are all said to be faster than cuBLAS's. One of them takes memory of the
/// policy's resource.
enum class ending { absent, multiplied, out_of_memory, without_resource, unsupported_magnitudes };

/// The ending of the next products.
inline ending next = ending::absent;

/// Whether each product keeps the whole GPU busy.
inline bool fills_gpu = false;

/// Whether the kernels compute batches in one launch.
inline bool takes_batches = false;

/// The number of products, and of batches in one launch.
inline int calls = 0;

/// The architecture that the kernels which GPUs run were compiled for: 80 is 8.0.
inline int architecture = 80;

} // namespace fake_tensor_core
