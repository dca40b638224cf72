// SPDX-License-Identifier: Apache-2.0
/// @file
/// Quotation of untrusted text in messages of one line.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>

namespace tool {

/// Quote bytes of a file: none of them may break the line, or reach the terminal as a command.
/// @return at most 60 bytes of the text in single quotes; all but printable ASCII as \xNN
[[nodiscard]] inline std::string quoted_bytes(std::string_view text) {
    constexpr std::size_t most = 60;
    std::string result = "'";
    for (char const c : text.substr(0, most)) {
        if (c >= ' ' && c <= '~') result += c;
        else result += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    }
    return result + (text.size() > most ? "'..." : "'");
}

/// Quote the name of a file, as a whole and in the user's own script, so that the user recognises
/// it.
/// @return the name in single quotes, control characters as \xNN
[[nodiscard]] inline std::string quoted_path(std::string_view path) {
    std::string result = "'";
    for (char const c : path) {
        auto const byte = static_cast<unsigned char>(c);
        if (byte >= 0x20 && byte != 0x7f) result += c;
        else result += fmt::format("\\x{:02x}", byte);
    }
    return result + '\'';
}

} // namespace tool
