// SPDX-License-Identifier: Apache-2.0
#include "call_log.hpp"

#include "placement.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

namespace gpu::inline v0::detail {
namespace {

enum class logging { unknown, off, on };

/// The line of one call. The message of a failure already begins with the call.
std::string line_of(std::string_view call, std::string_view strategy, call_result const& ran) {
    std::string line = "gpualgo: ";
    if (ran.status != status_code::ok) return line + ran.message + "\n";
    line.append(call).append(": ").append(name_of(ran.device)).append(", ").append(strategy);
    if (ran.kernel[0] != 0) line.append(", ").append(ran.kernel);
    line += ", " + std::to_string(ran.bytes) + " bytes";
    if (ran.message[0] != 0) line.append("; ").append(ran.message);
    return line + "\n";
}

} // namespace

bool is_logged() noexcept {
    static std::atomic<logging> state{logging::unknown};
    auto known = state.load(std::memory_order_relaxed);
    if (known == logging::unknown) {
        char const* const value = secure_getenv("GPUALGO_LOG");
        known = value != nullptr && std::string_view(value) == "1" ? logging::on : logging::off;
        state.store(known, std::memory_order_relaxed);
    }
    return known == logging::on;
}

void log_call(std::string_view call, std::string_view strategy, call_result const& ran) noexcept {
    try {
        std::string const line = line_of(call, strategy, ran);
        // in one write, so that lines of several threads do not mix
        std::fwrite(line.data(), 1, line.size(), stderr);
    } catch (std::exception const&) {
        // A failure to log must not change the outcome of the call.
    }
}

} // namespace gpu::inline v0::detail
