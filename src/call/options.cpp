// SPDX-License-Identifier: Apache-2.0
#include "options.hpp"

#include <gpualgo/abi/reduce_request.hpp>

#include <stdexcept>
#include <string>

namespace gpu::inline v0::detail {

void check_options(std::uint32_t block_size, std::uint32_t& space, strategy_facts const& strategy) {
    if (block_size != unspecified) {
        auto const given = [&] {
            return "block_size(" + std::to_string(block_size) + ") was given";
        };
        if (!strategy.takes_block_size)
            throw std::invalid_argument(given() + ", but " + std::string(strategy.name) +
                                        " chooses its own");
        if (block_size < 1 || block_size > 1024)
            throw std::invalid_argument(given() + "; a block has 1 to 1024 threads");
    }

    if (space == unspecified) space = static_cast<std::uint32_t>(strategy.default_space);
    if (space < known_spaces.size() && strategy.spaces[space]) return;
    std::string allowed;
    for (std::size_t i = 0; i < known_spaces.size(); ++i)
        if (strategy.spaces[i])
            allowed += (allowed.empty() ? "" : " or ") + std::string(known_spaces[i]);
    std::string const given =
        space < known_spaces.size() ? std::string(known_spaces[space]) : std::to_string(space);
    throw std::invalid_argument("in(" + given + ") was given; " + std::string(strategy.name) +
                                " exchanges values through " + allowed);
}

} // namespace gpu::inline v0::detail
