// SPDX-License-Identifier: Apache-2.0
#include "explain.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tool {
namespace {

using gpu::explanation;
using gpu::warp_counts;

constexpr std::size_t bar_cells = 8;

/// A cell: a number, and a share of the largest possible one, which is drawn as a bar.
struct cell {
    std::string number;
    double part = 0;
};

cell cell_of(std::uint64_t number) { return {std::to_string(number)}; }
cell share(double part) { return {fmt::format("{:.1f} %", 100 * part), part}; }
/// A number that is drawn as a part of the largest possible one.
cell part_of(double number, double most) { return {fmt::format("{:.2f}", number), number / most}; }

std::uint64_t sum_of(explanation const& explained, std::uint64_t explanation::launch::*field) {
    std::uint64_t sum = 0;
    for (auto const& launch : explained.launches) sum += launch.*field;
    return sum;
}

/// A row of the table: one number of every strategy. A row without one is left out.
struct figure {
    std::string_view name;
    std::function<bool(warp_counts const&)> is_present;
    std::function<cell(explanation const&, warp_counts const&)> of;
};

bool always(warp_counts const&) { return true; }

std::vector<figure> warp_figures() {
    return {
        {"launches", always, [](auto& e, auto&) { return cell_of(e.launches.size()); }},
        {"warps", always,
         [](auto& e, auto&) { return cell_of(sum_of(e, &explanation::launch::warps)); }},
        {"  that diverge", always,
         [](auto& e, auto&) { return cell_of(sum_of(e, &explanation::launch::divergent_warps)); }},
        {"  that are idle", always,
         [](auto& e, auto&) { return cell_of(sum_of(e, &explanation::launch::idle_warps)); }},
        {"warp-steps", always, [](auto&, auto& c) { return cell_of(c.steps); }},
        {"  that diverge", always, [](auto&, auto& c) { return cell_of(c.divergent_steps); }},
        {"  branch efficiency", always,
         [](auto&, auto& c) { return share(c.branch_efficiency()); }},
        {"  active lanes of 32", always,
         [](auto&, auto& c) {
             return part_of(c.steps == 0 ? 0
                                         : static_cast<double>(c.thread_steps()) /
                                               static_cast<double>(c.steps),
                            32);
         }},
    };
}

void add_global(std::vector<figure>& figures, std::string_view name,
                gpu::global_counts warp_counts::*counts) {
    auto const has = [counts](warp_counts const& c) { return (c.*counts).requests > 0; };
    figures.push_back({name, has, [=](auto&, auto& c) { return cell_of((c.*counts).requests); }});
    figures.push_back(
        {"  sectors", has, [=](auto&, auto& c) { return cell_of((c.*counts).sectors); }});
    figures.push_back({"  sectors per request", has, [=](auto&, auto& c) {
                           return part_of((c.*counts).sectors_per_request(), 32);
                       }});
    figures.push_back({"  bytes used of moved", has,
                       [=](auto&, auto& c) { return share((c.*counts).efficiency()); }});
}

void add_shared(std::vector<figure>& figures, std::string_view name,
                gpu::shared_counts warp_counts::*counts) {
    auto const has = [counts](warp_counts const& c) { return (c.*counts).requests > 0; };
    figures.push_back({name, has, [=](auto&, auto& c) { return cell_of((c.*counts).requests); }});
    figures.push_back(
        {"  wavefronts", has, [=](auto&, auto& c) { return cell_of((c.*counts).wavefronts); }});
    figures.push_back({"  conflict degree", has,
                       [=](auto&, auto& c) { return part_of((c.*counts).conflict_degree(), 32); }});
}

void add_count(std::vector<figure>& figures, std::string_view name,
               std::uint64_t warp_counts::*counter) {
    figures.push_back({name, [=](warp_counts const& c) { return c.*counter > 0; },
                       [=](auto&, auto& c) { return cell_of(c.*counter); }});
}

std::vector<figure> all_figures() {
    auto figures = warp_figures();
    add_global(figures, "global loads", &warp_counts::global_loads);
    add_global(figures, "global stores", &warp_counts::global_stores);
    add_shared(figures, "shared loads", &warp_counts::shared_loads);
    add_shared(figures, "shared stores", &warp_counts::shared_stores);
    add_count(figures, "barriers", &warp_counts::barriers);
    add_count(figures, "tile syncs", &warp_counts::tile_syncs);
    add_count(figures, "shuffles", &warp_counts::shuffles);
    add_count(figures, "votes", &warp_counts::votes);
    add_count(figures, "atomics", &warp_counts::atomics);
    return figures;
}

/// Remarks on all of the counts. Those of several strategies are printed once.
std::string notes_of(explain_results const& results) {
    std::string text = "Counts model the source, not the machine code.\n";
    for (auto const& note : all_notes(results)) text += note + "\n";
    bool is_extrapolated = false;
    for (auto const& explained : results.strategies)
        for (auto const& launch : explained.launches) is_extrapolated |= launch.is_extrapolated;
    if (is_extrapolated)
        text += "Few blocks ran; others with the same work have the same counts.\n";
    return text;
}

} // namespace

std::string to_table(explain_results const& results, appearance look) {
    std::vector<warp_counts> totals;
    std::size_t width = 12;
    for (auto const& explained : results.strategies) {
        totals.push_back(explained.total());
        width = std::max(width, explained.policy.size());
    }
    std::string text = fmt::format("{}\n{:22}", results.problem, "");
    for (auto const& explained : results.strategies)
        text += fmt::format("  {:>{}} {:8}", explained.policy, width, "");
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
    for (auto const& figure : all_figures()) {
        if (std::ranges::none_of(totals, figure.is_present)) continue;
        std::string line = fmt::format("{:22}", figure.name);
        for (std::size_t i = 0; i < totals.size(); ++i) {
            auto const shown = figure.is_present(totals[i])
                                   ? figure.of(results.strategies[i], totals[i])
                                   : cell{"-"};
            auto const drawn = bar(shown.part, bar_cells, look.has_unicode);
            line += fmt::format("  {:>{}} ", shown.number, width) + drawn +
                    std::string(bar_cells - display_width(drawn), ' ');
        }
        line.erase(line.find_last_not_of(' ') + 1);
        text += line + "\n";
    }
    return text + notes_of(results);
}

} // namespace tool
