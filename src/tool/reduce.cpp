// SPDX-License-Identifier: Apache-2.0
#include "reduce.hpp"

#include "choices.hpp"
#include "experiment.hpp"
#include "inputs.hpp"
#include "progress.hpp"
#include "reduce_input.hpp"
#include "reference.hpp"
#include "timing.hpp"

#include <gpualgo/error.hpp>
#include <gpualgo/kernel/canonical.hpp>

#include <fmt/format.h>

#include <functional>
#include <map>
#include <optional>

namespace tool {

namespace {

constexpr double long_call = 5000; ///< milliseconds of a call that is not made again to be timed

/// Adds the experiments that a command asks for.
void plan(experiments& planned, reduce_arguments const& arguments, gpu::device device, reduction const& what) {
    bool const all = arguments.policy == "all";
    if (all && device.kind() == gpu::device_kind::cuda) planned.add_strategies(gpu::device::host(), what);
    planned.add_strategies(device, what);
    if (all && device.kind() != gpu::device_kind::simulated) planned.add_comparisons(what);
    if (device == gpu::device::host() && !arguments.device) planned.add_strategies(gpu::device::simulated(), what.front(most_simulated));
}

/// @return a bound of how many operations an element passes through on its way into the result
std::size_t longest_chain(gpu::report const& ran, std::size_t n) {
    if (ran.strategy.empty()) return n; // not ours, and in any order
    // The canonical order: the rows of a segment, then the folds of its lanes and of all totals, by halves.
    if (ran.grid == 0 || ran.block == 0 || ran.strategy == gpu::policy::automatic::name) return gpu::kernel::segmentation::rows + 64;
    // A thread's elements, and its block's; then the blocks' totals by one block.
    return n / (ran.grid * ran.block) + ran.grid / ran.block + std::size_t{2} * ran.block + 16;
}

/// What results are judged by: for all elements, and for fewer where the simulated device gets no more.
class judge {
public:
    explicit judge(reduction const& what) : what_(what) {}

    /// Reads the elements, which a file has to be read from the disk for: none of the calls that are timed then is.
    void prepare(std::size_t n) {
        if (!known_.contains(n)) known_.emplace(n, reference(what_.front(n).elements, what_.op, what_.accumulator));
    }

    bool agrees(experiment const& e, number const& result, gpu::report const& ran) {
        return known_.at(e.n).agrees(result, longest_chain(ran, e.n)) && (!e.is_canonical || has_canonical_bits(e, result));
    }

private:
    /// The canonical order gives the same bits on every device: those of the host.
    bool has_canonical_bits(experiment const& e, number const& result) {
        if (e.device == gpu::device::host()) bits_.insert_or_assign(e.n, result);
        else if (!bits_.contains(e.n)) bits_.emplace(e.n, canonical(what_.front(e.n)));
        return bits_.at(e.n) == result;
    }

    reduction const& what_;
    std::map<std::size_t, reference> known_;
    std::map<std::size_t, number> bits_;
};

reduce_row first_run(experiment const& e, reduction const& what, judge& judge) {
    gpu::report ran;
    std::optional<number> result;
    judge.prepare(e.n);
    double const milliseconds = milliseconds_of([&] { result = e.run(ran); });
    reduce_row row{
        {e.name, e.device, ran.grid, ran.block, {}, judge.agrees(e, *result, ran), ran.fallback}, e.n, what.front(e.n).elements.bytes(), to_text(*result)};
    if (e.is_timed() && milliseconds > long_call) row.milliseconds = milliseconds;
    return row;
}

/// Times what has no time yet.
void time(std::vector<experiment> const& all, std::vector<reduce_row>& rows) {
    std::vector<std::function<void()>> calls;
    std::vector<reduce_row*> timed;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].is_timed() || rows[i].milliseconds) continue;
        calls.push_back([&e = all[i]] {
            gpu::report ignored;
            (void)e.run(ignored); // its result leaves through a function that the compiler does not see into
        });
        timed.push_back(&rows[i]);
    }
    auto const medians = median_milliseconds(calls);
    for (std::size_t i = 0; i < timed.size(); ++i) timed[i]->milliseconds = medians[i];
}

std::vector<reduce_row> run(std::vector<experiment> const& all, reduction const& what) {
    progress shown;
    judge judge(what);
    std::vector<reduce_row> rows;
    for (auto const& e : all) {
        shown.show(fmt::format("{} of {}: {} on {}, {} elements", rows.size() + 1, all.size(), e.name, gpu::to_string(e.device), e.n));
        rows.push_back(first_run(e, what, judge));
    }
    shown.show("timing");
    time(all, rows);
    return rows;
}

} // namespace

reduce_results reduce(reduce_arguments const& arguments) {
    auto const device = arguments.device.value_or(gpu::device::preferred());
    reduction const what = input_of(arguments);
    experiments planned(arguments);
    plan(planned, arguments, device, what);
    auto const name = [](std::uint32_t type) { return std::string(gpu::detail::known_types[type].name); };
    return {device, what.elements.count, name(what.elements.type), name(what.accumulator), arguments.op, run(planned.all(), what), planned.skipped()};
}

} // namespace tool
