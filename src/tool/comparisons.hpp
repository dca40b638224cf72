// SPDX-License-Identifier: Apache-2.0
/// @file
/// Competitors of the strategies on the host.
#pragma once

#include "number.hpp"
#include "numbers.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tool {

/// Another way to reduce numbers, on the host.
struct comparison {
    std::string name;            ///< as it is printed
    std::function<number()> run; ///< may be called any number of times
};

/// @param elements to reduce to a total of their own type
/// @param op the operator's number
/// @return `std::reduce(par_unseq)` and a plain loop; nothing for operators that are not compared
[[nodiscard]] std::vector<comparison> comparisons(numbers const& elements, std::uint32_t op);

/// The same for elements of type T, each compiled in a file of its own.
template <class T>
[[nodiscard]] std::vector<comparison> comparisons_of(numbers const& elements, std::uint32_t op);

} // namespace tool
