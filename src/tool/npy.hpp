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
    /// where the elements begin, a multiple of their type's alignment
    std::size_t offset;
};

/// @return whether the bytes begin as those of an NPY file do
[[nodiscard]] bool begins_as_npy(std::span<std::byte const> file);

/// Reads the header and nothing else. Trusts no byte of it: what it says fits the file exactly, or
/// is refused.
/// @param file all bytes of the file
/// @param stated what the user says that the elements are. Has to be what the header says; where
/// that is two bytes of no
///        type (`|V2`, what NumPy makes of a bfloat16 array where ml_dtypes is not imported),
///        bfloat16 is believed
/// @return what the file holds
/// @throws std::invalid_argument a sentence on what was found and what is allowed, to follow the
/// file's name and a colon
[[nodiscard]] npy_header parse_npy(std::span<std::byte const> file,
                                   std::optional<element_type> stated = std::nullopt);

} // namespace tool
