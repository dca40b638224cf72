// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include "choices.hpp"

#include <gpualgo/version.hpp>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <string_view>

namespace tool {

namespace {

std::string version_text() {
    int const version = gpu::version();
    return fmt::format("gpualgo {}.{}.{}\n", version / 10000, version / 100 % 100, version % 100);
}

gpu::device parse_device(std::string_view text) {
    if (text == "host") return gpu::device::host();
    if (text == "simulated") return gpu::device::simulated();
    if (text == "cuda") return gpu::device::cuda();
    if (text.starts_with("cuda:")) {
        int ordinal = 0;
        auto const [end, failure] = std::from_chars(text.data() + 5, text.data() + text.size(), ordinal);
        if (failure == std::errc() && end == text.data() + text.size() && ordinal >= 0) return gpu::device::cuda(ordinal);
    }
    throw usage_error(fmt::format("--device: '{}' is none of host, simulated, cuda, cuda:N", text));
}

} // namespace

command parse(int argc, char const* const* argv) {
    CLI::App app("GPU algorithms: which devices are here, and what each strategy makes of them.", "gpualgo");
    app.set_version_flag("--version", version_text());
    app.require_subcommand(1);

    auto* const devices = app.add_subcommand("devices", "list the devices that can be used here");
    auto* const reduce = app.add_subcommand("reduce", "reduce n integers by one strategy or by all, time them, and compare the results");
    reduce_arguments arguments;
    std::string device;
    unsigned block = 0;
    reduce->add_option("--n", arguments.n, "elements")->capture_default_str()->check(CLI::Range(std::uint64_t{1}, std::uint64_t{1} << 40));
    reduce->add_option("--type", arguments.type, "type of elements and result")->capture_default_str()->check(CLI::IsMember(type_choices()));
    reduce->add_option("--op", arguments.op, "operator")->capture_default_str()->check(CLI::IsMember(operator_choices()));
    reduce->add_option("--policy", arguments.policy, "strategy, alone or with a memory space as in interleaved.in(global), or all")
        ->option_text("TEXT=" + arguments.policy)
        ->check(CLI::IsMember(policy_choices()));
    auto* const device_option = reduce->add_option("--device", device, "host, simulated, cuda or cuda:N");
    auto* const block_option = reduce->add_option("--block", block, "threads a block, 1 to 1024");
    reduce->add_flag("--json", arguments.json, "print one JSON object");

    try {
        app.parse(argc, argv);
    } catch (CLI::Success const& asked) { // help or version
        if (dynamic_cast<CLI::CallForVersion const*>(&asked) != nullptr) return information{version_text()};
        return information{app.help()};
    } catch (CLI::ParseError const& failed) {
        throw usage_error(failed.what());
    }
    if (devices->parsed()) return devices_arguments{};
    if (device_option->count() > 0) arguments.device = parse_device(device);
    if (block_option->count() > 0) arguments.block = block;
    return arguments;
}

} // namespace tool
