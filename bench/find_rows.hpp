// SPDX-License-Identifier: Apache-2.0
/// @file
/// Rows of benchmarks of searches: printed, and written to a file.
#pragma once

#include "interleaved.hpp"
#include "results.hpp"

#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>
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
    void run() {
        timings = interleaved(contenders, n > (std::size_t{1} << 24) ? 15 : 41, 2e-3);
        std::printf("%-30s %-6s %10zu", what.c_str(), type.c_str(), n);
        for (std::size_t k = 0; k < timings.size(); ++k)
            std::printf("  %s %.2f us (%.2f)", contenders[k].name.c_str(), timings[k].seconds * 1e6,
                        timings[k].ratio);
        std::printf("  %.0f GB/s\n", static_cast<double>(bytes) / timings[0].seconds * 1e-9);
        std::fflush(stdout);
    }
};

/// Writes rows if the command has `--json FILE`.
inline void write_find_rows(int argc, char** argv, char const* benchmark, gpu::device device,
                            std::vector<find_row> const& rows) {
    if (argc != 3 || std::string_view(argv[1]) != "--json") return;
    json list = json::array();
    for (find_row const& r : rows) {
        json object{{"what", r.what}, {"type", r.type}, {"n", r.n}, {"bytes", r.bytes}};
        for (std::size_t k = 0; k < r.timings.size(); ++k)
            object[r.contenders[k].name] = to_json(r.timings[k]);
        list.push_back(std::move(object));
    }
    write_results(argv[2], benchmark, device, {argv, argv + argc}, {}, std::move(list));
}

} // namespace bench
