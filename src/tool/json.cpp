// SPDX-License-Identifier: Apache-2.0
#include "print.hpp"

#include <fmt/format.h>

#include <iterator>

namespace tool {

namespace {

std::string number_or_null(std::optional<double> number) { return number ? fmt::format("{}", *number) : "null"; }

std::string to_json(row const& row) {
    return fmt::format(R"({{"policy": "{}", "device": "{}", "n": {}, "grid": {}, "block": {}, "ms": {}, "gbps": {}, "result": {}, "agrees": {}}})", row.policy,
                       gpu::to_string(row.device), row.n, row.grid, row.block, number_or_null(row.milliseconds), number_or_null(row.gigabytes_per_second()),
                       row.result, row.agrees);
}

} // namespace

// Nothing is escaped: the strings are names that the tool knows, and none has a quote or a backslash.
std::string to_json(results const& results) {
    std::string text =
        fmt::format(R"({{"device": "{}", "n": {}, "type": "{}", "op": "{}", "rows": [)", gpu::to_string(results.device), results.n, results.type, results.op);
    char const* separator = "\n  ";
    for (row const& row : results.rows) {
        text += separator + to_json(row);
        separator = ",\n  ";
    }
    return text + "\n]}\n";
}

} // namespace tool
