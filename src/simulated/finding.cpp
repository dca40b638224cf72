// SPDX-License-Identifier: Apache-2.0
#include "finding.hpp"

#include <cstring>

namespace gpu::inline v0::simulated {

std::string to_string(code_location const& site) {
    return std::string(site.file_name()) + ":" + std::to_string(site.line());
}

std::string to_string(witness const& seen) {
    std::string const thread =
        "thread " + std::to_string(seen.thread) + " of block " + std::to_string(seen.block);
    return seen.site.line() == 0 ? thread : thread + " at " + to_string(seen.site);
}

bool same(code_location const& a, code_location const& b) {
    if (a.line() != b.line() || a.column() != b.column()) return false;
    return a.file_name() == b.file_name() || std::strcmp(a.file_name(), b.file_name()) == 0;
}

void report_defect(finding const& found, detail::defect_sink const& sink) noexcept {
    auto const crossing = [](witness const& seen) {
        return detail::defect_witness{seen.site, seen.block, seen.thread};
    };
    auto const second = crossing(found.second().value_or(witness{}));
    detail::found_defect const reported{static_cast<std::uint32_t>(found.kind()), found.seed(),
                                        found.what(), crossing(found.first()),
                                        found.second() ? &second : nullptr};
    sink.take_defect(sink.context, &reported);
}

finding make_finding(defect kind, std::string const& text, std::uint64_t seed, witness const& first,
                     std::optional<witness> const& second) {
    return {kind, "simulated device, GPUALGO_SEED=" + std::to_string(seed) + ": " + text, seed,
            first, second};
}

} // namespace gpu::inline v0::simulated
