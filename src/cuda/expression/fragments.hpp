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
/// @param ranges 0, 1 or 2
/// @param are_aligned whether all ranges begin at multiples of 16 bytes; true if there is none
[[nodiscard]] std::span<char const> fold_fragment(std::size_t value_bytes, std::size_t total_bytes,
                                                  std::size_t ranges, bool are_aligned);

/// kernels/select.cu as LTO-IR.
/// @param value_bytes of an element: 1, 2, 4 or 8
/// @param targets that elements are copied to: 0, 1 or 2
/// @param is_at_once whether blocks take tiles at once; ignored if there is no target
[[nodiscard]] std::span<char const> select_fragment(std::size_t value_bytes, std::size_t targets,
                                                    bool is_at_once);

/// kernels/extrema.cu as LTO-IR.
/// @param value_bytes of an element: 1, 2, 4 or 8
/// @param key_bytes of a key: 4 or 8
/// @param both whether the smallest and the largest are searched for
/// @param is_aligned whether the elements begin at a multiple of 16 bytes
[[nodiscard]] std::span<char const> extrema_fragment(std::size_t value_bytes, std::size_t key_bytes,
                                                     bool both, bool is_aligned);

/// kernels/find.cu as LTO-IR.
/// @param value_bytes of an element: 1, 2, 4 or 8
[[nodiscard]] std::span<char const> find_fragment(std::size_t value_bytes);

/// kernels/scan.cu as LTO-IR.
/// @param value_bytes of an element: 1, 2, 4 or 8
/// @param is_at_once whether blocks take tiles at once
[[nodiscard]] std::span<char const> scan_fragment(std::size_t value_bytes, bool is_at_once);

/// kernels/made_find.cu as LTO-IR.
[[nodiscard]] std::span<char const> made_find_fragment();

/// kernels/made_extrema.cu as LTO-IR. The parameters are those of extrema_fragment.
[[nodiscard]] std::span<char const> made_extrema_fragment(std::size_t key_bytes, bool both);

} // namespace gpu::inline v0::detail
