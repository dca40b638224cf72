// SPDX-License-Identifier: Apache-2.0
/// @file
/// `gpualgo devices`: what is here.
#pragma once

#include <string>

namespace tool {

/// @return a line for every device that can be used, the preferred one marked, and a line that says
/// why
[[nodiscard]] std::string list_devices();

} // namespace tool
