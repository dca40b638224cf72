// SPDX-License-Identifier: Apache-2.0
#include "command_options.hpp"

#include "call/names.hpp"
#include "choices.hpp"
#include "matmul/names.hpp"
#include "one_of.hpp"
#include "option_adder.hpp"
#include "option_values.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tool {

strategy_options::strategy_options(CLI::App* app, strategy_arguments& arguments,
                                   std::vector<std::string> policies)
    : command_(app), arguments_(arguments) {
    bool const have_spaces =
        std::ranges::find(policies, "interleaved.in(global)") != policies.end();
    app->add_option("--policy", arguments.policy,
                    have_spaces ? "strategy, alone or with a memory space as in "
                                  "interleaved.in(global), or all"
                                : "strategy, or all")
        ->option_text("TEXT=" + arguments.policy)
        ->check(one_of(std::move(policies)));
    app->add_option("--device", device_, "host, simulated, cuda or cuda:N");
    app->add_option("--block", arguments.block, "threads per block, 1 to 1024")
        ->check(CLI::Range(1, 1024));
    app->add_option("--runs", runs_, "timed runs of each strategy; prints their statistics");
    app->add_option("--warmup", warmup_, "further runs before these, not timed");
    app->add_option("--sort", order_, "order of the rows: the fastest first, or by name")
        ->check(one_of({"time", "strategy"}));
    auto* const json = app->add_flag("--json", json_, "print one JSON object");
    app->add_flag("--csv", csv_, "print comma-separated values")->excludes(json);
}

void strategy_options::finish() {
    constexpr std::uint64_t most_runs = 1'000'000;
    if (command_->count("--device") > 0) arguments_.device = parse_device(device_);
    if (command_->count("--runs") > 0)
        arguments_.runs = parse_count_option("--runs", runs_, 1, most_runs);
    if (command_->count("--warmup") > 0)
        arguments_.warmup = parse_count_option("--warmup", warmup_, 0, most_runs);
    if (order_ == "time") arguments_.order = row_order::time;
    if (order_ == "strategy") arguments_.order = row_order::strategy;
    if (json_) arguments_.format = output_format::json;
    if (csv_) arguments_.format = output_format::csv;
}

range_options::range_options(CLI::App* app, range_arguments& arguments,
                             std::span<gpu::detail::strategy_facts const> strategies)
    : command_(app), arguments_(arguments), strategy_(app, arguments, policy_choices(strategies)) {
    auto* const file = app->add_option(
        "file", arguments_.files,
        "NumPy's .npy files, or raw ones whose type --type gives; - is standard input; several "
        "files are one array");
    app->add_option("--n", n_,
                    "elements if there is no file: random integers of 0 to 255; also as 1e6, 1M "
                    "or 2^20")
        ->capture_default_str()
        ->excludes(file);
    app->add_option("--type", arguments_.type, "type of elements; int32 if there is no file")
        ->check(one_of(type_choices(gpu::detail::known_types)));
    app->add_flag("--check", arguments_.check,
                  "compare with a reference, as comparisons of strategies always do");
    app->add_flag("-q,--quiet", quiet_, "print the bare result")
        ->excludes("--json")
        ->excludes("--csv");
}

void range_options::finish() {
    strategy_.finish();
    arguments_.n = parse_count_option("--n", n_, 1, std::uint64_t{1} << 40);
    if (quiet_ && arguments_.policy == "all")
        throw usage_error("--quiet prints one result; --policy all computes several");
    if (quiet_ && arguments_.files.empty() && command_->count("--n") == 0)
        throw usage_error("--quiet needs a file, '-' for standard input, or --n");
    if (std::count(arguments_.files.begin(), arguments_.files.end(), "-") > 1)
        throw usage_error("standard input, '-', can be read once");
    if (quiet_) arguments_.format = output_format::number;
}

reduce_command::reduce_command(CLI::App* app)
    : command_(app), range_(app, arguments_, gpu::detail::known_strategies) {
    app->add_option("--accumulator", arguments_.accumulator,
                    "type of the total; by default that of the elements")
        ->check(one_of(type_choices(gpu::detail::known_types)));
    app->add_option("--op", arguments_.op, "operator")
        ->capture_default_str()
        ->check(one_of(operator_choices()));
}

reduce_arguments reduce_command::finish() {
    range_.finish();
    return arguments_;
}

array_command::array_command(CLI::App* app, std::unique_ptr<array_algorithm> algorithm)
    : command_(app), range_(app, arguments_, algorithm->strategies()) {
    app->add_option("-o,--output", arguments_.output, "write the result to this file, as .npy");
    option_adder options(*app);
    algorithm->add_options(options);
    arguments_.algorithm = std::move(algorithm);
}

array_arguments array_command::finish() {
    range_.finish();
    return arguments_;
}

matmul_command::matmul_command(CLI::App* app)
    : command_(app),
      strategy_(app, arguments_, policy_choices(gpu::detail::known_matmul_strategies)) {
    app->add_option("a", arguments_.a, "the left matrix, a .npy file of two dimensions");
    app->add_option("b", arguments_.b,
                    "the right matrix, a .npy file of two dimensions and the same type");
    app->add_option("-o,--output", arguments_.output, "write the product to this file, as .npy");
    app->add_option(
        "--shape", shape_,
        "MxNxK, if there are no files: the product of a random M x K and a K x N matrix");
    app->add_option("--type", arguments_.type, "type of elements; float if there are no files")
        ->check(one_of(type_choices(gpu::detail::known_matmul_types)));
    app->add_flag("-q,--quiet", quiet_, "print the bare product, a line for each row")
        ->excludes("--json")
        ->excludes("--csv");
}

matmul_arguments matmul_command::finish() {
    strategy_.finish();
    bool const has_shape = command_->count("--shape") > 0;
    if (has_shape ? !arguments_.a.empty() : arguments_.b.empty())
        throw usage_error("matmul takes either two files, A and B, or --shape MxNxK");
    if (arguments_.a == "-" && arguments_.b == "-")
        throw usage_error("standard input, '-', can be read once");
    if (has_shape) arguments_.shape = parse_shape(shape_);
    bool const has_policy = command_->count("--policy") > 0;
    if (quiet_ && has_policy && arguments_.policy == "all")
        throw usage_error("--quiet prints one product; --policy all computes several");
    if (quiet_ && !has_policy) arguments_.policy = "automatic";
    if (quiet_) arguments_.format = output_format::number;
    return arguments_;
}

} // namespace tool
