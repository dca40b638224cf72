// SPDX-License-Identifier: Apache-2.0
/// @file
/// Texts of findings.
#pragma once

#include <gpualgo/abi/code_location.hpp>
#include <gpualgo/abi/launch_request.hpp>
#include <gpualgo/simulated/finding.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace gpu::inline v0::simulated {

/// "thread 3 of block 0 at fold.hpp:17"; without the location if the site is empty.
std::string to_string(witness const& seen);
/// "fold.hpp:17"
std::string to_string(code_location const& site);

/// Whether two sites are the same source location, possibly from two translation units.
bool same(code_location const& a, code_location const& b);

/// A finding whose message begins with the seed.
finding make_finding(defect kind, std::string const& text, std::uint64_t seed, witness const& first,
                     std::optional<witness> const& second = {});

/// Reports a finding to a program.
void report_defect(finding const& found, detail::defect_sink const& sink) noexcept;

} // namespace gpu::inline v0::simulated
