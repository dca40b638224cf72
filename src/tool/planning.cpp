// SPDX-License-Identifier: Apache-2.0
#include "planning.hpp"

#include <gpualgo/error.hpp>
#include <gpualgo/policy.hpp>

#include <fmt/format.h>

#include <stdexcept>

namespace tool {

namespace {

/// The text of an error of a call without elements, with the true number of elements.
std::string with_count(std::string text, std::size_t n) {
    constexpr std::string_view none = "n = 0,";
    if (auto const place = text.find(none); place != text.npos)
        text.replace(place, none.size(), fmt::format("n = {},", n));
    return text;
}

} // namespace

std::string skipped_note(std::string_view strategy, std::string_view error) {
    // The library's text begins with the call, in parentheses.
    auto const end = error.find("): ");
    return fmt::format("{}: {}", strategy, end == error.npos ? error : error.substr(end + 3));
}

void set_options(gpu::detail::call_options& request, strategy_arguments const& arguments,
                 gpu::detail::strategy_facts const& strategy, gpu::memory_space space) {
    if (spaces_of(strategy).size() > 1) request.space = static_cast<std::uint32_t>(space);
    if (arguments.block && (strategy.takes_block_size || arguments.policy != "all"))
        request.block_size = *arguments.block;
}

bool can_run(std::function<void()> const& call, std::size_t n, strategy_arguments const& arguments,
             gpu::detail::strategy_facts const& strategy, std::set<std::string>& skipped) {
    bool const all = arguments.policy == "all";
    bool const is_optional = all && strategy.name == gpu::policy::vendor::name;
    try {
        call();
        return true;
    } catch (gpu::error const& refused) {
        bool const is_named = strategy.name != gpu::policy::automatic::name;
        bool const has_no_kernel =
            all && (is_named || !arguments.device) &&
            dynamic_cast<gpu::unsupported_operator const*>(&refused) != nullptr;
        if (!is_optional && !has_no_kernel)
            throw gpu::error(with_count(refused.what(), n), refused.code());
        skipped.insert(is_optional
                           ? skipped_note(strategy.name, refused.what())
                           : fmt::format("{}: no kernel of this type and operator", strategy.name));
        return false;
    } catch (std::invalid_argument const& refused) {
        throw usage_error(with_count(refused.what(), n));
    }
}

} // namespace tool
