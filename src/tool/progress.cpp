// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <unistd.h>

#include <cstdio>
#include <string>

namespace tool {

namespace {

constexpr char const* erased = "\r\x1b[K"; // back to the line's first column, and clear it

} // namespace

progress::progress() : is_seen_(isatty(STDERR_FILENO) == 1) {}

progress::~progress() {
    if (is_seen_) std::fputs(erased, stderr);
}

void progress::show(std::string_view what) {
    if (is_seen_) std::fputs((erased + std::string(what) + " ...").c_str(), stderr);
}

} // namespace tool
