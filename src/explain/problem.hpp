// SPDX-License-Identifier: Apache-2.0
/// @file
/// The checks of problems that are to be explained, and their text.
#pragma once

#include "call/names.hpp"

#include <gpualgo/abi/explain_request.hpp>

#include <span>
#include <string>
#include <vector>

namespace gpu::inline v0::detail {

/// Problems have up to this many elements.
inline constexpr std::uint64_t most_elements = std::uint64_t{1} << 40;

/// The facts about the element type of a checked request.
type_facts const& type_of(explain_request const& request);

/// "reduce of 1000 int32", "matmul of 512x512 by 512x512 float" ...
std::string text_of(explain_request const& request);

/// Sentences on what the counts of a checked request assume about data and timing.
std::vector<char const*> notes_of(explain_request const& request);

/// Checks a request and fills in defaults: space and block size.
/// @throws std::invalid_argument, unsupported_operator
void check(explain_request& request);

} // namespace gpu::inline v0::detail
