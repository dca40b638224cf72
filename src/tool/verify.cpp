// SPDX-License-Identifier: Apache-2.0
#include "verify.hpp"

#include "conformance/digest.hpp"
#include "conformance/golden.hpp"
#include "conformance/oracle.hpp"

#include <gpualgo/detail/raise.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace tool {

namespace {

conformance::result_bits result_on(gpu::device device, conformance::input const& x) {
    conformance::result_bits result = 0;
    auto request = x.request();
    request.target = device.id();
    request.result = &result;
    gpu::detail::call_result ran;
    gpualgo_v0_reduce(&request, &ran);
    gpu::detail::raise(ran);
    return result;
}

void run(verified_device& on, conformance::reduction_case const& c, conformance::input const& x,
         conformance::result_bits expected) {
    std::string wrong;
    try {
        auto const result = result_on(on.device, x);
        if (result == expected) return;
        wrong = fmt::format("{:x} instead of {:x}", result, expected);
    } catch (std::exception const& failed) {
        wrong = failed.what();
    }
    if (on.wrong++ == 0) on.first = described(c) + ": " + wrong;
}

} // namespace

bool verification::well() const {
    return as_expected && std::all_of(devices.begin(), devices.end(),
                                      [](verified_device const& d) { return d.wrong == 0; });
}

verification verify(verify_arguments const& arguments) {
    auto const cases = conformance::cases(arguments.seed, conformance::golden_each);
    verification found{arguments.seed, cases.size(), 0, true, {}};
    for (gpu::device const device : gpu::devices()) found.devices.push_back({device});
    conformance::digest digest;
    for (auto const& c : cases) {
        conformance::input const x(c);
        auto const expected = conformance::expected(c, x);
        digest.add(expected);
        for (auto& device : found.devices) run(device, c, x, expected);
    }
    found.digest = digest.value();
    found.as_expected =
        arguments.seed != conformance::golden_seed || found.digest == conformance::golden_digest;
    return found;
}

std::string to_text(verification const& found) {
    std::string text;
    for (auto const& [device, wrong, first] : found.devices)
        text += wrong == 0 ? fmt::format("{:<10} all {} results have the bits of the definition\n",
                                         gpu::to_string(device), found.cases)
                           : fmt::format("{:<10} {} of {} results are WRONG; {}\n",
                                         gpu::to_string(device), wrong, found.cases, first);
    text += fmt::format("digest     {:016x}", found.digest);
    if (!found.as_expected)
        text += fmt::format(", NOT {:016x}: the definition itself gives other bits on this machine",
                            conformance::golden_digest);
    return text + "\n";
}

} // namespace tool
