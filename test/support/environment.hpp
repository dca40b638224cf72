// SPDX-License-Identifier: Apache-2.0
/// @file
/// Environment variables that are set during a test.
#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace test {

/// Sets a variable and restores it afterwards. No other thread may read the environment then.
class environment_variable {
public:
    environment_variable(char const* name, char const* value) : name_(name) {
        if (char const* const former = std::getenv(name)) former_ = former;
        setenv(name, value, 1);
    }
    environment_variable(environment_variable const&) = delete;
    environment_variable& operator=(environment_variable const&) = delete;
    ~environment_variable() {
        if (former_) setenv(name_, former_->c_str(), 1);
        else unsetenv(name_);
    }

private:
    char const* name_;
    std::optional<std::string> former_;
};

} // namespace test
