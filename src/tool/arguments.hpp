// SPDX-License-Identifier: Apache-2.0
/// @file
/// What the command line asks for.
#pragma once

#include <gpualgo/device.hpp>

#include <cstddef>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>

namespace tool {

/// The command line cannot be understood. The tool exits with 2.
class usage_error : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// `gpualgo devices`
struct devices_arguments {};

/// `gpualgo reduce`
struct reduce_arguments {
    std::size_t n = std::size_t{1} << 24; ///< elements
    std::string type = "int32";           ///< of the elements and of the result
    std::string op = "plus";              ///< the operator
    std::string policy = "all";           ///< a strategy, with or without its memory space, or `all`
    std::optional<gpu::device> device;    ///< where strategies run; the tool chooses where it is not given
    std::optional<unsigned> block;        ///< threads a block, for the strategies that take a number
    bool json = false;                    ///< print one object instead of a table
};

/// The text to print where help or the version was asked for.
struct information {
    std::string text; ///< ends with a line feed
};

/// One of the tool's commands.
using command = std::variant<information, devices_arguments, reduce_arguments>;

/// @return what the arguments of `main` ask for
/// @throws usage_error in one line
[[nodiscard]] command parse(int argc, char const* const* argv);

} // namespace tool
