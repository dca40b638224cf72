// SPDX-License-Identifier: Apache-2.0
#include "option_adder.hpp"

#include "one_of.hpp"

#include <CLI/CLI.hpp>

#include <utility>

namespace tool {

void option_adder::word(std::string const& name, std::string& value, std::vector<std::string> words,
                        std::string const& description) {
    app_.add_option(name, value, description)
        ->capture_default_str()
        ->check(one_of(std::move(words)));
}

void option_adder::count(std::string const& name, std::size_t& value, int least, int most,
                         std::string const& description) {
    app_.add_option(name, value, description)
        ->capture_default_str()
        ->check(CLI::Range(least, most));
}

void option_adder::number(std::string const& name, std::optional<long double>& value,
                          std::string const& description) {
    app_.add_option(name, value, description);
}

void option_adder::flag(std::string const& name, bool& value, std::string const& description) {
    app_.add_flag(name, value, description);
}

} // namespace tool
