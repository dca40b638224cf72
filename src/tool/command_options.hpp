// SPDX-License-Identifier: Apache-2.0
/// @file
/// The options of the commands that compare strategies, as CLI11 parses them.
#pragma once

#include "arguments.hpp"

#include <CLI/CLI.hpp>

#include <string>
#include <vector>

namespace tool {

/// The options that these commands share. Values that need more than a list stay text until
/// `finish`.
class strategy_options {
public:
    /// @param app the command of CLI11; outlives this
    /// @param arguments to fill; outlive this
    /// @param policies the values of `--policy`
    strategy_options(CLI::App* app, strategy_arguments& arguments,
                     std::vector<std::string> policies);

    /// Parse the values that are text so far.
    /// @throws usage_error
    void finish();

private:
    CLI::App* command_;
    strategy_arguments& arguments_;
    std::string device_{}, runs_{}, warmup_{}, order_{};
    bool json_ = false, csv_ = false;
};

/// `gpualgo reduce`
class reduce_command {
public:
    /// @param app the command of CLI11; outlives this
    explicit reduce_command(CLI::App* app);
    /// @return whether the command line has this command
    [[nodiscard]] bool is_given() const { return command_->parsed(); }
    /// @return its arguments, checked
    /// @throws usage_error
    [[nodiscard]] reduce_arguments finish();

private:
    CLI::App* command_;
    reduce_arguments arguments_{};
    strategy_options strategy_;
    std::string n_ = "16777216";
    bool quiet_ = false;
};

/// `gpualgo matmul`
class matmul_command {
public:
    /// @param app the command of CLI11; outlives this
    explicit matmul_command(CLI::App* app);
    /// @return whether the command line has this command
    [[nodiscard]] bool is_given() const { return command_->parsed(); }
    /// @return its arguments, checked
    /// @throws usage_error
    [[nodiscard]] matmul_arguments finish();

private:
    CLI::App* command_;
    matmul_arguments arguments_{};
    strategy_options strategy_;
    std::string shape_{};
    bool quiet_ = false;
};

} // namespace tool
