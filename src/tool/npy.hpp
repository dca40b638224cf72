// SPDX-License-Identifier: Apache-2.0
/// @file
/// NPY, NumPy's file format for one array: a header in text, then the elements. Versions 1.0, 2.0
/// and 3.0.
///
/// Source: NumPy Enhancement Proposal 1 and the documentation of `numpy.lib.format`.
#pragma once

#include "element_type.hpp"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace tool {

/// An NPY file's header, checked against the file.
struct npy_header {
    element_type type;
    std::vector<std::size_t> shape; ///< empty for a single number
    bool fortran_order;             ///< the first index runs fastest, not the last
    std::size_t count;              ///< elements: the product of the shape
    /// of the first element in the file, a multiple of its type's alignment
    std::size_t offset;
};

/// @return whether the bytes begin like an NPY file
[[nodiscard]] bool begins_as_npy(std::span<std::byte const> file);

/// Parse the header alone, of a file whose size is unknown. `check_size` is left to the caller.
/// @param begin of the file, at least its header
/// @param stated see `parse_npy`
/// @return the header
/// @throws std::invalid_argument a sentence, as `parse_npy`
[[nodiscard]] npy_header parse_npy_header(std::span<std::byte const> begin,
                                          std::optional<element_type> stated = std::nullopt);

/// Check that the elements fill the file.
/// @param header of the file
/// @param present bytes that follow the header
/// @throws std::invalid_argument if they are too few or too many
void check_size(npy_header const& header, std::size_t present);

/// Parse the header alone. No byte of it is trusted: it fits the file exactly, or is refused.
/// @param file all bytes of the file
/// @param stated the type that the user gives, which must be that of the header. If that is two
/// bytes without a type (`|V2`, which NumPy writes for bfloat16 without ml_dtypes), bfloat16 is
/// believed
/// @return the checked header
/// @throws std::invalid_argument a sentence on what was found and what is allowed, without the
/// file's name
[[nodiscard]] npy_header parse_npy(std::span<std::byte const> file,
                                   std::optional<element_type> stated = std::nullopt);

} // namespace tool
