// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include "array_algorithms.hpp"
#include "command_options.hpp"
#include "quoted.hpp"
#include "suggestion.hpp"

#include <gpualgo/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tool {

namespace {

std::string version_text() {
    int const version = gpu::version();
    return fmt::format("gpualgo {}.{}.{}\n", version / 10000, version / 100 % 100, version % 100);
}

std::vector<std::string> command_names(CLI::App const& app) {
    std::vector<std::string> names;
    for (auto const* const command : app.get_subcommands({})) names.push_back(command->get_name());
    return names;
}

/// The commands, each in a line, and how to go on.
std::string overview(CLI::App const& app) {
    std::string text = "usage: gpualgo COMMAND [OPTION ...]\n\n";
    for (auto const* const command : app.get_subcommands({}))
        text += fmt::format("  {:9}  {}\n", command->get_name(), command->get_description());
    return text + "\n'gpualgo COMMAND --help' lists the options of a command. Examples:\n\n"
                  "  gpualgo reduce --n 1M --policy all\n"
                  "  gpualgo reduce numbers.npy --op maximum --quiet\n"
                  "  gpualgo explain reduce --compare neighbored,interleaved\n";
}

/// "help COMMAND" as "COMMAND --help"; other words as they are.
std::vector<std::string> without_help(std::vector<std::string> words) {
    if (words.size() < 2 || words[0] != "help") return words;
    return {words[1], "--help"};
}

/// @throws usage_error if the first word that is no option is not the name of a command
void require_command(CLI::App const& app, std::vector<std::string> const& words) {
    auto const word = std::find_if(words.begin(), words.end(),
                                   [](auto const& text) { return !text.starts_with('-'); });
    if (word == words.end()) return;
    auto const names = command_names(app);
    if (std::find(names.begin(), names.end(), *word) != names.end()) return;
    throw usage_error(fmt::format("there is no command {}{} (subcommands: {})", quoted_path(*word),
                                  did_you_mean(*word, names), fmt::join(names, ", ")));
}

/// The message for a word that the command does not take.
std::string described(std::string const& word, CLI::App const& command) {
    auto const name = command.get_name();
    auto const help = fmt::format("('gpualgo {} --help' lists its options)", name);
    if (!word.starts_with('-'))
        return fmt::format("{} takes no argument {} {}", name, quoted_path(word), help);
    std::vector<std::string> known;
    for (auto const* const option : command.get_options())
        for (auto const& long_name : option->get_lnames()) known.push_back("--" + long_name);
    auto const unknown = word.substr(0, word.find('='));
    return fmt::format("{} has no option {}{} {}", name, quoted_path(unknown),
                       did_you_mean(unknown, known), help);
}

/// The message of CLI11, or one of this tool for words that are not known. CLI11 looks for missing
/// arguments, and for those that exclude each other, before it refuses such words. But such a word
/// may be a misspelled option, whose value is then taken for a file.
std::string described(CLI::ParseError const& failed, CLI::App const& app) {
    auto const unknown = app.remaining(true);
    auto const chosen = app.get_subcommands();
    bool const is_about_words = dynamic_cast<CLI::ExtrasError const*>(&failed) != nullptr ||
                                dynamic_cast<CLI::RequiredError const*>(&failed) != nullptr ||
                                dynamic_cast<CLI::ExcludesError const*>(&failed) != nullptr;
    if (!is_about_words || unknown.empty()) return failed.what();
    if (!chosen.empty()) return described(unknown[0], *chosen[0]);
    return fmt::format("there is no option {} before a command ('gpualgo help' lists the commands)",
                       quoted_path(unknown[0]));
}

} // namespace

command parse(int argc, char const* const* argv) {
    CLI::App app(
        "GPU algorithms: the devices of this machine, reductions, scans, sorts and products of "
        "matrices on them, and comparisons of their strategies.",
        "gpualgo");
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);
    devices_arguments listing;
    auto* const devices = app.add_subcommand("devices", "list the devices that can be used here");
    devices->add_flag("--json", listing.json, "print one JSON object");
    reduce_command reduce(app.add_subcommand(
        "reduce", "print the sum of numbers, or compare strategies by time and result"));
    std::deque<array_command> arrays; // commands stay where they are: CLI11 points to them
    for (auto& algorithm : array_algorithms()) {
        auto* const app_of = app.add_subcommand(algorithm->name(), algorithm->description());
        arrays.emplace_back(app_of, std::move(algorithm));
    }
    matmul_command matmul(app.add_subcommand(
        "matmul", "multiply two matrices by one strategy or by all; compare times and results"));

    explain_options const explain(app.add_subcommand(
        "explain", "count what strategies do to warps, memory sectors and banks, on any machine"));

    auto* const verify = app.add_subcommand(
        "verify",
        "check that every device here gives the bits of the definition, and print their digest");
    verify_arguments verification;
    verify
        ->add_option("--seed", verification.seed,
                     "of the cases; the digest of the default's is in the README")
        ->capture_default_str();
    verify->add_flag("--json", verification.json, "print one JSON object");

    auto* const cache = app.add_subcommand(
        "cache", "show the kernels of expressions that are kept on disk, or remove them");
    cache_arguments kernels;
    cache->add_flag("--clear", kernels.clear, "remove them");
    cache->add_flag("--json", kernels.json, "print one JSON object");

    auto const words = without_help({argv + std::min(argc, 1), argv + argc});
    if (words.empty() || words == std::vector<std::string>{"help"})
        return information{overview(app)};
    require_command(app, words);
    try {
        app.parse(std::vector<std::string>(words.rbegin(), words.rend())); // the last word first
    } catch (CLI::Success const& asked) {                                  // help or version
        if (dynamic_cast<CLI::CallForVersion const*>(&asked) != nullptr)
            return information{version_text()};
        return information{app.help()};
    } catch (CLI::ParseError const& failed) {
        throw usage_error(described(failed, app));
    }
    if (devices->parsed()) return listing;
    if (verify->parsed()) return verification;
    if (cache->parsed()) return kernels;
    if (explain.is_given()) return explain.finish();
    if (matmul.is_given()) return matmul.finish();
    for (auto& array : arrays)
        if (array.is_given()) return array.finish();
    return reduce.finish();
}

} // namespace tool
