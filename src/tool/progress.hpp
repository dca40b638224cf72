// SPDX-License-Identifier: Apache-2.0
/// @file
/// What the tool is at, for people who wait.
#pragma once

#include <string_view>

namespace tool {

/// A line on stderr that tells what is being done, and goes away in the end; nothing where stderr
/// is no terminal.
class progress {
public:
    progress();
    ~progress();
    progress(progress const&) = delete;
    progress& operator=(progress const&) = delete;

    /// @param what takes the place of what was there
    void show(std::string_view what);

private:
    bool is_seen_;
};

} // namespace tool
