// SPDX-License-Identifier: Apache-2.0
/// The command line tool on all processes that mpirun starts: `mpirun -n 8 gpualgo-mpi reduce
/// FILE`. The first rank prints. Exits as `gpualgo` does, with the same code on every rank.
#include "commands.hpp"

#include "tool/print.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <string>
#include <variant>
#include <vector>

namespace {

enum exit_code { well = 0, failed = 1, wrong_usage = 2 };

using arguments = std::vector<std::string>;

/// Initialises MPI, and finalises it.
class mpi_environment {
public:
    mpi_environment(int argc, char** argv) {
        int provided = 0;
        MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    }
    mpi_environment(mpi_environment const&) = delete;
    mpi_environment& operator=(mpi_environment const&) = delete;
    ~mpi_environment() { MPI_Finalize(); }
};

exit_code print(tool::ranks const& all, std::string const& text) {
    if (!all.is_first()) return well;
    bool const is_written =
        std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
    return is_written ? well : failed;
}

exit_code complain(tool::ranks const& all, std::string line, exit_code code) {
    std::replace(line.begin(), line.end(), '\n', ' ');
    if (all.is_first()) fmt::print(stderr, "gpualgo-mpi: {}\n", line);
    return code;
}

exit_code execute(tool::ranks const& all, tool::information const& command, arguments const&) {
    return print(all, command.text);
}

exit_code execute(tool::ranks const& all, tool::reduce_arguments const& command,
                  arguments const& given) {
    auto const results = tool::reduce_across(all, command);
    if (!all.is_first()) return well;
    switch (command.format) {
    case tool::output_format::json: return print(all, to_json(results, given));
    case tool::output_format::csv: return print(all, to_csv(results));
    case tool::output_format::number: return print(all, results.rows[0].result + '\n');
    case tool::output_format::text: break;
    }
    auto line = to_line(results);
    line.insert(line.size() - 2, fmt::format(", {} ranks", all.count()));
    return print(all, line);
}

exit_code execute(tool::ranks const& all, tool::verify_arguments const& command, arguments const&) {
    auto const found = tool::verify_across(all, command.seed);
    if (!all.is_first()) return well;
    print(all, fmt::format("{} ranks: {} results, digest {:016x}\n", all.count(), found.cases,
                           found.digest));
    return found.digest == found.expected
               ? well
               : complain(all, fmt::format("the definition's digest is {:016x}", found.expected),
                          failed);
}

/// The commands that one process runs.
template <class Other>
exit_code execute(tool::ranks const&, Other const&, arguments const&) {
    throw tool::usage_error("gpualgo-mpi has the commands reduce and verify; gpualgo has all");
}

exit_code run(tool::ranks const& all, int argc, char** argv) {
    try {
        arguments const given(argv, argv + argc);
        return std::visit([&](auto const& command) { return execute(all, command, given); },
                          tool::parse(argc, argv));
    } catch (std::invalid_argument const& e) {
        return complain(all, e.what(), wrong_usage);
    } catch (std::exception const& e) {
        return complain(all, e.what(), failed);
    }
}

} // namespace

int main(int argc, char** argv) {
    mpi_environment const mpi(argc, argv);
    return run(tool::ranks(), argc, argv);
}
