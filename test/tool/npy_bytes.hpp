// SPDX-License-Identifier: Apache-2.0
/// @file
/// NPY files of any kind, right and wrong, as bytes in memory.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace test {

/// @return the bytes of a text
inline std::span<std::byte const> bytes_of(std::string_view text) {
    return std::as_bytes(std::span(text));
}

/// @param header the header as it is
/// @param data what follows it
/// @param version 1, 2 or 3
/// @return an NPY file
inline std::string npy_with_header(std::string_view header, std::string_view data = {},
                                   char version = 1) {
    std::string file = std::string("\x93NUMPY") + version + '\0';
    for (std::size_t i = 0; i < (version == 1 ? 2u : 4u); ++i)
        file += static_cast<char>(header.size() >> (8 * i) & 0xff);
    return file.append(header).append(data);
}

/// @param header the dictionary, which is padded so that the data begin at a multiple of 64
/// @param data what follows it
/// @param version 1, 2 or 3
/// @return an NPY file
inline std::string npy(std::string_view header, std::string_view data = {}, char version = 1) {
    std::size_t const prologue = version == 1 ? 10 : 12;
    std::string padded(header);
    while ((prologue + padded.size() + 1) % 64 != 0) padded += ' ';
    return npy_with_header(padded + '\n', data, version);
}

/// @return the dictionary that NumPy writes for an array in C order
inline std::string dictionary(std::string_view descr, std::string_view shape) {
    return "{'descr': '" + std::string(descr) +
           "', 'fortran_order': False, 'shape': " + std::string(shape) + ", }";
}

} // namespace test
