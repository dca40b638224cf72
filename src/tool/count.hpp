// SPDX-License-Identifier: Apache-2.0
/// @file
/// Large counts as people write them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace tool {

/// Parse a count: digits (`1000`), a power (`2^20`), a decimal exponent (`1.5e6`), or digits and a
/// suffix. The suffixes `k`, `M`, `G` and `T` stand for powers of 1000; with an `i` after them, for
/// powers of 1024.
/// @param text the whole of it
/// @return the count; nothing if the text is none of these, is not whole, or needs more than 64
/// bits
[[nodiscard]] std::optional<std::uint64_t> parse_count(std::string_view text);

} // namespace tool
