// SPDX-License-Identifier: Apache-2.0
#include "print.hpp"
#include "text_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

namespace tool {

namespace {

constexpr std::size_t least_bar = 3;
constexpr std::size_t most_bar = 20;

/// The launch: blocks times threads. The host has none, and those of vendors are unknown.
std::string launch_text(row const& row) {
    return row.grid && row.block ? fmt::format("{}x{}", *row.grid, *row.block) : "-";
}

/// At least three digits, and no exponent.
std::string short_number(double x) {
    return fmt::format("{:.{}f}", x,
                       x < 0.001 ? 6
                       : x < 0.1 ? 4
                       : x < 1   ? 3
                       : x < 10  ? 2
                       : x < 100 ? 1
                                 : 0);
}
std::string or_dash(std::optional<double> x) { return x ? short_number(*x) : "-"; }

/// The same text of every row.
template <class Row, class Text>
std::vector<std::string> texts(std::vector<Row> const& rows, Text text) {
    std::vector<std::string> all;
    for (Row const& row : rows) all.push_back(text(row));
    return all;
}

template <class Row, class Predicate>
std::vector<Row> chosen(std::vector<Row> const& rows, Predicate is_chosen) {
    std::vector<Row> some;
    std::copy_if(rows.begin(), rows.end(), std::back_inserter(some), is_chosen);
    return some;
}

template <class Row>
bool is_timed(std::vector<Row> const& rows) {
    return std::any_of(rows.begin(), rows.end(),
                       [](Row const& row) { return row.time.has_value(); });
}

/// The least or the most time of all rows that have one, as `better` says.
template <class Row, class Better>
double extreme_time(std::vector<Row> const& rows, Better better) {
    std::optional<double> found;
    for (Row const& row : rows)
        if (row.time && (!found || better(row.time->milliseconds, *found)))
            found = row.time->milliseconds;
    return found.value_or(0);
}

template <class Row>
void add_names(text_table& table, std::vector<Row> const& rows) {
    auto const device = texts(rows, [](row const& r) { return gpu::to_string(r.device); });
    if (std::set(device.begin(), device.end()).size() > 1)
        table.add_column("device", alignment::left, device);
    table.add_column("strategy", alignment::left,
                     texts(rows, [](row const& r) { return r.policy; }));
}

template <class Row>
void add_launches(text_table& table, std::vector<Row> const& rows) {
    table.add_column("launch", alignment::right, texts(rows, launch_text));
}

template <class Row>
void add_times(text_table& table, std::vector<Row> const& rows, appearance look) {
    table.add_column("ms", alignment::right, texts(rows, [](row const& r) {
                         return r.time ? short_number(r.time->milliseconds) : "-";
                     }));
    if (!look.has_statistics) return;
    table.add_column("min", alignment::right, texts(rows, [](row const& r) {
                         return r.time ? short_number(r.time->least) : "-";
                     }));
    table.add_column("dev", alignment::right, texts(rows, [](row const& r) {
                         if (!r.time || !r.time->deviation) return std::string("-");
                         return fmt::format("{:.0f}%",
                                            100 * *r.time->deviation / r.time->milliseconds);
                     }));
}

template <class Row>
void add_speed_up(text_table& table, std::vector<Row> const& rows) {
    double const slowest = extreme_time(rows, std::greater<>());
    table.add_column("speed-up", alignment::right, texts(rows, [&](row const& r) {
                         return r.time ? fmt::format("{:.1f}x", slowest / r.time->milliseconds)
                                       : "-";
                     }));
}

/// The verdicts, if one of them is that a result is wrong.
template <class Row>
void add_verdicts(text_table& table, std::vector<Row> const& rows) {
    if (std::any_of(rows.begin(), rows.end(), [](row const& r) { return r.agrees == false; }))
        table.add_column("agrees", alignment::left, texts(rows, [](row const& r) {
                             return r.agrees.value_or(true) ? "yes" : "NO";
                         }));
}

/// Bars beside the rates, in the columns that are left.
template <class Row, class Rate>
void insert_bars(text_table& table, std::size_t place, std::vector<Row> const& rows, Rate rate,
                 appearance look) {
    auto const left = static_cast<int>(most_columns) - static_cast<int>(table.width()) - 2;
    if (left < static_cast<int>(least_bar)) return;
    auto const width = std::min(static_cast<std::size_t>(left), most_bar);
    double most = 0;
    for (Row const& row : rows) most = std::max(most, rate(row).value_or(0));
    if (most > 0)
        table.insert_column(place, "", alignment::left, texts(rows, [&](Row const& row) {
                                return bar(rate(row).value_or(0) / most, width, look.has_unicode);
                            }));
}

template <class Row>
std::vector<emphasis> emphases(std::vector<Row> const& rows, appearance look) {
    if (!look.has_colours) return {};
    double const fastest = extreme_time(rows, std::less<>());
    std::vector<emphasis> all;
    for (Row const& row : rows) {
        bool const is_best = row.time && row.time->milliseconds == fastest && rows.size() > 1;
        all.push_back(row.agrees == false ? emphasis::wrong
                      : is_best           ? emphasis::best
                                          : emphasis::none);
    }
    return all;
}

/// The lines above a table.
std::string heading(std::string const& title, gpu::device device) {
    return wrapped(fmt::format("{} on {}: {}\n{}\n", title, gpu::to_string(device), device.name(),
                               device.why()),
                   most_columns) +
           '\n';
}

std::string to_text(product_shape const& shape) {
    return fmt::format("{}x{}x{}", shape.m, shape.n, shape.k);
}

/// Rows for a part of the input: their size, and whether they are right for it.
template <class Row, class Size>
std::string table_of_parts(std::vector<Row> const& rows, std::string const& title, Size size,
                           appearance look) {
    if (rows.empty()) return {};
    text_table table;
    add_names(table, rows);
    add_launches(table, rows);
    table.add_column(title, alignment::right, texts(rows, size));
    table.add_column("correct", alignment::left, texts(rows, [](row const& r) {
                         return r.agrees.value_or(true) ? "yes" : "NO";
                     }));
    return "\non a part of the input, every access to memory checked; not timed:\n" +
           table.to_text(emphases(rows, look));
}

/// Explanations below the tables.
template <class Row>
std::string footer(std::vector<Row> const& whole, std::vector<Row> const& parts,
                   std::set<std::string> notes, appearance look) {
    std::string text = "\n";
    if (is_timed(whole))
        text += fmt::format("ms: median of whole calls{}; speed-up: over the slowest\n",
                            look.has_statistics ? "; dev: deviation" : "");
    auto const compared = [](std::vector<Row> const& rows, bool verdict) {
        return std::count_if(rows.begin(), rows.end(),
                             [&](Row const& row) { return row.agrees == verdict; });
    };
    if (auto const right = compared(whole, true), wrong = compared(whole, false); wrong > 0)
        text += fmt::format("{} of {} results DISAGREE with the reference\n", wrong, wrong + right);
    else if (right > 0)
        text += fmt::format("{} with the reference\n",
                            right == 1 ? "the result agrees"
                                       : fmt::format("all {} results agree", right));
    for (auto const* rows : {&whole, &parts})
        for (auto const& row : *rows)
            if (!row.fallback.empty())
                notes.insert(fmt::format("{}: {}", row.policy, row.fallback));
    for (auto const& note : notes) text += note + "\n";
    return wrapped(text, most_columns);
}

template <class Row>
bool all_same(std::vector<Row> const& rows) {
    return std::all_of(rows.begin(), rows.end(),
                       [&](auto const& row) { return row.result == rows[0].result; });
}

/// The results if they differ, and the verdicts if one is bad.
template <class Row>
void add_results(text_table& table, std::vector<Row> const& rows) {
    if (!all_same(rows))
        table.add_column("result", alignment::right,
                         texts(rows, [](Row const& row) { return row.result; }));
    add_verdicts(table, rows);
}

/// A table of results alone, if they do not fit beside the times.
template <class Row>
std::string list_of_results(std::vector<Row> const& rows, appearance look) {
    text_table table;
    add_names(table, rows);
    add_results(table, rows);
    return '\n' + table.to_text(emphases(rows, look));
}

/// The table of a command that reads an array.
template <class Results>
std::string table_of(Results const& results, std::string const& title, appearance look) {
    auto const whole = chosen(results.rows, [&](auto const& row) { return row.n == results.n; });
    auto const parts = chosen(results.rows, [&](auto const& row) { return row.n != results.n; });
    auto text = heading(title, results.device);
    if (!whole.empty() && all_same(whole)) text += "result: " + whole[0].result + "\n\n";
    text_table table;
    add_names(table, whole);
    add_launches(table, whole);
    auto const rate = [](reduce_row const& row) { return row.gigabytes_per_second(); };
    std::size_t beside_rate = table.columns();
    if (is_timed(whole)) {
        add_times(table, whole, look);
        table.add_column("GB/s", alignment::right,
                         texts(whole, [&](auto const& row) { return or_dash(rate(row)); }));
        beside_rate = table.columns();
        add_speed_up(table, whole);
    }
    auto with_results = table;
    add_results(with_results, whole);
    with_results.narrow(most_columns);
    bool const fits = with_results.width() <= most_columns;
    if (fits) table = with_results;
    table.narrow(most_columns);
    insert_bars(table, beside_rate, whole, rate, look);
    text += table.to_text(emphases(whole, look));
    if (!fits) text += list_of_results(whole, look);
    text += table_of_parts(
        parts, "n", [](auto const& row) { return std::to_string(row.n); }, look);
    return text + footer(whole, parts, results.skipped, look);
}

/// The answer of a command that reads an array, after `subject`, "sum of 5 int32".
std::string line_of(std::string const& subject, reduce_row const& row, appearance look) {
    auto text = fmt::format("{} = {}  ({} on {}", subject, row.result, row.policy,
                            gpu::to_string(row.device));
    if (row.time) text += fmt::format(", {} ms", short_number(row.time->milliseconds));
    if (row.time && row.time->deviation && look.has_statistics)
        text += fmt::format(", median of {}: min {}, dev {}", row.time->runs,
                            short_number(row.time->least), short_number(*row.time->deviation));
    if (row.agrees)
        text += *row.agrees ? ", agrees with the reference" : ", DISAGREES with the reference";
    return text + ")\n";
}

/// The elements of a reduction: "5 random int32 as int64".
std::string elements_of(reduce_results const& results, std::string_view kind) {
    return fmt::format("{}{} {}{}", results.n, kind, results.type,
                       results.accumulator != results.type ? " as " + results.accumulator : "");
}

} // namespace

std::string to_table(reduce_results const& results, appearance look) {
    return table_of(results, fmt::format("{} of {}", results.op, elements_of(results, "")), look);
}

std::string to_table(array_results const& results, appearance look) {
    return table_of(results, fmt::format("{} of {} {}", results.title, results.n, results.type),
                    look);
}

std::string to_table(matmul_results const& results, appearance look) {
    auto const is_whole = [&](auto const& row) { return row.shape == results.shape; };
    auto const whole = chosen(results.rows, is_whole);
    auto const parts = chosen(results.rows, [&](auto const& row) { return !is_whole(row); });
    auto text =
        heading(fmt::format("product of {} x {} and {} x {} matrices of {}", results.shape.m,
                            results.shape.k, results.shape.k, results.shape.n, results.type),
                results.device);
    text_table table;
    add_names(table, whole);
    add_launches(table, whole);
    auto const rate = [](matmul_row const& row) { return row.gigaflops(); };
    std::size_t beside_rate = table.columns();
    if (is_timed(whole)) {
        add_times(table, whole, look);
        table.add_column("GFLOP/s", alignment::right,
                         texts(whole, [&](auto const& row) { return or_dash(rate(row)); }));
        beside_rate = table.columns();
        add_speed_up(table, whole);
    }
    table.add_column("error", alignment::right, texts(whole, [](matmul_row const& row) {
                         return row.error ? fmt::format("{:.1e}", *row.error) : "-";
                     }));
    add_verdicts(table, whole);
    table.narrow(most_columns);
    insert_bars(table, beside_rate, whole, rate, look);
    text += table.to_text(emphases(whole, look));
    text += table_of_parts(
        parts, "MxNxK", [](auto const& row) { return to_text(row.shape); }, look);
    auto notes = results.skipped;
    for (auto const& row : whole)
        if (auto const all = static_cast<std::size_t>(row.shape.m * row.shape.n); row.checked < all)
            notes.insert(fmt::format("error: of {} of the {} elements of C, spread evenly",
                                     row.checked, all));
    return text + footer(whole, parts, notes, look) +
           "error: relative, in the Frobenius norm, against the product in double\n";
}

std::string to_line(reduce_results const& results, appearance look) {
    auto const& row = results.rows.at(0);
    std::string_view const verb = results.op == "plus"         ? "sum"
                                  : results.op == "multiplies" ? "product"
                                                               : std::string_view(results.op);
    return line_of(
        fmt::format("{} of {}", verb, elements_of(results, results.is_random ? " random" : "")),
        row, look);
}

std::string to_line(array_results const& results, appearance look) {
    return line_of(fmt::format("{} of {}{} {}", results.title, results.n,
                               results.is_random ? " random" : "", results.type),
                   results.rows.at(0), look) +
           results.chart;
}

} // namespace tool
