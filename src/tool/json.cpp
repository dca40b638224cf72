// SPDX-License-Identifier: Apache-2.0
#include "devices.hpp"
#include "print.hpp"
#include "verify.hpp"

#include "record/context.hpp"
#include "record/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace tool {

namespace {

using record::json;

/// A number from its text. JSON has neither infinities nor NaN: they stay text.
json number_of(std::string const& text) {
    if (text.find_first_of("na") != text.npos) return text;
    if (text == "-0") return -0.0; // as an integer it would lose its sign
    return json::number(text);
}

json number_or_null(std::optional<double> number) {
    return number ? number_of(fmt::format("{}", *number)) : json();
}

json rounded_or_null(std::optional<double> number) {
    return number ? record::rounded(*number, 3) : json();
}

template <class T>
json value_or_null(std::optional<T> value) {
    return value ? json(*value) : json();
}

/// A result from its text. Complex numbers are pairs, since JSON has none.
json result_of(std::string const& text) {
    auto const comma = text.find(", ");
    if (comma == text.npos) return number_of(text);
    // between the parentheses
    auto const re = text.substr(1, comma - 1), im = text.substr(comma + 2, text.size() - comma - 3);
    return json::array({number_of(re), number_of(im)});
}

json value_of(std::string const& text) { return text; }
json value_of(number const& value) { return result_of(to_text(value)); }
json value_of(std::vector<number> const& values) {
    json list = json::array();
    for (auto const& value : values) list.push_back(value_of(value));
    return list;
}
/// The value of a member of an object.
template <class... T>
json value_of(std::variant<T...> const& value) {
    return std::visit([](auto const& held) { return value_of(held); }, value);
}

/// The first keys of all rows, before the sizes.
json front(row const& row) {
    return {{"policy", row.policy}, {"device", gpu::to_string(row.device)}};
}

/// The keys of all rows that follow the sizes.
json launch(row const& row) {
    auto const time = row.time.value_or(timing{0, 0});
    json object{{"kernel", row.kernel},
                {"grid", value_or_null(row.grid)},
                {"block", value_or_null(row.block)}};
    object["ms"] = row.time ? number_or_null(time.milliseconds) : json();
    object["min"] = row.time ? number_or_null(time.least) : json();
    object["deviation"] = rounded_or_null(time.deviation);
    object["runs"] = time.runs;
    object["spread"] = rounded_or_null(time.spread);
    return object;
}

json sizes(product_shape const& shape) { return {{"m", shape.m}, {"n", shape.n}, {"k", shape.k}}; }

json to_object(reduce_row const& row, json result) {
    json object = front(row);
    object["n"] = row.n;
    object.update(launch(row));
    object.update({{"gbps", number_or_null(row.gigabytes_per_second())},
                   {"result", std::move(result)},
                   {"agrees", value_or_null(row.agrees)}});
    return object;
}

json to_object(reduce_row const& row) { return to_object(row, result_of(row.result)); }
json to_object(array_row const& row) { return to_object(row, row.result); }

json to_object(matmul_row const& row) {
    json object = front(row);
    object.update(sizes(row.shape));
    object.update(launch(row));
    object.update({{"gbps", number_or_null(row.gigabytes_per_second())},
                   {"gflops", number_or_null(row.gigaflops())},
                   {"error", number_or_null(row.error)},
                   {"agrees", value_or_null(row.agrees)}});
    return object;
}

/// The object with its rows and their context, which has the most runs and the widest spread of
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
    context["spread"] = rounded_or_null(spread);
    object["rows"] = std::move(rows);
    object["context"] = std::move(context);
    return record::to_text(object) + '\n';
}

/// A field of comma-separated values.
std::string field(json const& value) {
    if (value.is_null()) return {};
    if (value.is_array()) {
        auto const& parts = value.members();
        return fmt::format("\"({}, {})\"", field(parts[0].value), field(parts[1].value));
    }
    std::string text = value.text();
    if (text.find_first_of("\",\r\n") == text.npos) return text;
    for (auto quote = text.find('"'); quote != text.npos; quote = text.find('"', quote + 2))
        text.insert(quote, 1, '"');
    return '"' + text + '"';
}

template <class Results>
std::string csv_of(Results const& results) {
    std::vector<std::string> titles;
    std::string lines;
    for (auto const& row : results.rows) {
        std::vector<std::string> fields;
        titles.clear();
        json const object = to_object(row); // members() refers to it
        for (auto const& [key, value] : object.members()) {
            titles.push_back(key);
            fields.push_back(field(value));
        }
        lines += fmt::format("{}\n", fmt::join(fields, ","));
    }
    return fmt::format("{}\n{}", fmt::join(titles, ","), lines);
}

} // namespace

std::string to_csv(reduce_results const& results) { return csv_of(results); }
std::string to_csv(array_results const& results) { return csv_of(results); }
std::string to_csv(matmul_results const& results) { return csv_of(results); }

std::string to_json(reduce_results const& results, std::vector<std::string> const& arguments) {
    return with_rows({{"device", gpu::to_string(results.device)},
                      {"n", results.n},
                      {"type", results.type},
                      {"op", results.op},
                      {"accumulator", results.accumulator}},
                     results, arguments);
}

std::string to_json(array_results const& results, std::vector<std::string> const& arguments) {
    json object{
        {"device", gpu::to_string(results.device)}, {"n", results.n}, {"type", results.type}};
    for (auto const& [key, value] : results.options) object[key] = value_of(value);
    return with_rows(std::move(object), results, arguments);
}

std::string to_json(matmul_results const& results, std::vector<std::string> const& arguments) {
    json object{{"device", gpu::to_string(results.device)}};
    object.update(sizes(results.shape));
    object["type"] = results.type;
    return with_rows(std::move(object), results, arguments);
}

std::string devices_to_json(std::vector<std::string> const& arguments) {
    json devices = json::array();
    auto const preferred = preferred_or_reason().device;
    for (gpu::device const d : gpu::devices()) {
        auto const memory = d.memory();
        devices.push_back({{"device", gpu::to_string(d)},
                           {"name", d.name()},
                           {"preferred", d == preferred},
                           {"free_bytes", memory.free},
                           {"total_bytes", memory.total},
                           {"why", d.why()}});
    }
    json const name = preferred ? json(gpu::to_string(*preferred)) : json();
    auto const processor = preferred.value_or(gpu::device::host());
    return record::to_text({{"preferred", name},
                            {"devices", std::move(devices)},
                            {"context", record::context(processor, arguments)}}) +
           '\n';
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
