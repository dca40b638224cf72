// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include "choices.hpp"
#include "matmul/names.hpp"

#include <gpualgo/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string_view>
#include <vector>

namespace tool {

namespace {

std::string version_text() {
    int const version = gpu::version();
    return fmt::format("gpualgo {}.{}.{}\n", version / 10000, version / 100 % 100, version % 100);
}

/// The number that all of the text is.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
    Number number{};
    auto const [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (failure != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

gpu::device parse_device(std::string_view text) {
    if (text == "host") return gpu::device::host();
    if (text == "simulated") return gpu::device::simulated();
    if (text == "cuda") return gpu::device::cuda();
    if (text.starts_with("cuda:"))
        if (auto const ordinal = number_in<int>(text.substr(5)); ordinal >= 0)
            return gpu::device::cuda(*ordinal);
    throw usage_error(fmt::format("--device: '{}' is none of host, simulated, cuda, cuda:N", text));
}

/// MxNxK, of at most 2^31 each: any product of two of them can be counted.
product_shape parse_shape(std::string_view text) {
    std::vector<std::int64_t> sizes;
    for (std::string_view rest = text;; rest.remove_prefix(rest.find('x') + 1)) {
        auto const size = number_in<std::int64_t>(rest.substr(0, rest.find('x')));
        if (!size || *size < 0 || *size > std::int64_t{1} << 31) break;
        sizes.push_back(*size);
        if (rest.find('x') != rest.npos) continue;
        if (sizes.size() == 3) return {sizes[0], sizes[1], sizes[2]};
        break;
    }
    throw usage_error(
        fmt::format("--shape: '{}' is not MxNxK, three numbers of 0 to 2147483648", text));
}

/// The options of a command that compares strategies, while they are text.
struct strategy_options {
    CLI::App* command;
    strategy_arguments& arguments;
    std::string device{};

    void declare(std::vector<std::string> policies) {
        command
            ->add_option(
                "--policy", arguments.policy,
                "strategy, alone or with a memory space as in interleaved.in(global), or all")
            ->option_text("TEXT=" + arguments.policy)
            ->check(CLI::IsMember(std::move(policies)));
        command->add_option("--device", device, "host, simulated, cuda or cuda:N");
        command->add_option("--block", arguments.block, "threads a block, 1 to 1024")
            ->check(CLI::Range(1, 1024));
        command->add_flag("--json", arguments.json, "print one JSON object");
    }

    void finish() {
        if (command->count("--device") > 0) arguments.device = parse_device(device);
    }
};

/// `gpualgo reduce`
struct reduce_command {
    CLI::App* command;
    reduce_arguments arguments;
    strategy_options strategy{command, arguments};

    explicit reduce_command(CLI::App* of) : command(of) {
        auto const types = type_choices(gpu::detail::known_types);
        auto* const file = command->add_option(
            "file", arguments.file,
            "NumPy's .npy file, or a raw file of which --type says what it holds");
        command
            ->add_option("--n", arguments.n,
                         "elements, where there is no file: random integers of 0 to 255")
            ->capture_default_str()
            ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40))
            ->excludes(file);
        command
            ->add_option("--type", arguments.type, "type of elements; int32 where there is no file")
            ->check(CLI::IsMember(types));
        command
            ->add_option("--accumulator", arguments.accumulator,
                         "type of the total; that of the elements where it is not given")
            ->check(CLI::IsMember(types));
        command->add_option("--op", arguments.op, "operator")
            ->capture_default_str()
            ->check(CLI::IsMember(operator_choices()));
        strategy.declare(policy_choices(gpu::detail::known_strategies));
    }
};

/// `gpualgo matmul`
struct matmul_command {
    CLI::App* command;
    matmul_arguments arguments;
    strategy_options strategy{command, arguments};
    std::string shape;

    explicit matmul_command(CLI::App* of) : command(of) {
        command->add_option("a", arguments.a, "the left matrix, a .npy file of two dimensions");
        command->add_option("b", arguments.b,
                            "the right matrix, a .npy file of two dimensions and the same type");
        command->add_option("-o,--output", arguments.output,
                            "write the product to this file, as .npy");
        command->add_option(
            "--shape", shape,
            "MxNxK, where there are no files: the product of a random M x K and a K x N matrix");
        command
            ->add_option("--type", arguments.type,
                         "type of elements; float where there are no files")
            ->check(CLI::IsMember(type_choices(gpu::detail::known_matmul_types)));
        strategy.declare(policy_choices(gpu::detail::known_matmul_strategies));
    }

    void finish() {
        strategy.finish();
        bool const has_shape = command->count("--shape") > 0;
        if (has_shape ? !arguments.a.empty() : arguments.b.empty())
            throw usage_error("matmul takes either two files, A and B, or --shape MxNxK");
        if (has_shape) arguments.shape = parse_shape(shape);
    }
};

} // namespace

command parse(int argc, char const* const* argv) {
    CLI::App app("GPU algorithms: which devices are here, and what each strategy makes of them.",
                 "gpualgo");
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    auto* const devices = app.add_subcommand("devices", "list the devices that can be used here");
    reduce_command reduce(app.add_subcommand(
        "reduce", "reduce numbers by one strategy or by all, time them, and compare the results"));
    matmul_command matmul(app.add_subcommand(
        "matmul",
        "multiply two matrices by one strategy or by all, time them, and compare the results"));

    auto* const verify = app.add_subcommand(
        "verify",
        "check that every device here gives the bits of the definition, and print their digest");
    verify_arguments verification;
    verify
        ->add_option("--seed", verification.seed,
                     "of the cases; the digest of the default's is in the README")
        ->capture_default_str();
    verify->add_flag("--json", verification.json, "print one JSON object");

    try {
        app.parse(argc, argv);
    } catch (CLI::Success const& asked) { // help or version
        if (dynamic_cast<CLI::CallForVersion const*>(&asked) != nullptr)
            return information{version_text()};
        return information{app.help()};
    } catch (CLI::ParseError const& failed) {
        throw usage_error(failed.what());
    }
    if (devices->parsed()) return devices_arguments{};
    if (verify->parsed()) return verification;
    if (matmul.command->parsed()) {
        matmul.finish();
        return matmul.arguments;
    }
    reduce.strategy.finish();
    return reduce.arguments;
}

} // namespace tool
