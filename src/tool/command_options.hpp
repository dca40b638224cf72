// SPDX-License-Identifier: Apache-2.0
/// @file
/// The options of the commands that compare strategies, as CLI11 parses them.
#pragma once

#include "arguments.hpp"
#include "array_algorithm.hpp"
#include "call/names.hpp"

#include <CLI/CLI.hpp>

#include <memory>
#include <span>
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

/// The options of the commands that read an array of numbers.
class range_options {
public:
    /// @param app the command of CLI11; outlives this
    /// @param arguments to fill; outlive this
    /// @param strategies of the algorithm
    range_options(CLI::App* app, range_arguments& arguments,
                  std::span<gpu::detail::strategy_facts const> strategies);

    /// Parse the values that are text so far.
    /// @throws usage_error
    void finish();

private:
    CLI::App* command_;
    range_arguments& arguments_;
    strategy_options strategy_;
    std::string n_ = "16777216";
    bool quiet_ = false;
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
    range_options range_;
};

/// A command that makes an array of an array.
class array_command {
public:
    /// @param app the command of CLI11; outlives this
    /// @param algorithm that it runs
    array_command(CLI::App* app, std::unique_ptr<array_algorithm> algorithm);
    /// @return whether the command line has this command
    [[nodiscard]] bool is_given() const { return command_->parsed(); }
    /// @return its arguments, checked
    /// @throws usage_error
    [[nodiscard]] array_arguments finish();

private:
    CLI::App* command_;
    array_arguments arguments_{};
    range_options range_;
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
