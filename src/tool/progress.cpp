// SPDX-License-Identifier: Apache-2.0
#include "progress.hpp"

#include <fmt/format.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>

namespace tool {

namespace {

constexpr char const* erased = "\r\x1b[K"; // back to the line's first column, and clear it

/// Columns of the terminal that stderr is; a longer line would wrap, and not be erased.
std::size_t columns() {
    winsize size{};
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
    return size.ws_col;
}

/// Seconds, or minutes and hours of many.
std::string duration(double seconds) {
    if (seconds < 100) return fmt::format("{:.0f} s", seconds);
    if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

} // namespace

std::string progress_text(double done, double spent) {
    auto const percent = fmt::format("{:3.0f} %", 100 * std::clamp(done, 0.0, 1.0));
    if (done <= 0) return percent + ": ";
    return fmt::format("{}, {} left: ", percent, duration(spent * std::max(0.0, 1 / done - 1)));
}

progress::progress(double total) : is_seen_(isatty(STDERR_FILENO) == 1), total_(total) {}

progress::~progress() {
    if (is_seen_) std::fputs(erased, stderr);
}

void progress::show(std::string_view step) {
    step_ = step;
    print();
}

void progress::advance(double work) {
    done_ += work;
    print();
}

void progress::print() const {
    if (!is_seen_) return;
    std::chrono::duration<double> const spent = std::chrono::steady_clock::now() - begin_;
    auto const line =
        (total_ > 0 ? progress_text(done_ / total_, spent.count()) : "") + step_ + " ...";
    std::fputs((erased + line.substr(0, columns() - 1)).c_str(), stderr);
}

} // namespace tool
