// SPDX-License-Identifier: Apache-2.0
#include "explain_arguments.hpp"

#include "arguments.hpp"
#include "choices.hpp"
#include "count.hpp"
#include "matmul/names.hpp"
#include "one_of.hpp"
#include "option_values.hpp"
#include "scan/names.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <span>

namespace tool {
namespace {

/// The numbers between the letters x.
std::vector<std::uint64_t> parse_sizes(std::string_view option, std::string_view text,
                                       std::size_t dimensions, std::string_view form) {
    std::vector<std::uint64_t> sizes;
    for (std::string_view rest = text;; rest.remove_prefix(rest.find('x') + 1)) {
        auto const size = parse_count(rest.substr(0, rest.find('x')));
        if (!size) break;
        sizes.push_back(*size);
        if (rest.find('x') != rest.npos) continue;
        if (sizes.size() == dimensions) return sizes;
        break;
    }
    throw usage_error(fmt::format("{}: '{}' is not {}", option, text, form));
}

/// Threads per block, as N or as XxY.
explain_arguments::threads parse_block(std::string_view text, bool is_picture) {
    std::size_t const dimensions = text.find('x') != text.npos && is_picture ? 2 : 1;
    auto const sizes =
        parse_sizes("--block", text, dimensions,
                    is_picture ? "a number of threads, or XxY of them" : "a number of threads");
    std::uint64_t const y = dimensions == 2 ? sizes[1] : 1;
    if (sizes[0] < 1 || y < 1 || sizes[0] > 1024 || y > 1024 || sizes[0] * y > 1024)
        throw usage_error(
            fmt::format("--block: {} was given; a block has 1 to 1024 threads", text));
    return {static_cast<std::uint32_t>(sizes[0]), static_cast<std::uint32_t>(y)};
}

/// Every strategy of any algorithm.
std::vector<std::string> all_policies() {
    auto names = policy_choices(gpu::detail::known_strategies);
    names.erase(names.begin()); // "all"
    auto const add = [&](std::span<gpu::detail::strategy_facts const> strategies) {
        for (auto& name : policy_choices(strategies))
            if (name != "all" && std::ranges::find(names, name) == names.end())
                names.push_back(std::move(name));
    };
    add(gpu::detail::known_matmul_strategies);
    add(gpu::detail::known_scan_strategies);
    std::erase_if(names,
                  [](auto const& name) { return name == "vendor" || name == "tensor_core"; });
    return names;
}

} // namespace

explain_options::explain_options(CLI::App* of) : command_(of) {
    std::vector<std::string> const algorithms(explained_names.begin(), explained_names.end());
    command_
        ->add_option("algorithm", arguments_.algorithm,
                     fmt::format("one of {}", fmt::join(algorithms, ", ")))
        ->required()
        ->check(one_of(algorithms));
    auto* const policy =
        command_
            ->add_option("--policy", policy_,
                         "strategy, alone or with a memory space as in interleaved.in(global)")
            ->capture_default_str()
            ->check(one_of(all_policies()));
    command_->add_option("--compare", compared_, "strategies A,B,C, to print side by side")
        ->option_text("A,B,...")
        ->delimiter(',')
        ->check(one_of(all_policies()))
        ->excludes(policy);
    command_->add_option("--n", n_, "elements of a range, such as 1000; of sort 2^20 by default")
        ->capture_default_str();
    command_->add_option("--shape", shape_,
                         "MxNxK of matmul, WIDTHxHEIGHT of transform, or N1xN2 of merge");
    command_->add_option("--type", arguments_.type, "type of elements; int32, for matmul float")
        ->check(one_of(type_choices(gpu::detail::known_types)));
    command_->add_option("--block", block_, "threads per block, for transform also as XxY");
    command_->add_option("--offset", arguments_.offset,
                         "elements between an aligned address and the first one");
    command_->add_option("--stride", arguments_.stride,
                         "of transform: elements from one to the next, as in arrays of structures");
    command_->add_option("--svg", arguments_.picture,
                         "write a picture of lanes, sectors and banks to this file");
    command_->add_flag("--lines", arguments_.lines, "print source lines with their counts");
    command_->add_flag("--json", arguments_.json, "print one JSON object");
}

bool explain_options::is_given() const { return command_->parsed(); }

explain_arguments explain_options::finish() const {
    explain_arguments asked = arguments_;
    bool const is_product = asked.algorithm == "matmul";
    bool const is_picture = asked.algorithm == "transform";
    bool const is_merge = asked.algorithm == "merge";
    bool const has_shape = command_->count("--shape") > 0;
    bool const has_n = command_->count("--n") > 0;
    if (has_shape && !is_product && !is_picture && !is_merge)
        throw usage_error(fmt::format("--shape: {} takes --n", asked.algorithm));
    if (is_product && !has_shape) throw usage_error("explain matmul takes --shape MxNxK");
    if (has_shape && has_n) throw usage_error("--n and --shape exclude each other");
    if (is_product && asked.offset != 0) throw usage_error("--offset: matmul has none");
    if (is_product) {
        auto const sizes = parse_sizes("--shape", shape_, 3, "MxNxK, three numbers");
        asked.sizes = {sizes[1], sizes[0], sizes[2]};
    } else if (has_shape) {
        auto const sizes = parse_sizes(
            "--shape", shape_, 2, is_merge ? "N1xN2, two numbers" : "WIDTHxHEIGHT, two numbers");
        asked.sizes = {sizes[0], sizes[1], 1};
    } else if (asked.algorithm == "sort" && !has_n) {
        asked.sizes.n = 1 << 20;
    } else {
        asked.sizes.n = parse_count_option("--n", n_, 1, std::uint64_t{1} << 40);
        if (is_merge) asked.sizes.m = asked.sizes.n;
    }
    if (!block_.empty()) asked.block = parse_block(block_, is_picture);
    else if (is_picture)
        asked.block =
            has_shape ? explain_arguments::threads{16, 16} : explain_arguments::threads{256, 1};
    asked.policies = compared_.empty() ? std::vector{policy_} : compared_;
    return asked;
}

} // namespace tool
