// SPDX-License-Identifier: Apache-2.0
/// @file
/// Adds options to a command, for files that do without CLI11's header, which takes seconds to
/// compile.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tool {

/// Adds options to a command. Their values outlive the command.
class option_adder {
public:
    /// @param app the command of CLI11; outlives this
    explicit option_adder(CLI::App& app) : app_(app) {}

    /// An option whose value is one of some words.
    void word(std::string const& name, std::string& value, std::vector<std::string> words,
              std::string const& description);
    /// An option whose value is an integer from `least` to `most`.
    void count(std::string const& name, std::size_t& value, int least, int most,
               std::string const& description);
    /// An option whose value is any number.
    void number(std::string const& name, std::optional<long double>& value,
                std::string const& description);
    /// An option without a value.
    void flag(std::string const& name, bool& value, std::string const& description);

private:
    CLI::App& app_;
};

} // namespace tool
