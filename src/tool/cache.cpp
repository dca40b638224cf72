// SPDX-License-Identifier: Apache-2.0
#include "cache.hpp"

#include "record/json.hpp"

#include <gpualgo/abi/expression_request.hpp>

#include <fmt/format.h>

#include <climits>
#include <cstdint>

namespace tool {

std::string cache(cache_arguments const& given) {
    char folder[PATH_MAX];
    std::uint64_t entries = 0, bytes = 0;
    gpualgo_v0_expression_cache(folder, sizeof folder, &entries, &bytes, given.clear ? 1 : 0);
    bool const exists = folder[0] != 0;
    if (given.json)
        return record::to_text({{"folder", exists ? record::json(folder) : record::json()},
                                {"entries", entries},
                                {"bytes", bytes},
                                {"cleared", given.clear}}) +
               '\n';
    if (!exists) return "no cache: GPUALGO_CACHE_DIR is empty, or there is no home directory\n";
    return fmt::format("{}: {}{} kernels, {} bytes\n", folder, given.clear ? "removed " : "",
                       entries, bytes);
}

} // namespace tool
