// SPDX-License-Identifier: Apache-2.0
#include "reduce.hpp"

#include "choices.hpp"
#include "experiment.hpp"
#include "inputs.hpp"
#include "reference.hpp"
#include "timing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <span>

namespace tool {

namespace {

/// The experiments that a command asks for.
template <class T, class Op>
experiments<T, Op> planned(reduce_arguments const& arguments, gpu::device device, std::span<T const> numbers) {
    experiments<T, Op> plan(arguments, neutral<T, Op>());
    bool const all = arguments.policy == "all";
    bool const on_host = device == gpu::device::host();
    if (all && device.kind() == gpu::device_kind::cuda) plan.add_strategies(gpu::device::host(), numbers);
    plan.add_strategies(device, numbers);
    if (all && device.kind() != gpu::device_kind::simulated) plan.add_comparisons(numbers);
    if (on_host && !arguments.device) plan.add_strategies(gpu::device::simulated(), numbers.first(std::min(numbers.size(), most_simulated)));
    return plan;
}

/// @return a bound of how many operations a number passes through on its way into the result
std::size_t longest_chain(gpu::report const& ran, std::size_t n) {
    if (ran.strategy.empty()) return n; // not ours, and in any order
    // The canonical order: the rows of a segment, then the folds of lanes and of totals.
    if (ran.block == 0 || ran.strategy == gpu::policy::automatic::name) return 256 + 64;
    // A thread's elements, and its block's; then the blocks' totals by one block.
    return n / (ran.grid * ran.block) + ran.grid / ran.block + std::size_t{2} * ran.block + 16;
}

template <class T, class Op>
row first_run(experiment<T> const& e, reference<T, Op> const& expected) {
    gpu::report ran;
    T const result = e.run(ran);
    return {.policy = e.name,
            .device = e.device,
            .n = e.numbers.size(),
            .bytes = e.numbers.size_bytes(),
            .grid = ran.grid,
            .block = ran.block,
            .milliseconds = {},
            .result = fmt::format("{}", result),
            .agrees = expected.agrees(result, longest_chain(ran, e.numbers.size())),
            .fallback = ran.fallback};
}

template <class T>
void time(std::vector<experiment<T>> const& all, std::vector<row>& rows) {
    std::vector<std::function<void()>> calls;
    std::vector<row*> timed;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (!all[i].is_timed()) continue;
        calls.push_back([&e = all[i]] {
            gpu::report ignored;
            [[maybe_unused]] T volatile const result = e.run(ignored); // volatile: the loop that it is compared with must run
        });
        timed.push_back(&rows[i]);
    }
    auto const medians = median_milliseconds(calls);
    for (std::size_t i = 0; i < timed.size(); ++i) timed[i]->milliseconds = medians[i];
}

template <class T, class Op>
std::vector<row> run(reduce_arguments const& arguments, gpu::device device) {
    auto const numbers = random_bytes<T>(arguments.n);
    auto const plan = planned<T, Op>(arguments, device, numbers);
    std::vector<row> rows;
    for (auto const& e : plan.all()) rows.push_back(first_run(e, reference<T, Op>(e.numbers)));
    time(plan.all(), rows);
    return rows;
}

} // namespace

results reduce(reduce_arguments const& arguments) {
    auto const device = arguments.device.value_or(gpu::device::preferred());
    results found{device, arguments.n, arguments.type, arguments.op, {}};
    for_each(types{}, [&]<class T>(std::type_identity<T>) {
        for_each(operators{}, [&]<class Op>(std::type_identity<Op>) {
            if (arguments.type == type_name<T>() && arguments.op == operator_name<Op>()) found.rows = run<T, Op>(arguments, device);
        });
    });
    return found;
}

} // namespace tool
