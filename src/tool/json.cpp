// SPDX-License-Identifier: Apache-2.0
#include "print.hpp"
#include "verify.hpp"

#include "record/context.hpp"
#include "record/json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace tool {

namespace {

using record::json;

/// A number from its text. JSON has neither infinities nor NaN: they stay text.
json number_of(std::string const& text) {
    if (text.find_first_of("na") != text.npos) return text;
    if (text == "-0") return -0.0; // as an integer it would lose its sign
    return json::parse(text);
}

json number_or_null(std::optional<double> number) {
    return number ? number_of(fmt::format("{}", *number)) : json();
}

json spread_of(std::optional<double> spread) {
    return spread ? record::rounded(*spread, 3) : json();
}

/// Nor has it complex numbers: they are pairs.
json result_of(std::string const& text) {
    auto const comma = text.find(", ");
    if (comma == text.npos) return number_of(text);
    // between the parentheses
    auto const re = text.substr(1, comma - 1), im = text.substr(comma + 2, text.size() - comma - 3);
    return json::array({number_of(re), number_of(im)});
}

/// What all rows begin with: before the sizes, and after them.
json front(row const& row) {
    return {{"policy", row.policy}, {"device", gpu::to_string(row.device)}};
}
json launch(row const& row) {
    return {{"kernel", row.kernel},
            {"grid", row.grid},
            {"block", row.block},
            {"ms", row.time ? number_or_null(row.time->milliseconds) : json()},
            {"runs", row.time ? row.time->runs : 0},
            {"spread", row.time ? spread_of(row.time->spread) : json()}};
}

json sizes(product_shape const& shape) { return {{"m", shape.m}, {"n", shape.n}, {"k", shape.k}}; }

json to_object(reduce_row const& row) {
    json object = front(row);
    object["n"] = row.n;
    object.update(launch(row));
    object.update({{"gbps", number_or_null(row.gigabytes_per_second())},
                   {"result", result_of(row.result)},
                   {"agrees", row.agrees}});
    return object;
}

json to_object(matmul_row const& row) {
    json object = front(row);
    object.update(sizes(row.shape));
    object.update(launch(row));
    object.update({{"gbps", number_or_null(row.gigabytes_per_second())},
                   {"gflops", number_or_null(row.gigaflops())},
                   {"error", number_or_null(row.error)},
                   {"agrees", row.agrees}});
    return object;
}

/// Adds the rows, and under what circumstances they were measured: of runs and spread the most of
/// any row.
template <class Results>
std::string with_rows(json object, Results const& results,
                      std::vector<std::string> const& arguments) {
    auto device = results.device;
    std::size_t runs = 0;
    std::optional<double> spread;
    json rows = json::array();
    for (auto const& row : results.rows) {
        if (row.device.kind() == gpu::device_kind::cuda) device = row.device;
        if (row.time) runs = std::max(runs, row.time->runs);
        if (row.time && row.time->spread) spread = std::max(spread, row.time->spread);
        rows.push_back(to_object(row));
    }
    json context = record::context(device, arguments);
    context["runs"] = runs;
    context["spread"] = spread_of(spread);
    object["rows"] = std::move(rows);
    object["context"] = std::move(context);
    return record::to_text(object) + '\n';
}

} // namespace

std::string to_json(reduce_results const& results, std::vector<std::string> const& arguments) {
    return with_rows({{"device", gpu::to_string(results.device)},
                      {"n", results.n},
                      {"type", results.type},
                      {"op", results.op},
                      {"accumulator", results.accumulator}},
                     results, arguments);
}

std::string to_json(matmul_results const& results, std::vector<std::string> const& arguments) {
    json object{{"device", gpu::to_string(results.device)}};
    object.update(sizes(results.shape));
    object["type"] = results.type;
    return with_rows(std::move(object), results, arguments);
}

std::string to_json(verification const& found, std::vector<std::string> const& arguments) {
    json devices = json::array();
    for (auto const& [device, wrong, first] : found.devices)
        devices.push_back({{"device", gpu::to_string(device)}, {"wrong", wrong}, {"first", first}});
    auto const last = found.devices.empty() ? gpu::device::host() : found.devices.back().device;
    return record::to_text({{"seed", found.seed},
                            {"cases", found.cases},
                            {"digest", fmt::format("{:016x}", found.digest)},
                            {"as_expected", found.as_expected},
                            {"devices", std::move(devices)},
                            {"context", record::context(last, arguments)}}) +
           '\n';
}

} // namespace tool
