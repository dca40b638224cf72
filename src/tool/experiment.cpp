// SPDX-License-Identifier: Apache-2.0
#include "experiment.hpp"

#include "by_number.hpp"
#include "choices.hpp"
#include "comparisons.hpp"

#include <gpualgo/abi/reduce_request.hpp>
#include <gpualgo/detail/device_memory.hpp>
#include <gpualgo/detail/fill_report.hpp>
#include <gpualgo/detail/raise.hpp>
#include <gpualgo/error.hpp>

#include <memory>
#include <optional>
#include <type_traits>
#include <utility>

namespace tool {

namespace {

namespace detail = gpu::detail;

constexpr auto automatic = detail::number_of<gpu::policy::automatic, detail::strategies>;

/// What the reduction starts from.
number initial_of(reduction const& what) {
    return with_type(what.accumulator, [&]<class T>(std::type_identity<T>) {
        return with_operator(what.op, [&]<class Op>(std::type_identity<Op>) {
            if constexpr (detail::accepts<Op, T>) return number(Op::template identity_element<T>());
            else return number(T{}); // the library will refuse it
        });
    });
}

/// The request of a reduction, but for its elements.
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

/// The elements where the device reads them: in place, or in a copy.
numbers placed(numbers const& elements, gpu::device device) {
    if (device.kind() != gpu::device_kind::cuda) return elements;
    auto const copy = std::make_shared<detail::device_memory const>(device, elements.bytes());
    detail::copy_bytes(device, copy->data(), gpu::device::host(), elements.first.get(),
                       elements.bytes());
    return {elements.type, {copy, copy->data()}, elements.count};
}

/// A strategy, with what the command says of it. One that takes no block size is given it only
/// where it alone was asked for: then the library objects.
detail::reduce_request with_options(detail::reduce_request request,
                                    reduce_arguments const& arguments, gpu::memory_space space) {
    auto const& strategy = detail::known_strategies[request.strategy];
    if (spaces_of(strategy).size() > 1) request.space = static_cast<std::uint32_t>(space);
    if (arguments.block && (strategy.takes_block_size || arguments.policy != "all"))
        request.block_size = *arguments.block;
    return request;
}

} // namespace

void experiments::add_strategies(gpu::device device, reduction const& what) {
    bool const on_host = device == gpu::device::host();
    bool const all = arguments_.policy == "all";
    number const init = initial_of(what);
    std::optional<numbers> data;
    for (std::uint32_t i = 0; i < detail::known_strategies.size(); ++i) {
        auto const& strategy = detail::known_strategies[i];
        if (on_host && all && i != automatic) continue;
        for (auto const space : spaces_of(strategy)) {
            if (!is_wanted(arguments_.policy, strategy, space)) continue;
            auto request = with_options(request_of(what, i, device), arguments_, space);
            try {
                gpu::report ignored;
                (void)call_library(request, init, ignored); // of no elements: checks the options
            } catch (gpu::error const& refused) {
                // that device was asked for
                if (strategy.name != gpu::policy::vendor::name || (!all && arguments_.device))
                    throw;
                skipped_.insert(refused.what());
                continue;
            }
            if (!data) data = placed(what.elements, device);
            request.first = data->first.get();
            request.n = data->count;
            if (device.kind() == gpu::device_kind::cuda) request.memory = device.id();
            auto run = [request, init, keep = *data](gpu::report& report) {
                return call_library(request, init, report);
            };
            all_.push_back({on_host ? std::string(strategy.name) : policy_name(strategy, space),
                            device, data->count, on_host || i == automatic, std::move(run)});
            if (on_host) break;
        }
    }
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
    return call_library(request, initial_of(what), ignored);
}

} // namespace tool
