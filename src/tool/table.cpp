// SPDX-License-Identifier: Apache-2.0
#include "print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <set>

namespace tool {

namespace {

constexpr char const* layout = "{:<10} {:<25} {:>14} {:>11} {:>8} {:>10} {:>14}  {}\n";

/// What a launch looked like: blocks times threads, or the segments of the host.
std::string shape(row const& row) {
    if (row.grid == 0) return "-";
    return row.block == 0 ? fmt::format("{} segments", row.grid) : fmt::format("{} x {}", row.grid, row.block);
}

double slowest(std::vector<row> const& rows) {
    double most = 0;
    for (row const& row : rows) most = std::max(most, row.milliseconds.value_or(0));
    return most;
}

std::string line(row const& row, double slowest) {
    auto const time = row.milliseconds ? fmt::format("{:.4f}", *row.milliseconds) : "not timed";
    auto const rate = row.milliseconds ? fmt::format("{:.1f}", *row.gigabytes_per_second()) : "-";
    auto const ratio = row.milliseconds ? fmt::format("{:.1f}x", slowest / *row.milliseconds) : "-";
    return fmt::format(layout, gpu::to_string(row.device), row.policy, shape(row), time, rate, ratio, row.result, row.agrees ? "yes" : "NO");
}

/// What has to be said of rows that are not what they seem.
std::string notes(results const& results) {
    std::set<std::string> said;
    for (row const& row : results.rows) {
        if (row.device == gpu::device::simulated()) said.insert(fmt::format("simulated: {} elements, every access to memory checked; not timed", row.n));
        if (!row.fallback.empty()) said.insert(fmt::format("{}: {}", row.policy, row.fallback));
    }
    std::string text;
    for (auto const& note : said) text += note + "\n";
    return text;
}

} // namespace

std::string to_table(results const& results) {
    auto text = fmt::format("{} of {} x {} on {}: {}\n{}\n\n", results.op, results.n, results.type, gpu::to_string(results.device), results.device.name(),
                            results.device.why());
    text += fmt::format(layout, "device", "strategy", "grid x block", "ms", "GB/s", "x slowest", "result", "agrees");
    double const most = slowest(results.rows);
    for (row const& row : results.rows) text += line(row, most);
    return text + "\nms: median of whole calls, from the call to the result on the host\n" + notes(results);
}

} // namespace tool
