// SPDX-License-Identifier: Apache-2.0
#include "results.hpp"

#include "record/context.hpp"

#include <gpualgo/version.hpp>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <utility>

namespace bench {

json to_json(timing const& t) {
    return {{"seconds", record::rounded(t.seconds)},
            {"ratio", record::rounded(t.ratio)},
            {"spread", record::rounded(t.spread, 3)}};
}

void write_results(std::string const& path, char const* benchmark, gpu::device device,
                   std::vector<std::string> const& command, json const& more, json rows) {
    json object{{"benchmark", benchmark}, {"device", device.name()}, {"version", gpu::version()}};
    if (!more.is_null()) object.update(more);
    object["context"] = record::context(device, command);
    object["rows"] = std::move(rows);
    std::ofstream file(path);
    if (!(file << record::to_text(object) << std::endl)) {
        std::perror(path.c_str());
        std::exit(1);
    }
}

} // namespace bench
