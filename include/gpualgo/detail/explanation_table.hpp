// SPDX-License-Identifier: Apache-2.0
/// @file
/// The table that an explanation prints.
#pragma once

#include <gpualgo/explanation.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// A number with some decimals.
inline std::string fixed(double number, int decimals) {
    char text[40];
    std::snprintf(text, sizeof text, "%.*f", decimals, number);
    return text;
}

/// The share of something in percent.
inline std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

/// A column of the table: its heading, and its cell for some counts; the cell is empty if the
/// counts have nothing of the kind.
struct count_column {
    char const* heading;
    std::string (*cell)(warp_counts const& counts);
};

inline std::string cell_of(std::uint64_t number) {
    return number == 0 ? std::string() : std::to_string(number);
}
inline std::string sectors_cell(global_counts const& counts) {
    return counts.requests == 0 ? std::string() : fixed(counts.sectors_per_request(), 2);
}
inline std::string used_cell(global_counts const& counts) {
    return counts.requests == 0 ? std::string() : percent(counts.efficiency());
}
inline std::string degree_cell(shared_counts const& counts) {
    return counts.requests == 0 ? std::string() : fixed(counts.conflict_degree(), 2);
}

/// The columns, in the order of printing.
inline constexpr std::array<count_column, 18> count_columns{{
    {"steps", [](warp_counts const& c) { return cell_of(c.steps); }},
    {"divergent",
     [](warp_counts const& c) {
         return c.steps == 0 ? std::string() : std::to_string(c.divergent_steps);
     }},
    {"lanes",
     [](warp_counts const& c) {
         return c.steps == 0
                    ? std::string()
                    : fixed(static_cast<double>(c.thread_steps()) / static_cast<double>(c.steps),
                            1);
     }},
    {"loads", [](warp_counts const& c) { return cell_of(c.global_loads.requests); }},
    {"sectors", [](warp_counts const& c) { return sectors_cell(c.global_loads); }},
    {"used", [](warp_counts const& c) { return used_cell(c.global_loads); }},
    {"stores", [](warp_counts const& c) { return cell_of(c.global_stores.requests); }},
    {"sectors", [](warp_counts const& c) { return sectors_cell(c.global_stores); }},
    {"used", [](warp_counts const& c) { return used_cell(c.global_stores); }},
    {"shared loads", [](warp_counts const& c) { return cell_of(c.shared_loads.requests); }},
    {"degree", [](warp_counts const& c) { return degree_cell(c.shared_loads); }},
    {"shared stores", [](warp_counts const& c) { return cell_of(c.shared_stores.requests); }},
    {"degree", [](warp_counts const& c) { return degree_cell(c.shared_stores); }},
    {"barriers", [](warp_counts const& c) { return cell_of(c.barriers); }},
    {"tile syncs", [](warp_counts const& c) { return cell_of(c.tile_syncs); }},
    {"shuffles", [](warp_counts const& c) { return cell_of(c.shuffles); }},
    {"votes", [](warp_counts const& c) { return cell_of(c.votes); }},
    {"atomics", [](warp_counts const& c) { return cell_of(c.atomics); }},
}};

/// Rows of cells, the first of each flush left, in columns that are as wide as they must be.
/// Columns without text below their heading are left out.
class text_table {
public:
    void add(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

    [[nodiscard]] std::string text() const {
        std::vector<std::size_t> widths;
        for (std::size_t i = 0; i < rows_[0].size(); ++i) widths.push_back(width_of(i));
        std::string text;
        for (auto const& row : rows_) {
            std::string line = "  " + row[0] + std::string(widths[0] - row[0].size(), ' ');
            for (std::size_t i = 1; i < row.size(); ++i)
                if (widths[i] > 0)
                    line += "  " + std::string(widths[i] - row[i].size(), ' ') + row[i];
            line.erase(line.find_last_not_of(' ') + 1);
            text += line + "\n";
        }
        return text;
    }

private:
    /// The width of a column; 0 if it is left out.
    [[nodiscard]] std::size_t width_of(std::size_t column) const {
        std::size_t width = 0;
        for (std::size_t i = 1; i < rows_.size(); ++i)
            width = std::max(width, rows_[i][column].size());
        return width == 0 ? 0 : std::max(width, rows_[0][column].size());
    }

    std::vector<std::vector<std::string>> rows_;
};

inline std::vector<std::string> row_of(std::string const& name, warp_counts const& counts) {
    std::vector<std::string> row{name};
    for (auto const& column : count_columns) row.push_back(column.cell(counts));
    return row;
}

/// "2048", "13x10" or "2x3x4".
inline std::string text_of(explanation::extent const& extent) {
    std::string const x = std::to_string(extent.x);
    if (extent.y == 1 && extent.z == 1) return x;
    std::string const xy = x + "x" + std::to_string(extent.y);
    return extent.z == 1 ? xy : xy + "x" + std::to_string(extent.z);
}

/// The line above a launch's rows.
inline std::string heading_of(explanation::launch const& launch, warp_counts const& total) {
    return launch.kernel + ", grid " + text_of(launch.grid) + ", block " + text_of(launch.block) +
           ": " + std::to_string(launch.warps) + " warps, " +
           std::to_string(launch.divergent_warps) + " diverge, " +
           std::to_string(launch.idle_warps) + " idle; branch efficiency " +
           percent(total.branch_efficiency()) + (launch.is_extrapolated ? "; extrapolated" : "") +
           "\n";
}

/// See gpu::to_string.
inline std::string explanation_table(explanation const& explained) {
    std::string text = explained.policy + "\n";
    for (std::size_t i = 0; i < explained.launches.size(); ++i) {
        auto const total = explained.total(i);
        text_table table;
        table.add([] {
            std::vector<std::string> headings{"source line"};
            for (auto const& column : count_columns) headings.emplace_back(column.heading);
            return headings;
        }());
        for (auto const& line : explained.lines)
            if (line.launch == i)
                table.add(row_of(line.file + ":" + std::to_string(line.number), line.counts));
        table.add(row_of("total", total));
        text += heading_of(explained.launches[i], total) + table.text();
    }
    bool const is_extrapolated =
        std::any_of(explained.launches.begin(), explained.launches.end(),
                    [](explanation::launch const& launch) { return launch.is_extrapolated; });
    text += "Counts model the source, not the machine code.\n";
    for (auto const& note : explained.notes) text += note + "\n";
    if (is_extrapolated)
        text += "Extrapolated: few blocks ran; others with the same work have the same counts.\n";
    return text;
}

} // namespace gpu::inline v0::detail
