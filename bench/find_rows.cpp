// SPDX-License-Identifier: Apache-2.0
#include "find_rows.hpp"

#include <cstdio>
#include <string_view>
#include <utility>

namespace bench {

void find_row::run() {
    timings = interleaved(contenders, n > (std::size_t{1} << 24) ? 15 : 41, 2e-3);
    std::printf("%-30s %-6s %10zu", what.c_str(), type.c_str(), n);
    for (std::size_t k = 0; k < timings.size(); ++k)
        std::printf("  %s %.2f us (%.2f)", contenders[k].name.c_str(), timings[k].seconds * 1e6,
                    timings[k].ratio);
    std::printf("  %.0f GB/s\n", static_cast<double>(bytes) / timings[0].seconds * 1e-9);
    std::fflush(stdout);
}

void write_find_rows(int argc, char** argv, char const* benchmark, gpu::device device,
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
