// SPDX-License-Identifier: Apache-2.0
#include "call/prepare.hpp"

#include "call/devices.hpp"
#include "call/options.hpp"

#include <gpualgo/error.hpp>
#include <gpualgo/kernel/block.hpp>

#include <limits>
#include <stdexcept>

namespace gpu::inline v0::detail {

strategy_facts const& strategy_of(call_options const& options,
                                  std::span<strategy_facts const> known) {
    if (options.version != request_version)
        throw error("this library takes requests of version " + std::to_string(request_version) +
                    ", not " + std::to_string(options.version));
    if (options.strategy >= known.size())
        throw unsupported_operator("this library has no strategy number " +
                                   std::to_string(options.strategy));
    return known[options.strategy];
}

std::string_view name_of_strategy(call_options const& options,
                                  std::span<strategy_facts const> known) noexcept {
    return options.strategy < known.size() ? known[options.strategy].name : "?";
}

void check_range(void const* first, std::uint64_t n, std::uint32_t value) {
    if (n == 0) return;
    if (first == nullptr)
        throw std::invalid_argument("a null pointer was given for a range of " + std::to_string(n) +
                                    " elements");
    if (n > std::numeric_limits<std::size_t>::max() / known_types[value].size)
        throw std::invalid_argument("the range is larger than the address space");
}

placement prepare(call_options& options, strategy_facts const& strategy, call_data const& data,
                  call_result& ran) {
    check_options(options.block_size, options.space, strategy);
    if (options.block_size == unspecified) options.block_size = default_block_size;
    auto where = place(data.owner, data.is_empty, options.target, strategy.is_automatic, data.text);
    check_resources(options, where.device);
    ran.device = where.device;
    ran.strategy = options.strategy;
    ran.space = options.space;
    return where;
}

void check_call(call_options const& options) {
    auto const& strategy = strategy_of(options, known_strategies);
    auto space = options.space;
    check_options(options.block_size, space, strategy);
    // the host by default, which avoids the search for the preferred device
    bool const is_targeted = options.target.kind != unspecified;
    check_resources(options, is_targeted ? options.target : host_id);
}

std::string fallback_of(placement const& where, strategy_facts const& strategy) {
    if (where.device != host_id || strategy.is_automatic) return where.fallback;
    std::string const canonical = "the host has no " + std::string(strategy.name) +
                                  " kernel and computed the canonical order";
    return where.fallback.empty() ? canonical : where.fallback + "; " + canonical;
}

std::string describe_call(range_request const& failing, std::string_view function,
                          std::string_view details, std::span<strategy_facts const> known) {
    std::string text(function);
    text.append("(").append(name_of_strategy(failing, known));
    if (failing.target.kind != unspecified) text += " on " + name_of(failing.target);
    else if (failing.memory.kind != unspecified) text += " on " + name_of(failing.memory);
    return text.append(", n = ").append(std::to_string(failing.n)).append(details).append(")");
}

} // namespace gpu::inline v0::detail
