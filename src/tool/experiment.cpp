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

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tool {

namespace {

namespace detail = gpu::detail;

constexpr auto automatic = detail::number_of<gpu::policy::automatic, detail::strategies>;

/// The init of the reduction.
number initial_of(reduction const& what) {
    return with_type(what.accumulator, [&]<class T>(std::type_identity<T>) {
        return with_operator(what.op, [&]<class Op>(std::type_identity<Op>) {
            if constexpr (detail::accepts<Op, T>) return number(Op::template identity_element<T>());
            else return number(T{}); // the library will refuse it
        });
    });
}

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

/// The text of an error of a call without elements, which checks options, with the true number.
std::string with_count(std::string text, std::size_t n) {
    constexpr std::string_view none = "n = 0,";
    if (auto const place = text.find(none); place != text.npos)
        text.replace(place, none.size(), fmt::format("n = {},", n));
    return text;
}

/// Let the library check the options, before any element is read or copied.
/// @throws gpu::error or std::invalid_argument, with the number of elements
void check_options(detail::reduce_request const& request, number const& init, std::size_t n) {
    try {
        gpu::report ignored;
        (void)call_library(request, init, ignored);
    } catch (gpu::error const& refused) {
        throw gpu::error(with_count(refused.what(), n), refused.code());
    } catch (std::invalid_argument const& refused) {
        throw usage_error(with_count(refused.what(), n));
    }
}

/// The elements in memory that the device reads: in place, or a copy.
numbers placed(numbers const& elements, gpu::device device) {
    if (device.kind() != gpu::device_kind::cuda) return elements;
    auto const copy = std::make_shared<detail::device_memory const>(device, elements.bytes());
    detail::copy_bytes(device, copy->data(), gpu::device::host(), elements.first.get(),
                       elements.bytes());
    return {elements.type, {copy, copy->data()}, elements.count};
}

/// A strategy with the options of the command. If it takes no block size, it is given one only if
/// it was asked for alone: then the library objects.
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
                check_options(request, init, what.elements.count);
            } catch (gpu::error const& refused) {
                // that device was asked for
                if (strategy.name != gpu::policy::vendor::name || (!all && arguments_.device))
                    throw;
                skipped_.insert(skipped_note(strategy.name, refused.what()));
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

std::string skipped_note(std::string_view strategy, std::string_view error) {
    // The library's text begins with the call, in parentheses.
    auto const end = error.find("): ");
    return fmt::format("{}: {}", strategy, end == error.npos ? error : error.substr(end + 3));
}

number canonical(reduction const& what) {
    auto request = request_of(what, automatic, gpu::device::host());
    request.first = what.elements.first.get();
    request.n = what.elements.count;
    gpu::report ignored;
    return call_library(request, initial_of(what), ignored);
}

} // namespace tool
