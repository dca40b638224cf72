// SPDX-License-Identifier: Apache-2.0
#include "reduce.hpp"

#include "choices.hpp"
#include "experiment.hpp"
#include "judge.hpp"
#include "progress.hpp"
#include "reduce_input.hpp"
#include "timing.hpp"

#include <gpualgo/error.hpp>

#include <fmt/format.h>

#include <functional>
#include <optional>

namespace tool {

namespace {

constexpr double long_call = 5000; ///< milliseconds of a call that is not made again to be timed

/// Adds the experiments that a command asks for.
void plan(experiments& planned, reduce_arguments const& arguments, gpu::device device,
          reduction const& what) {
    bool const all = arguments.policy == "all";
    if (all && device.kind() == gpu::device_kind::cuda)
        planned.add_strategies(gpu::device::host(), what);
    planned.add_strategies(device, what);
    if (all && device.kind() != gpu::device_kind::simulated) planned.add_comparisons(what);
    if (device == gpu::device::host() && !arguments.device)
        planned.add_strategies(gpu::device::simulated(), what.front(most_simulated));
}

reduce_row first_run(experiment const& e, reduction const& what, judge& judge) {
    gpu::report ran;
    std::optional<number> result;
    judge.prepare(e.n);
    double const milliseconds = milliseconds_of([&] { result = e.run(ran); });
    reduce_row row{{e.name,
                    e.device,
                    ran.kernel,
                    ran.grid,
                    ran.block,
                    {},
                    judge.agrees(e, *result, ran),
                    ran.fallback},
                   e.n,
                   what.front(e.n).elements.bytes(),
                   to_text(*result)};
    if (e.is_timed() && milliseconds > long_call) row.time = timing{milliseconds};
    return row;
}

/// Times what has no time yet.
void time(std::vector<experiment> const& all, std::vector<reduce_row>& rows) {
    std::vector<std::function<void()>> calls;
    std::vector<reduce_row*> timed;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].is_timed() || rows[i].time) continue;
        calls.push_back([&e = all[i]] {
            gpu::report ignored;
            // its result leaves through a function that the compiler does not see into
            (void)e.run(ignored);
        });
        timed.push_back(&rows[i]);
    }
    auto const timings = time_in_turns(calls);
    for (std::size_t i = 0; i < timed.size(); ++i) timed[i]->time = timings[i];
}

} // namespace

reduce_results reduce(reduce_arguments const& arguments) {
    auto const device = arguments.device.value_or(gpu::device::preferred());
    reduction const what = input_of(arguments);
    experiments planned(arguments);
    plan(planned, arguments, device, what);
    auto const name = [](std::uint32_t type) {
        return std::string(gpu::detail::known_types[type].name);
    };
    reduce_results found{
        device, what.elements.count, name(what.elements.type), name(what.accumulator), arguments.op,
        {},     planned.skipped()};

    progress shown;
    judge judge(what);
    std::vector<experiment> ran;
    for (auto const& e : planned.all()) {
        shown.show(fmt::format("{} of {}: {} on {}, {} elements", ran.size() + 1,
                               planned.all().size(), e.name, gpu::to_string(e.device), e.n));
        try {
            found.rows.push_back(first_run(e, what, judge));
            ran.push_back(e);
        } catch (gpu::error const& missing) {
            if (arguments.policy != "all" || e.name != gpu::policy::vendor::name) throw;
            found.skipped.insert(missing.what());
        }
    }
    shown.show("timing");
    time(ran, found.rows);
    return found;
}

} // namespace tool
