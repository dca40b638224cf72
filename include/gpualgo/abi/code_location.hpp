// SPDX-License-Identifier: Apache-2.0
/// @file
/// code_location: a place in the source of a kernel.
#pragma once

#include <cstdint>
#include <source_location>

namespace gpu::inline v0 {

/// A place in the source of a kernel: `std::source_location` without the function's name. Names of
/// instantiated kernels are long, and would be in the program for every place.
class code_location {
public:
    /// An unknown place, of line 0.
    constexpr code_location() = default;
    /// @param from the place; by default, that of the call
    /// @return the place
    static constexpr code_location
    current(std::source_location const from = std::source_location::current()) noexcept {
        code_location place;
        place.file_ = from.file_name();
        place.line_ = from.line();
        place.column_ = from.column();
        return place;
    }

    /// @return the file's name
    [[nodiscard]] constexpr char const* file_name() const noexcept { return file_; }
    /// @return the line, from 1; 0 if the place is unknown
    [[nodiscard]] constexpr std::uint32_t line() const noexcept { return line_; }
    /// @return the column, from 1
    [[nodiscard]] constexpr std::uint32_t column() const noexcept { return column_; }

    /// @return whether two places of a translation unit are the same
    friend constexpr bool operator==(code_location const&, code_location const&) = default;

private:
    char const* file_ = "";
    std::uint32_t line_ = 0;
    std::uint32_t column_ = 0;
};

} // namespace gpu::inline v0
