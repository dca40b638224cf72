// SPDX-License-Identifier: Apache-2.0
/// @file
/// Rows of benchmarks of searches: printed, and written to a file.
#pragma once

#include "interleaved.hpp"
#include "results.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace bench {

/// A measurement of several contenders. The first one is this library.
struct find_row {
    std::string what; ///< the function, and where the match is
    std::string type; ///< of the elements
    std::size_t n;
    std::size_t bytes; ///< read, at least
    std::vector<contender> contenders{};
    std::vector<timing> timings{};

    /// Measures and prints.
    void run();
};

/// Writes rows if the command has `--json FILE`.
void write_find_rows(int argc, char** argv, char const* benchmark, gpu::device device,
                     std::vector<find_row> const& rows);

} // namespace bench
