// SPDX-License-Identifier: Apache-2.0
#include "reduce.hpp"

#include "choices.hpp"
#include "experiment.hpp"
#include "judge.hpp"
#include "option_values.hpp"
#include "progress.hpp"
#include "reduce_input.hpp"
#include "reduce_pieces.hpp"
#include "sort_rows.hpp"
#include "timing.hpp"

#include <gpualgo/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <numeric>
#include <optional>

namespace tool {

namespace {

using std::chrono::milliseconds;

constexpr double long_call = 5000;     ///< milliseconds; such a call is not repeated to be timed
constexpr double long_answer = 200;    ///< the same if it gives the answer, not a comparison
constexpr milliseconds enough{2000};   ///< of timing a comparison
constexpr milliseconds answer_in{100}; ///< of timing an answer

/// Add the experiments that a command asks for.
void plan(experiments& planned, reduce_arguments const& arguments, gpu::device device,
          reduction const& what) {
    bool const all = arguments.policy == "all";
    if (all && device.kind() == gpu::device_kind::cuda)
        planned.add_strategies(gpu::device::host(), what);
    planned.add_strategies(device, what);
    if (all && device.kind() != gpu::device_kind::simulated) planned.add_comparisons(what);
    if (device == gpu::device::host() && !arguments.device && !arguments.is_question())
        planned.add_strategies(gpu::device::simulated(), what.front(most_simulated));
}

/// An estimate of the milliseconds that a first run and its check take.
double estimated(experiment const& e) {
    double const per_element = e.device == gpu::device::simulated() ? 5e-4 : 2e-6;
    return 0.1 + static_cast<double>(e.n) * per_element;
}

/// The reductions of a command, run one after the other.
class race {
public:
    race(reduce_arguments const& arguments, reduction const& what, experiments const& planned)
        : arguments_(arguments), what_(what), planned_(planned),
          judge_(what), timing_{arguments.runs, arguments.warmup,
                                arguments.is_question() ? answer_in : enough},
          shown_(std::accumulate(planned.all().begin(), planned.all().end(), timing_work(),
                                 [](double sum, auto const& e) { return sum + estimated(e); })) {}

    void run(reduce_results& found) {
        for (auto const& e : planned_.all()) {
            shown_.show(fmt::format("{} of {}: {} on {}, {} elements", ran_.size() + 1,
                                    planned_.all().size(), e.name, gpu::to_string(e.device), e.n));
            try {
                found.rows.push_back(first_run(e));
                ran_.push_back(e);
            } catch (gpu::error const& missing) {
                if (arguments_.policy != "all" || e.name != gpu::policy::vendor::name) throw;
                found.skipped.insert(skipped_note(e.name, missing.what()));
            }
            shown_.advance(estimated(e));
        }
        shown_.show("timing");
        time(found.rows);
    }

private:
    reduce_row first_run(experiment const& e) {
        bool const is_checked = !arguments_.is_question() || arguments_.check;
        gpu::report ran;
        std::optional<number> result;
        if (is_checked) judge_.prepare(e.n);
        double const once = milliseconds_of([&] { result = e.run(ran); });
        reduce_row row{
            {e.name, e.device, {}}, e.n, what_.front(e.n).elements.bytes(), to_text(*result)};
        row.take(ran);
        if (is_checked) row.agrees = judge_.agrees(e, *result, ran);
        bool const is_long = once > (arguments_.is_question() ? long_answer : long_call);
        if (e.is_timed() && is_long && !arguments_.runs) row.time = timing{once};
        return row;
    }

    /// Time what has no time yet.
    void time(std::vector<reduce_row>& rows) {
        std::vector<std::function<void()>> calls;
        std::vector<reduce_row*> timed;
        for (std::size_t i = 0; i < ran_.size(); ++i) {
            if (!ran_[i].is_timed() || rows[i].time) continue;
            calls.push_back([&e = ran_[i]] {
                gpu::report ignored;
                // the compiler cannot see that the result is not used
                (void)e.run(ignored);
            });
            timed.push_back(&rows[i]);
        }
        double before = 0;
        auto const timings = time_in_turns(calls, timing_, [&](double part) {
            shown_.advance((part - before) * timing_work());
            before = part;
        });
        for (std::size_t i = 0; i < timed.size(); ++i) timed[i]->time = timings[i];
    }

    [[nodiscard]] double timing_work() const { return static_cast<double>(timing_.enough.count()); }

    reduce_arguments const& arguments_;
    reduction const& what_;
    experiments const& planned_;
    judge judge_;
    timing_plan timing_;
    progress shown_;
    std::vector<experiment> ran_{};
};

} // namespace

reduce_results reduce(reduce_arguments const& arguments) {
    auto const device = device_of(arguments);
    require_gpu(arguments.policy, device);
    if (auto const total = reduce_pieces(arguments, device)) return *total;
    reduction const what = input_of(arguments);
    experiments planned(arguments);
    plan(planned, arguments, device, what);
    auto const name = [](std::uint32_t type) {
        return std::string(gpu::detail::known_types[type].name);
    };
    reduce_results found{
        device, what.elements.count, name(what.elements.type), name(what.accumulator), arguments.op,
        {},     planned.skipped()};
    found.is_random = arguments.files.empty();
    race(arguments, what, planned).run(found);
    sort_rows(found.rows, arguments.order);
    return found;
}

} // namespace tool
