// SPDX-License-Identifier: Apache-2.0
#include "explain.hpp"
#include "kernel_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace tool {
namespace {

using gpu::explanation;
using gpu::warp_counts;

/// Lines that are shown before and after those with counts.
constexpr unsigned lines_of_context = 2;

std::vector<std::string_view> split(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        auto const end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

constexpr std::string_view headings = "     steps  divergent  lanes   loads/sectors  stores/sectors"
                                      "  shared/degree  collectives";

std::string global_cell(gpu::global_counts const& counts) {
    if (counts.requests == 0) return "";
    return fmt::format("{} / {:.1f}", counts.requests, counts.sectors_per_request());
}

/// The counts beside a line. Loads and stores of shared memory are one number.
std::string cells_of(warp_counts const& c) {
    auto shared = c.shared_loads;
    shared += c.shared_stores;
    std::uint64_t const collectives = c.barriers + c.tile_syncs + c.shuffles + c.votes;
    bool const has_steps = c.steps > 0;
    return fmt::format("{:>10}  {:>9}  {:>5}  {:>14}  {:>14}  {:>13}  {:>11}",
                       has_steps ? std::to_string(c.steps) : "",
                       has_steps ? std::to_string(c.divergent_steps) : "",
                       has_steps ? fmt::format("{:.1f}", static_cast<double>(c.thread_steps()) /
                                                             static_cast<double>(c.steps))
                                 : "",
                       global_cell(c.global_loads), global_cell(c.global_stores),
                       shared.requests == 0
                           ? ""
                           : fmt::format("{} / {:.1f}", shared.requests, shared.conflict_degree()),
                       collectives == 0 ? "" : std::to_string(collectives));
}

/// The lines of one file around those with counts.
std::string listing_of(std::string_view file, std::map<unsigned, warp_counts> const& counts) {
    auto const source = split(source_of(file));
    std::string text = fmt::format("{}  {}\n", headings, file);
    unsigned shown = 0; // up to this line
    for (auto const& [number, of_line] : counts) {
        unsigned const first =
            std::max(number > lines_of_context ? number - lines_of_context : 1, shown + 1);
        if (shown != 0 && first > shown + 1) text += "\n";
        auto last = number;
        auto const next = counts.upper_bound(number);
        last += next == counts.end() ? lines_of_context
                                     : std::min(lines_of_context, next->first - number - 1);
        for (unsigned line = first; line <= last; ++line) {
            bool const is_known = line <= source.size();
            if (!is_known && line != number) continue;
            std::string shown_line =
                fmt::format("{}  {:>4}  {}", cells_of(line == number ? of_line : warp_counts()),
                            line, is_known ? source[line - 1] : "");
            shown_line.erase(shown_line.find_last_not_of(' ') + 1);
            text += shown_line + "\n";
        }
        shown = last;
    }
    return text;
}

} // namespace

std::string to_listing(explain_results const& results) {
    std::string text = results.problem + "\n";
    for (auto const& explained : results.strategies)
        for (std::size_t i = 0; i < explained.launches.size(); ++i) {
            auto const& launch = explained.launches[i];
            text += fmt::format("\n{}: {}, grid {}, block {}{}\n", explained.policy, launch.kernel,
                                std::uint64_t{launch.grid.x} * launch.grid.y,
                                launch.block.x * launch.block.y,
                                launch.is_extrapolated ? "; extrapolated" : "");
            std::map<std::string, std::map<unsigned, warp_counts>> files;
            for (auto const& line : explained)
                if (line.launch == i) files[line.file][line.number] = line.counts;
            for (auto const& [file, counts] : files) text += listing_of(file, counts);
        }
    text += "Counts model the source, not the machine code.\n";
    for (auto const& note : all_notes(results)) text += note + "\n";
    return text;
}

} // namespace tool
