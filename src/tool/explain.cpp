// SPDX-License-Identifier: Apache-2.0
#include "explain.hpp"

#include "choices.hpp"
#include "matmul/names.hpp"
#include "scan/names.hpp"

#include <gpualgo/explain.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace tool {
namespace {

namespace detail = gpu::detail;
using detail::explained_algorithm;

bool is_product(detail::explain_request const& request) {
    return request.algorithm == static_cast<std::uint32_t>(explained_algorithm::matmul);
}

std::span<detail::strategy_facts const> strategies_of(detail::explain_request const& request) {
    if (is_product(request)) return detail::known_matmul_strategies;
    auto const algorithm = static_cast<explained_algorithm>(request.algorithm);
    if (algorithm == explained_algorithm::inclusive_scan ||
        algorithm == explained_algorithm::exclusive_scan)
        return detail::known_scan_strategies;
    return detail::known_strategies;
}

/// The problem, without a strategy.
detail::explain_request request_of(explain_arguments const& arguments) {
    detail::explain_request request;
    request.algorithm = static_cast<std::uint32_t>(
        std::ranges::find(explained_names, arguments.algorithm) - explained_names.begin());
    std::span<detail::type_facts const> types = detail::known_types;
    if (is_product(request)) types = detail::known_matmul_types;
    std::string const type = arguments.type.value_or(is_product(request) ? "float" : "int32");
    request.value = type_number(types, type);
    if (request.value == types.size())
        throw usage_error(fmt::format("--type: {} has no matrices of {}; {} are allowed",
                                      arguments.algorithm, type,
                                      fmt::join(type_choices(types), ", ")));
    request.n = arguments.sizes.n;
    request.m = arguments.sizes.m;
    request.k = arguments.sizes.k;
    request.offset = arguments.offset;
    request.stride = arguments.stride;
    if (request.algorithm == static_cast<std::uint32_t>(explained_algorithm::transform)) {
        request.block_x = arguments.block.x;
        request.block_y = arguments.block.y;
    } else if (arguments.block.x != 0) {
        request.block_size = arguments.block.x * arguments.block.y;
    }
    return request;
}

/// Fills in the strategy of a name, with or without a memory space.
void choose(detail::explain_request& request, std::string const& policy) {
    auto const strategies = strategies_of(request);
    request.strategy = static_cast<std::uint32_t>(strategies.size()); // serves nothing
    request.strategy_name = policy.c_str();
    for (std::uint32_t i = 0; i < strategies.size(); ++i)
        for (auto const space : spaces_of(strategies[i]))
            if (policy == policy_name(strategies[i], space)) {
                request.strategy = i;
                request.space = static_cast<std::uint32_t>(space);
            } else if (policy == strategies[i].name) {
                request.strategy = i;
            }
}

/// Whether a strategy of several is to run although it takes no number of threads.
bool chooses_own_block(detail::explain_request const& request) {
    auto const strategies = strategies_of(request);
    return request.strategy < strategies.size() && !strategies[request.strategy].takes_block_size;
}

/// "reduce of 1048576 int32"
std::string text_of(explain_arguments const& arguments) {
    auto const& [n, m, k] = arguments.sizes;
    std::string size = std::to_string(n);
    if (arguments.algorithm == "matmul") size = fmt::format("{}x{} by {}x{}", m, k, k, n);
    else if (arguments.algorithm == "merge") size = fmt::format("{}+{}", n, m);
    else if (m > 1) size = fmt::format("{}x{}", n, m);
    return fmt::format(
        "{} of {} {}", arguments.algorithm, size,
        arguments.type.value_or(arguments.algorithm == "matmul" ? "float" : "int32"));
}

} // namespace

std::vector<std::string> all_notes(explain_results const& results) {
    std::vector<std::string> notes;
    for (auto const& explained : results.strategies)
        for (auto const& note : explained.notes)
            if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
    return notes;
}

explain_results explain(explain_arguments const& arguments) {
    explain_results results{text_of(arguments), {}};
    for (auto const& policy : arguments.policies) {
        auto request = request_of(arguments);
        choose(request, policy);
        if (arguments.policies.size() > 1 && chooses_own_block(request))
            request.block_size = detail::unspecified;
        results.strategies.push_back(detail::run_explain(request, policy));
    }
    return results;
}

} // namespace tool
