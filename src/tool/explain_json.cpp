// SPDX-License-Identifier: Apache-2.0
#include "explain.hpp"

#include "record/context.hpp"
#include "record/json.hpp"

#include <array>
#include <cstdint>
#include <utility>

namespace tool {
namespace {

using record::json;

json json_of(gpu::global_counts const& c) {
    return {{"requests", c.requests}, {"sectors", c.sectors}, {"bytes_used", c.bytes_used}};
}

json json_of(gpu::shared_counts const& c) {
    return {{"requests", c.requests}, {"wavefronts", c.wavefronts}, {"conflicts", c.conflicts()}};
}

json json_of(std::array<std::uint64_t, 32> const& numbers) {
    json list = json::array();
    for (std::uint64_t const number : numbers) list.push_back(number);
    return list;
}

json json_of(gpu::warp_counts const& c) {
    return {{"steps", c.steps},
            {"divergent_steps", c.divergent_steps},
            {"active_lanes", json_of(c.active_lanes)},
            {"global_loads", json_of(c.global_loads)},
            {"global_stores", json_of(c.global_stores)},
            {"shared_loads", json_of(c.shared_loads)},
            {"shared_stores", json_of(c.shared_stores)},
            {"barriers", c.barriers},
            {"tile_syncs", c.tile_syncs},
            {"shuffles", c.shuffles},
            {"votes", c.votes},
            {"atomics", c.atomics}};
}

json json_of(gpu::explanation const& explained, std::size_t i) {
    auto const& launch = explained.launches[i];
    json lines = json::array();
    for (auto const& line : explained)
        if (line.launch == i)
            lines.push_back(
                {{"file", line.file}, {"line", line.number}, {"counts", json_of(line.counts)}});
    return {{"kernel", launch.kernel},
            {"grid", json::array({launch.grid.x, launch.grid.y})},
            {"block", json::array({launch.block.x, launch.block.y})},
            {"warps", launch.warps},
            {"divergent_warps", launch.divergent_warps},
            {"idle_warps", launch.idle_warps},
            {"extrapolated", launch.is_extrapolated},
            {"counts", json_of(explained.total(i))},
            {"lines", std::move(lines)}};
}

} // namespace

std::string to_json(explain_results const& results, std::vector<std::string> const& arguments) {
    json rows = json::array();
    for (auto const& explained : results.strategies) {
        json launches = json::array();
        for (std::size_t i = 0; i < explained.launches.size(); ++i)
            launches.push_back(json_of(explained, i));
        rows.push_back({{"policy", explained.policy},
                        {"launches", std::move(launches)},
                        {"notes", explained.notes}});
    }
    return record::to_text({{"problem", results.problem},
                            {"model", "source, not machine code"},
                            {"rows", std::move(rows)},
                            {"context", record::context(gpu::device::simulated(), arguments)}}) +
           "\n";
}

} // namespace tool
