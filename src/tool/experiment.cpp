// SPDX-License-Identifier: Apache-2.0
#include "experiment.hpp"

#include "comparisons.hpp"
#include "placed.hpp"
#include "planning.hpp"

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>

#include <optional>
#include <string>
#include <utility>

namespace tool {

namespace {

namespace detail = gpu::detail;

constexpr auto automatic = detail::number_of<gpu::policy::automatic, detail::strategies>;

/// The request of a reduction, without elements.
detail::reduce_request request_of(reduction const& what, std::uint32_t strategy,
                                  gpu::device device) {
    detail::reduce_request request;
    request.strategy = strategy;
    request.value = what.elements.type;
    request.accumulator = what.accumulator;
    request.operation = what.op;
    request.target = device.id();
    return request;
}

number call_library(detail::reduce_request request, number const& init, gpu::report& report) {
    auto result = number::zero_of(request.accumulator);
    request.init = init.data();
    request.result = result.data();
    detail::call_result ran;
    gpualgo_v0_reduce(&request, &ran);
    detail::raise(ran);
    detail::fill_report(report, ran, detail::known_strategies[request.strategy].name);
    return result;
}

} // namespace

void experiments::add_strategies(gpu::device device, reduction const& what) {
    number const init = identity_element(what.op, what.accumulator);
    std::optional<numbers> data;
    for_each_strategy(
        detail::known_strategies, arguments_, device,
        [&](std::uint32_t i, auto const& strategy, gpu::memory_space space, std::string name) {
            auto request = request_of(what, i, device);
            set_options(request, arguments_, strategy, space);
            auto const check = [&] {
                gpu::report ignored;
                (void)call_library(request, init, ignored);
            };
            if (!can_run(check, what.elements.count, arguments_, strategy, skipped_)) return;
            if (!data) data = placed(what.elements, device);
            request.first = data->first.get();
            request.n = data->count;
            if (device.kind() == gpu::device_kind::cuda) request.memory = device.id();
            auto run = [request, init, keep = *data](gpu::report& report) {
                return call_library(request, init, report);
            };
            bool const is_canonical = device == gpu::device::host() || i == automatic;
            all_.push_back({std::move(name), device, data->count, is_canonical, std::move(run)});
        });
}

void experiments::add_comparisons(reduction const& what) {
    if (what.accumulator != what.elements.type) return;
    for (auto& other : comparisons(what.elements, what.op))
        all_.push_back({other.name, gpu::device::host(), what.elements.count, false,
                        [run = std::move(other.run)](gpu::report&) { return run(); }});
}

number canonical(reduction const& what) {
    auto request = request_of(what, automatic, gpu::device::host());
    request.first = what.elements.first.get();
    request.n = what.elements.count;
    gpu::report ignored;
    return call_library(request, identity_element(what.op, what.accumulator), ignored);
}

} // namespace tool
