// SPDX-License-Identifier: Apache-2.0
#include "print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <vector>

namespace tool {

namespace {

constexpr char const* reduce_layout = "{:<10} {:<25} {:>14} {:>11} {:>8} {:>10} {:>14}  {}\n";
constexpr char const* matmul_layout = "{:<10} {:<25} {:>14} {:>11} {:>9} {:>8} {:>10} {:>9}  {}\n";

/// What a launch looked like: blocks times threads, or the segments of the host.
std::string launch(row const& row) {
    if (row.grid == 0) return "-";
    return row.block == 0 ? fmt::format("{} segments", row.grid)
                          : fmt::format("{} x {}", row.grid, row.block);
}

std::string time(row const& row) {
    return row.time ? fmt::format("{:.4f}", row.time->milliseconds) : "not timed";
}
std::string rate(std::optional<double> rate) { return rate ? fmt::format("{:.1f}", *rate) : "-"; }
std::string verdict(row const& row) { return row.agrees ? "yes" : "NO"; }

template <class Row>
double slowest(std::vector<Row> const& rows) {
    double most = 0;
    for (Row const& row : rows) most = std::max(most, row.time ? row.time->milliseconds : 0);
    return most;
}

std::string speedup(row const& row, double slowest) {
    return row.time ? fmt::format("{:.1f}x", slowest / row.time->milliseconds) : "-";
}

std::string place(gpu::device device) {
    return fmt::format(" on {}: {}\n{}\n\n", gpu::to_string(device), device.name(), device.why());
}

std::string to_text(product_shape const& shape) {
    return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

/// What has to be said of a row that is not what it seems.
void note(std::set<std::string>& said, row const& row, std::string const& size) {
    if (row.device == gpu::device::simulated())
        said.insert(fmt::format("simulated: {}, every access to memory checked; not timed", size));
    if (!row.fallback.empty()) said.insert(fmt::format("{}: {}", row.policy, row.fallback));
}

std::string below_table(std::set<std::string> const& notes) {
    std::string text = "\nms: median of whole calls, from the call to the result on the host\n";
    for (auto const& note : notes) text += note + "\n";
    return text;
}

} // namespace

std::string to_table(reduce_results const& results) {
    bool const converts = results.accumulator != results.type;
    auto text = fmt::format("{} of {} x {}{}", results.op, results.n, results.type,
                            converts ? " as " + results.accumulator : "") +
                place(results.device);
    text += fmt::format(reduce_layout, "device", "strategy", "grid x block", "ms", "GB/s",
                        "x slowest", "result", "agrees");
    double const most = slowest(results.rows);
    std::set<std::string> notes = results.skipped;
    for (auto const& row : results.rows) {
        text += fmt::format(reduce_layout, gpu::to_string(row.device), row.policy, launch(row),
                            time(row), rate(row.gigabytes_per_second()), speedup(row, most),
                            row.result, verdict(row));
        note(notes, row, fmt::format("{} elements", row.n));
    }
    return text + below_table(notes);
}

std::string to_table(matmul_results const& results) {
    auto text = fmt::format("product of {} x {} and {} x {} matrices of {}", results.shape.m,
                            results.shape.k, results.shape.k, results.shape.n, results.type) +
                place(results.device);
    text += fmt::format(matmul_layout, "device", "strategy", "grid x block", "ms", "GFLOP/s",
                        "GB/s", "x slowest", "error", "agrees");
    double const most = slowest(results.rows);
    std::set<std::string> notes = results.skipped;
    for (auto const& row : results.rows) {
        text += fmt::format(matmul_layout, gpu::to_string(row.device), row.policy, launch(row),
                            time(row), rate(row.gigaflops()), rate(row.gigabytes_per_second()),
                            speedup(row, most), row.error ? fmt::format("{:.1e}", *row.error) : "-",
                            verdict(row));
        note(notes, row, "MxNxK = " + to_text(row.shape));
        auto const elements = static_cast<std::size_t>(row.shape.m * row.shape.n);
        if (row.checked < elements)
            notes.insert(
                fmt::format("error and agrees: of {} of the {} elements of C, spread evenly",
                            row.checked, elements));
    }
    return text + below_table(notes) +
           "error: relative, in the Frobenius norm, against the product in double or wider\n";
}

} // namespace tool
