// SPDX-License-Identifier: Apache-2.0
/// @file
/// The calls of a command that reads an array: each is run once and checked, then all are timed in
/// turns.
#pragma once

#include "arguments.hpp"
#include "planning.hpp"
#include "progress.hpp"
#include "timing.hpp"

#include <gpualgo/device.hpp>
#include <gpualgo/error.hpp>
#include <gpualgo/policy.hpp>

#include <fmt/format.h>

#include <chrono>
#include <cstddef>
#include <functional>
#include <numeric>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace tool {

/// One call.
/// @tparam Row of its result
template <class Row>
struct entrant {
    std::string name;   ///< the strategy, or the competitor
    gpu::device device; ///< that it runs on
    std::size_t n;      ///< elements
    /// Runs and checks it. Sets the milliseconds that the call alone takes.
    std::function<Row(double& milliseconds)> first;
    std::function<void()> again; ///< runs it to be timed

    /// @return whether times mean something: not those of the simulated device
    [[nodiscard]] bool is_timed() const { return device.kind() != gpu::device_kind::simulated; }
};

/// The calls of a command, run one after the other.
template <class Row>
class race {
    using milliseconds = std::chrono::milliseconds;
    static constexpr double long_call = 5000;     // ms; such a call is not repeated to be timed
    static constexpr double long_answer = 200;    // the same if it gives the answer
    static constexpr milliseconds enough{2000};   // of timing a comparison
    static constexpr milliseconds answer_in{100}; // of timing an answer

public:
    /// @param arguments the command; outlives this
    /// @param planned the calls
    race(range_arguments const& arguments, std::vector<entrant<Row>> planned)
        : arguments_(arguments),
          planned_(std::move(planned)), timing_{arguments.runs, arguments.warmup,
                                                arguments.is_question() ? answer_in : enough},
          shown_(std::accumulate(planned_.begin(), planned_.end(), timing_work(),
                                 [](double sum, auto const& e) { return sum + estimated(e); })) {}

    /// Runs all.
    /// @param rows gets a row for each
    /// @param skipped gets a note if the vendor's library is missing
    void run(std::vector<Row>& rows, std::set<std::string>& skipped) {
        for (auto const& e : planned_) {
            shown_.show(fmt::format("{} of {}: {} on {}, {} elements", ran_.size() + 1,
                                    planned_.size(), e.name, gpu::to_string(e.device), e.n));
            try {
                rows.push_back(first_run(e));
                ran_.push_back(e);
            } catch (gpu::error const& missing) {
                if (arguments_.policy != "all" || e.name != gpu::policy::vendor::name) throw;
                skipped.insert(skipped_note(e.name, missing.what()));
            }
            shown_.advance(estimated(e));
        }
        shown_.show("timing");
        time(rows);
    }

private:
    /// An estimate of the milliseconds that a first run and its check take.
    static double estimated(entrant<Row> const& e) {
        double const per_element = e.device == gpu::device::simulated() ? 5e-4 : 2e-6;
        return 0.1 + static_cast<double>(e.n) * per_element;
    }

    Row first_run(entrant<Row> const& e) const {
        double once = 0;
        Row row = e.first(once);
        bool const is_long = once > (arguments_.is_question() ? long_answer : long_call);
        if (e.is_timed() && is_long && !arguments_.runs) row.time = timing{once};
        return row;
    }

    /// Times what has no time yet.
    void time(std::vector<Row>& rows) {
        std::vector<std::function<void()>> calls;
        std::vector<Row*> timed;
        for (std::size_t i = 0; i < ran_.size(); ++i) {
            if (!ran_[i].is_timed() || rows[i].time) continue;
            calls.push_back(ran_[i].again);
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

    range_arguments const& arguments_;
    std::vector<entrant<Row>> planned_;
    timing_plan timing_;
    progress shown_;
    std::vector<entrant<Row>> ran_{};
};

} // namespace tool
