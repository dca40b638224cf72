// SPDX-License-Identifier: Apache-2.0
#include "appearance.hpp"

#include <langinfo.h>
#include <unistd.h>

#include <clocale>
#include <cstdlib>
#include <string_view>

namespace tool {

namespace {

std::string_view variable(char const* name) {
    char const* const value = secure_getenv(name);
    return value != nullptr ? value : "";
}

} // namespace

appearance appearance_of_stdout(bool has_statistics) {
    std::setlocale(LC_CTYPE, "");
    bool const is_utf8 = std::string_view(nl_langinfo(CODESET)) == "UTF-8";
    bool const is_terminal = isatty(STDOUT_FILENO) == 1 && variable("TERM") != "dumb";
    return {is_terminal && variable("NO_COLOR").empty(), is_utf8, has_statistics};
}

} // namespace tool
