// SPDX-License-Identifier: Apache-2.0
/// The command line tool. Exits with 0; with 1 if something failed or a result is wrong; with 2 for
/// wrong usage.
#include "arguments.hpp"
#include "array_run.hpp"
#include "cache.hpp"
#include "devices.hpp"
#include "explain.hpp"
#include "matmul.hpp"
#include "print.hpp"
#include "reduce.hpp"
#include "verify.hpp"
#include "write_file.hpp"

#include <gpualgo/error.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace {

enum exit_code { well = 0, failed = 1, wrong_usage = 2 };

/// Output that cannot be written, say to a full disk, is a failure.
void print(std::string const& text) {
    if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0)
        throw gpu::error("standard output cannot be written");
}

/// Errors take one line, whatever is in their text.
exit_code complain(std::string_view text, exit_code code) {
    std::string line(text);
    std::replace(line.begin(), line.end(), '\n', ' ');
    fmt::print(stderr, "gpualgo: {}\n", line);
    return code;
}

/// The arguments of `main`.
using arguments = std::vector<std::string>;

exit_code execute(tool::information const& command, arguments const&) {
    print(command.text);
    return well;
}

exit_code execute(tool::devices_arguments const& command, arguments const& given) {
    print(command.json ? tool::devices_to_json(given) : tool::list_devices());
    return well;
}

exit_code execute(tool::cache_arguments const& command, arguments const&) {
    print(tool::cache(command));
    return well;
}

/// The table or the line of a command that reads an array.
template <class Results>
std::string to_text(Results const& results, tool::range_arguments const& command) {
    auto const look = tool::appearance_of_stdout(command.runs.has_value());
    return command.is_question() ? to_line(results, look) : to_table(results, look);
}

std::string to_text(tool::matmul_results const& results, tool::matmul_arguments const& command) {
    return to_table(results, tool::appearance_of_stdout(command.runs.has_value()));
}

/// The result of the first row alone: a number, an array, or a product.
std::string bare_number(tool::reduce_results const& results) {
    return results.rows.at(0).result + '\n';
}
std::string bare_number(tool::array_results const& results) { return results.result; }
std::string bare_number(tool::matmul_results const& results) { return results.product; }

template <class Results, class Command>
exit_code show(Results const& results, Command const& command, arguments const& given) {
    switch (command.format) {
    case tool::output_format::text: print(to_text(results, command)); break;
    case tool::output_format::json: print(to_json(results, given)); break;
    case tool::output_format::csv: print(to_csv(results)); break;
    case tool::output_format::number: print(bare_number(results)); break;
    }
    auto const wrong = std::count_if(results.rows.begin(), results.rows.end(),
                                     [](tool::row const& row) { return row.agrees == false; });
    return wrong == 0
               ? well
               : complain(fmt::format("{} of {} results are wrong", wrong, results.rows.size()),
                          failed);
}

exit_code execute(tool::reduce_arguments const& command, arguments const& given) {
    return show(tool::reduce(command), command, given);
}

exit_code execute(tool::array_arguments const& command, arguments const& given) {
    return show(tool::run_array(command), command, given);
}

exit_code execute(tool::matmul_arguments const& command, arguments const& given) {
    return show(tool::matmul(command), command, given);
}

exit_code execute(tool::explain_arguments const& command, arguments const& given) {
    auto const results = tool::explain(command);
    if (command.picture) tool::write_file(*command.picture, {to_picture(results)});
    print(command.json    ? to_json(results, given)
          : command.lines ? to_listing(results)
                          : to_table(results, tool::appearance_of_stdout(false)));
    return well;
}

exit_code execute(tool::verify_arguments const& command, arguments const& given) {
    auto const found = tool::verify(command);
    print(command.json ? to_json(found, given) : to_text(found));
    return found.well() ? well : complain("bits differ", failed);
}

} // namespace

int main(int argc, char** argv) {
    try {
        arguments const given(argv, argv + argc);
        return std::visit([&](auto const& command) { return execute(command, given); },
                          tool::parse(argc, argv));
    } catch (std::invalid_argument const& e) {
        return complain(e.what(), wrong_usage);
    } catch (gpu::out_of_memory const& e) {
        return complain(e.what(), failed);
    } catch (std::bad_alloc const&) {
        return complain("out of host memory", failed);
    } catch (std::exception const& e) {
        return complain(e.what(), failed);
    }
}
