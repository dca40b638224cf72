// SPDX-License-Identifier: Apache-2.0
/// @file
/// The result of a case by the definition of the canonical order.
#pragma once

#include "reduction_case.hpp"

namespace conformance {

/// @param c a case
/// @param x its numbers
/// @return the bits that every device must give
[[nodiscard]] result_bits expected(reduction_case const& c, input const& x);

} // namespace conformance
