// SPDX-License-Identifier: Apache-2.0
#include "print.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <string_view>
#include <vector>

// Nothing is escaped: the strings are names that the tool knows, and none has a quote or a
// backslash.

namespace tool {

namespace {

std::string number_or_null(std::optional<double> number) {
    return number ? fmt::format("{}", *number) : "null";
}

/// JSON has neither infinities nor NaN.
std::string number_or_string(std::string const& text) {
    return text.find_first_of("na") == text.npos ? text : '"' + text + '"';
}

/// Nor has it complex numbers: they are pairs.
std::string result_of(std::string const& text) {
    auto const comma = text.find(", ");
    if (comma == text.npos) return number_or_string(text);
    // between the parentheses
    auto const re = text.substr(1, comma - 1), im = text.substr(comma + 2, text.size() - comma - 3);
    return fmt::format("[{}, {}]", number_or_string(re), number_or_string(im));
}

/// What all rows begin with, before and after the sizes.
std::string front(row const& row) {
    return fmt::format(R"("policy": "{}", "device": "{}")", row.policy, gpu::to_string(row.device));
}
std::string launch(row const& row) {
    return fmt::format(R"("kernel": "{}", "grid": {}, "block": {}, "ms": {})", row.kernel, row.grid,
                       row.block, number_or_null(row.milliseconds));
}

std::string to_json(product_shape const& shape) {
    return fmt::format(R"("m": {}, "n": {}, "k": {})", shape.m, shape.n, shape.k);
}

std::string to_json(reduce_row const& row) {
    return fmt::format(R"({{{}, "n": {}, {}, "gbps": {}, "result": {}, "agrees": {}}})", front(row),
                       row.n, launch(row), number_or_null(row.gigabytes_per_second()),
                       result_of(row.result), row.agrees);
}

std::string to_json(matmul_row const& row) {
    return fmt::format(R"({{{}, {}, {}, "gbps": {}, "gflops": {}, "error": {}, "agrees": {}}})",
                       front(row), to_json(row.shape), launch(row),
                       number_or_null(row.gigabytes_per_second()), number_or_null(row.gigaflops()),
                       number_or_null(row.error), row.agrees);
}

template <class Row>
std::string lines(std::vector<Row> const& rows) {
    std::vector<std::string> objects;
    for (Row const& row : rows) objects.push_back(to_json(row));
    return fmt::format("[\n  {}\n]", fmt::join(objects, ",\n  "));
}

} // namespace

std::string to_json(reduce_results const& results) {
    return fmt::format(R"({{"device": "{}", "n": {}, "type": "{}", "op": "{}", )"
                       R"("accumulator": "{}", "rows": {}}})",
                       gpu::to_string(results.device), results.n, results.type, results.op,
                       results.accumulator, lines(results.rows)) +
           '\n';
}

std::string to_json(matmul_results const& results) {
    return fmt::format(R"({{"device": "{}", {}, "type": "{}", "rows": {}}})",
                       gpu::to_string(results.device), to_json(results.shape), results.type,
                       lines(results.rows)) +
           '\n';
}

} // namespace tool
