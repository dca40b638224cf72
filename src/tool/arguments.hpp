// SPDX-License-Identifier: Apache-2.0
/// @file
/// The commands of the tool, parsed from the command line.
#pragma once

#include "explain_arguments.hpp"
#include "row.hpp"

#include <gpualgo/device.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

namespace tool {

/// The command line cannot be understood. The tool exits with 2.
class usage_error : public std::invalid_argument {
public:
    using std::invalid_argument::invalid_argument;
};

/// `gpualgo devices`
struct devices_arguments {
    bool json = false; ///< print one object instead of lines
};

/// `gpualgo cache`
struct cache_arguments {
    bool clear = false; ///< remove the entries
    bool json = false;  ///< print one object instead of a line
};

/// How results are printed.
enum class output_format {
    text,  ///< a table, or one line
    json,  ///< one object
    csv,   ///< a line for each row
    number ///< the result of the first row alone
};

/// The order of rows.
enum class row_order {
    listed,  ///< as strategies are listed
    time,    ///< the fastest first
    strategy ///< by name
};

/// Options of the commands that compare strategies.
struct strategy_arguments {
    std::string policy = "all"; ///< a strategy, with or without its memory space, or `all`
    /// the device of the strategies; if not given, the tool chooses
    std::optional<gpu::device> device;
    std::optional<unsigned> block;              ///< threads per block, for strategies that take it
    std::optional<std::size_t> runs;            ///< timed runs of each strategy
    std::size_t warmup = 0;                     ///< further runs before these
    row_order order = row_order::listed;        ///< of the rows
    output_format format = output_format::text; ///< of the results
};

/// Arguments of the commands that read an array of numbers.
struct range_arguments : strategy_arguments {
    range_arguments() { policy = "automatic"; }

    /// NPY files, raw ones, or `-` for standard input; read as one array
    std::vector<std::string> files;
    std::size_t n = std::size_t{1} << 24; ///< random elements, if there is no file
    /// of the elements; by default int32, or as the files say
    std::optional<std::string> type;
    bool check = false; ///< compare with a reference also if `automatic` runs alone

    /// @return whether the result is the answer, not a comparison of strategies
    [[nodiscard]] bool is_question() const { return policy == "automatic"; }
};

/// `gpualgo reduce`
struct reduce_arguments : range_arguments {
    /// of the total; by default the type of the elements
    std::optional<std::string> accumulator;
    std::string op = "plus"; ///< the operator
};

class array_algorithm;

/// `gpualgo scan`, and other commands that make an array of an array
struct array_arguments : range_arguments {
    std::shared_ptr<array_algorithm const> algorithm; ///< with its own options
    std::optional<std::string> output;                ///< the file to write the result to
};

/// `gpualgo matmul`
struct matmul_arguments : strategy_arguments {
    std::string a;                      ///< an NPY file; empty if a shape is given
    std::string b;                      ///< an NPY file; empty if a shape is given
    std::optional<std::string> output;  ///< the file to write the product to
    std::optional<product_shape> shape; ///< of random matrices
    /// of the elements; by default float, or as the files say
    std::optional<std::string> type;
};

/// `gpualgo verify`
struct verify_arguments {
    std::uint64_t seed = 1; ///< of the cases; the default's digest is known
    bool json = false;      ///< print one object instead of lines
};

/// The text to print if help or the version was asked for.
struct information {
    std::string text; ///< ends with a line feed
};

/// One of the tool's commands.
using command =
    std::variant<information, devices_arguments, cache_arguments, reduce_arguments, array_arguments,
                 matmul_arguments, explain_arguments, verify_arguments>;

/// @return the command that the arguments of `main` ask for
/// @throws usage_error in one line
[[nodiscard]] command parse(int argc, char const* const* argv);

} // namespace tool
