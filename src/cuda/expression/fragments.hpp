// SPDX-License-Identifier: Apache-2.0
/// @file
/// The parts of kernels that are embedded in the library, to be completed at run time.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace gpu::inline v0::detail {

/// The CUDA C++ of kernels/transform.cu.
[[nodiscard]] std::string_view transform_source();

/// kernels/fold.cu as LTO-IR.
/// @param value_bytes of an element: 1, 2, 4 or 8
/// @param total_bytes of an accumulator: 4 or 8
/// @param ranges 1 or 2
[[nodiscard]] std::span<char const> fold_fragment(std::size_t value_bytes, std::size_t total_bytes,
                                                  std::size_t ranges);

/// kernels/select.cu as LTO-IR.
/// @param value_bytes of an element: 1, 2, 4 or 8
/// @param targets that elements are copied to: 0, 1 or 2
[[nodiscard]] std::span<char const> select_fragment(std::size_t value_bytes, std::size_t targets);

/// kernels/find.cu as LTO-IR.
/// @param value_bytes of an element: 1, 2, 4 or 8
[[nodiscard]] std::span<char const> find_fragment(std::size_t value_bytes);

/// kernels/scan.cu as LTO-IR.
/// @param value_bytes of an element: 1, 2, 4 or 8
[[nodiscard]] std::span<char const> scan_fragment(std::size_t value_bytes);

} // namespace gpu::inline v0::detail
