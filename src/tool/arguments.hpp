// SPDX-License-Identifier: Apache-2.0
/// @file
/// What the command line asks for.
#pragma once

#include "row.hpp"

#include <gpualgo/device.hpp>

#include <cstddef>
#include <cstdint>
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

/// What commands that compare strategies have in common.
struct strategy_arguments {
    std::string policy = "all"; ///< a strategy, with or without its memory space, or `all`
    /// where strategies run; the tool chooses where it is not given
    std::optional<gpu::device> device;
    std::optional<unsigned> block; ///< threads a block, for the strategies that take a number
    bool json = false;             ///< print one object instead of a table
};

/// `gpualgo reduce`
struct reduce_arguments : strategy_arguments {
    std::optional<std::string> file;      ///< an NPY file, or a raw one
    std::size_t n = std::size_t{1} << 24; ///< elements where there is no file
    /// of the elements; int32, or what the file says, where it is not given
    std::optional<std::string> type;
    /// of the total; that of the elements where it is not given
    std::optional<std::string> accumulator;
    std::string op = "plus"; ///< the operator
};

/// `gpualgo matmul`
struct matmul_arguments : strategy_arguments {
    std::string a;                      ///< an NPY file; empty where a shape is given
    std::string b;                      ///< an NPY file; empty where a shape is given
    std::optional<std::string> output;  ///< where to write the product
    std::optional<product_shape> shape; ///< of made matrices
    /// of the elements; float, or what the files say, where it is not given
    std::optional<std::string> type;
};

/// `gpualgo verify`
struct verify_arguments {
    std::uint64_t seed = 1; ///< of the cases; the default's digest is known
    bool json = false;      ///< print one object instead of lines
};

/// The text to print where help or the version was asked for.
struct information {
    std::string text; ///< ends with a line feed
};

/// One of the tool's commands.
using command = std::variant<information, devices_arguments, reduce_arguments, matmul_arguments,
                             verify_arguments>;

/// @return what the arguments of `main` ask for
/// @throws usage_error in one line
[[nodiscard]] command parse(int argc, char const* const* argv);

} // namespace tool
