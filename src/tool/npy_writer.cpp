// SPDX-License-Identifier: Apache-2.0
#include "npy_writer.hpp"

#include "write_file.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace tool {

namespace {

/// The elements begin at a multiple of 64 bytes, as NumPy has it.
/// @param shape as a tuple of Python
std::string header(element_type type, std::string const& shape) {
    constexpr std::size_t alignment = 64;
    auto const& facts = facts_of(type);
    std::string text = fmt::format("{{'descr': '{}{}', 'fortran_order': False, 'shape': {}, }}",
                                   facts.size == 1 ? '|' : '<', facts.descr, shape);
    std::size_t const prologue = 10; // magic string, version, length
    text.append(alignment - (prologue + text.size() + 1) % alignment, ' ') += '\n';
    return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(text.size() % 256) +
           static_cast<char>(text.size() / 256) + text;
}

} // namespace

void write_npy(std::filesystem::path const& path, element_type type, std::int64_t rows,
               std::int64_t columns, void const* elements) {
    std::size_t const bytes =
        static_cast<std::size_t>(rows) * static_cast<std::size_t>(columns) * facts_of(type).size;
    write_file(path, {header(type, fmt::format("({}, {})", rows, columns)),
                      {static_cast<char const*>(elements), bytes}});
}

void write_npy(std::filesystem::path const& path, element_type type, std::size_t count,
               void const* elements) {
    write_file(path, {header(type, fmt::format("({},)", count)),
                      {static_cast<char const*>(elements), count * facts_of(type).size}});
}

} // namespace tool
