// SPDX-License-Identifier: Apache-2.0
#include "reduce.hpp"

#include "experiment.hpp"
#include "judge.hpp"
#include "option_values.hpp"
#include "planning.hpp"
#include "race.hpp"
#include "reduce_input.hpp"
#include "reduce_pieces.hpp"
#include "sort_rows.hpp"
#include "timing.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tool {

namespace {

/// The calls of a command.
std::vector<entrant<reduce_row>> entrants_of(reduce_arguments const& arguments,
                                             reduction const& what, judge& judge,
                                             experiments const& planned) {
    std::vector<entrant<reduce_row>> all;
    for (auto const& e : planned.all()) {
        auto const first = [&](double& milliseconds) {
            bool const is_checked = !arguments.is_question() || arguments.check;
            gpu::report ran;
            std::optional<number> result;
            if (is_checked) judge.prepare(e.n);
            milliseconds = milliseconds_of([&] { result = e.run(ran); });
            reduce_row row{
                {e.name, e.device, {}}, e.n, what.front(e.n).elements.bytes(), to_text(*result)};
            row.take(ran);
            if (is_checked) row.agrees = judge.agrees(e, *result, ran);
            return row;
        };
        auto const again = [&] {
            gpu::report ignored;
            // the compiler cannot see that the result is not used
            (void)e.run(ignored);
        };
        all.push_back({e.name, e.device, e.n, first, again});
    }
    return all;
}

} // namespace

reduce_results reduce(reduce_arguments const& arguments) {
    auto const device = device_of(arguments);
    require_gpu(arguments.policy, device);
    if (auto const total = reduce_pieces(arguments, device)) return *total;
    reduction const what = input_of(arguments);
    experiments planned(arguments);
    plan_devices(
        arguments, device,
        [&](gpu::device d, std::size_t most) { planned.add_strategies(d, what.front(most)); },
        [&] { planned.add_comparisons(what); });
    auto const name = [](std::uint32_t type) {
        return std::string(gpu::detail::known_types[type].name);
    };
    reduce_results found{
        device, what.elements.count, name(what.elements.type), name(what.accumulator), arguments.op,
        {},     planned.skipped()};
    found.is_random = arguments.files.empty();
    judge judge(what);
    race(arguments, entrants_of(arguments, what, judge, planned)).run(found.rows, found.skipped);
    sort_rows(found.rows, arguments.order);
    return found;
}

} // namespace tool
