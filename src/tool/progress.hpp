// SPDX-License-Identifier: Apache-2.0
/// @file
/// Progress of a command, for people who wait.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace tool {

/// A line on stderr that tells the current step, the percentage done and the time left. It is
/// erased at the end. Nothing is printed unless stderr is a terminal.
class progress {
public:
    /// @param total all work, in any unit; 0 if it is unknown
    explicit progress(double total = 0);
    ~progress();
    progress(progress const&) = delete;
    progress& operator=(progress const&) = delete;

    /// @param step replaces the previous step
    void show(std::string_view step);

    /// @param work that has been done since the last call, in the unit of the total
    void advance(double work);

private:
    void print() const;

    bool is_seen_;
    double total_;
    double done_ = 0;
    std::string step_{};
    std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// @param done the part that is done, from 0 to 1
/// @param spent seconds so far
/// @return " 40 %, 3 s left: "; without the time while nothing is done
[[nodiscard]] std::string progress_text(double done, double spent);

} // namespace tool
